"""`reason`: a language model that thinks, then says one action, and is told what came of it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field, replace

from webcosm.act import parse
from webcosm.act.describe import describe
from webcosm.agents.base import Reply, StepAgent, Usage
from webcosm.env import Look, Observation, Options
from webcosm.models import Completion, Model, ModelError, ModelMessage, Prices, make_model
from webcosm.observe.lines import TextOptions

__all__ = ["ReasonAgent"]

SYSTEM = """\
You use a web browser to do what a user asks. The web is small and self-contained; its portal is http://home.test/.

You are shown the page as a tree, one element per line; the name in brackets is the element's id. In each turn, think
briefly about what you see and what is still missing, then give exactly one action between <action> and </action>:

<action>{example}</action>

Actions:
{actions}

When you are asked a question, find the answer and give it with answer(...), in the form that is asked for and with
nothing else. When you are asked to do something or to open a page, do just that and end with stop(). If it turns out
that it cannot be done, look first, then say so with report_infeasible(...) and name in a sentence what stands in the
way: which thing, and what is the matter with it. What only the user can know, ask with send_msg_to_user(...); what the
sites tell, find out yourself. Do nothing that was not asked for."""

LONGEST_ATTEMPT = 120.0
"""Seconds for one answer, if nothing else is said and the step is as long."""
THINKING = 0.9
"""How much of a step's time may be spent on asking the model; the rest is the browser's."""
WHO = {"user": "the user"}
TURN = """\
Goal: {goal}

{talk}{history}{trouble}Page now ({url}, {clock}):
{page}"""


@dataclass
class ReasonAgent(StepAgent):
    """Options are the fields below, as in ``--option model=openai/NAME --option max_tokens=2000``."""

    name = "reason"

    model: str = "openai/gpt-4.1-mini"
    """``openai/NAME`` (any compatible endpoint with `base_url`) or ``anthropic/NAME``."""
    base_url: str | None = None
    temperature: float | None = None
    """Left to the endpoint if None."""
    max_tokens: int = 1_000
    """Of one answer."""
    page_tokens: int = 6_000
    """Most tokens of the page's text; what matters least is left out."""
    history: int = 10
    """How many past actions the model is reminded of."""
    tries: int = 4
    """How often it is asked again when its answer holds no valid action."""
    timeout: float | None = None
    """Seconds for one attempt at an answer; if None, 120 or what a step leaves. All attempts together end in time for
    the step's own limit (`webcosm run --step-seconds`)."""
    retries: int = 4
    """How often a request is made again after a rate limit, a time-out or a server's error."""
    screenshot: bool = False
    """Whether the model also sees the page."""
    input_price: float | None = None
    """US dollars per million input tokens; costs are not counted without prices."""
    output_price: float | None = None
    _client: Model | None = field(default=None, repr=False)
    _past: list[str] = field(default_factory=list, repr=False)

    def options(self) -> Options:
        parts: tuple[str, ...] = ("text", "screenshot")  # the record keeps the pictures in any case
        return Options(look=Look(parts=parts, text=TextOptions(budget=self.page_tokens)))  # type: ignore[arg-type]

    @property
    def thinking_seconds(self) -> float | None:
        """For all that is asked in one step; None without a limit."""
        return None if self.step_seconds is None else THINKING * self.step_seconds

    @property
    def client(self) -> Model:
        if self._client is None:
            self._client = self._make_client()
        return self._client

    def _make_client(self) -> Model:
        longest = min(LONGEST_ATTEMPT, self.thinking_seconds or LONGEST_ATTEMPT)
        timeout = longest if self.timeout is None else self.timeout
        return make_model(self.model, base_url=self.base_url, timeout=timeout, retries=self.retries)

    def check(self) -> None:
        if self.timeout and self.thinking_seconds and self.timeout > self.thinking_seconds:
            raise ValueError(
                f"timeout={self.timeout:g} is too long: a step has {self.step_seconds:g} seconds, of which"
                f" {self.thinking_seconds:g} may be spent on the model; raise --step-seconds or lower the timeout"
            )
        try:
            self._make_client()
        except ModelError as error:
            raise ValueError(f"the agent {self.name} cannot ask {self.model}: {error}") from None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def begin(self, observation: Observation) -> None:
        self._past, self.abandoned = [], Usage()

    async def reply(self, observation: Observation) -> Reply:
        limit = asyncio.timeout(self.thinking_seconds)
        try:
            async with limit:
                reply = await self._reply(observation)
        except TimeoutError:
            if not limit.expired():
                raise
            raise ModelError(f"no answer within the {self.thinking_seconds:g} seconds that a step leaves") from None
        self.abandoned = Usage()
        return reply

    async def _reply(self, observation: Observation) -> Reply:
        actions = self.options().actions
        system = SYSTEM.format(example="click('12')", actions=describe(actions, "calls"))
        pictures = (observation.screenshot,) if self.screenshot and observation.screenshot else ()
        messages = [ModelMessage("system", system), ModelMessage("user", self._turn(observation), pictures)]
        usage = Usage()
        answers: list[str] = []
        for _ in range(self.tries):
            self.abandoned = replace(usage, calls=usage.calls + 1)  # should nothing come of it
            completion = await self.client.complete(messages, max_tokens=self.max_tokens, temperature=self.temperature)
            usage = self.abandoned = self._add(usage, completion)
            answers.append(completion.text)
            thought, action, problem = _read(completion)
            if not problem:
                error = parse(action, actions, ids=observation.rendered.ids).error
                problem = str(error) if error else ""
            if not problem:
                break
            messages += [
                ModelMessage("assistant", completion.text or "(nothing)"),
                ModelMessage("user", f"That was not a valid action. {problem}\nAnswer again in the form asked for."),
            ]
        # The last answer goes to the episode even if it is invalid: there it counts as an invalid action.
        self._past.append(action or "(no action)")
        return Reply(action or completion.text.strip() or "(no action)", thought, usage, {"answers": answers})

    def _turn(self, observation: Observation) -> str:
        past = self._past[-self.history :]
        history = "What you did so far:\n" + "\n".join(f"- {action}" for action in past) + "\n\n" if past else ""
        trouble = f"Your last action failed: {observation.last_error}\n\n" if observation.last_error else ""
        said = [f"- {WHO.get(one.role, 'you')}: {one.text}" for one in observation.chat[1:]]
        return TURN.format(
            goal=observation.goal.told,
            talk="What was said since:\n" + "\n".join(said) + "\n\n" if said else "",
            history=history,
            trouble=trouble,
            url=observation.url,
            clock=f"{observation.now:%A %Y-%m-%d %H:%M}",
            page=observation.text,
        )

    def _add(self, usage: Usage, completion: Completion) -> Usage:
        tokens = completion.tokens
        cost = usage.cost
        if self.input_price is not None and self.output_price is not None:
            cost = (cost or 0.0) + Prices(self.input_price, self.output_price).of(tokens)
        return Usage(
            usage.calls + 1,
            usage.input_tokens + tokens.input,
            usage.output_tokens + tokens.output,
            usage.cached_tokens + tokens.cached,
            cost,
        )


def _read(completion: Completion) -> tuple[str, str, str]:
    """Thought, action, and what is wrong with the answer's form."""
    found = re.findall(r"<action>(.*?)</action>", completion.text, re.DOTALL)
    thought = re.sub(r"<action>.*?(</action>|$)", "", completion.text, flags=re.DOTALL).strip()
    if len(found) == 1:
        return thought, found[0].strip(), ""
    if completion.stop in ("length", "max_tokens"):
        return thought, "", "The answer was cut off before its end; be briefer."
    count = "no action" if not found else f"{len(found)} actions"
    return thought, "", f"It holds {count} between <action> and </action>; give exactly one."
