"""How often the judge errs about answers: `webcosm bench answers`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webcosm.bench.answers.frames import (
    BOUNDS,
    CLOSINGS,
    LIST_FRAMES,
    LIST_REFUSALS,
    OPENINGS,
    PROSE,
    REFUSALS,
    TERSE,
    Wording,
)
from webcosm.bench.answers.questions import QUESTIONS, Question
from webcosm.bench.answers.unseen import UNSEEN
from webcosm.bench.answers.written import WRITTEN, Written
from webcosm.bench.report import Record, exit_status, show
from webcosm.judge.answers import Answer
from webcosm.lore.rng import Rng

__all__ = ["Given", "Rates", "compose", "measure", "run", "written"]

ROUNDS = 12
"""Values drawn of each type. Twelve give about 30,000 answers."""
MOST_WRONG_ACCEPTED, MOST_TERSE_REFUSED, MOST_PROSE_REFUSED = 0.5, 0.5, 3.0
"""What is promised of held-out wordings, in percent."""


@dataclass(frozen=True)
class Given:
    """An answer somebody gives to a question."""

    kind: str
    expected: Answer
    text: str
    right: bool
    terse: bool
    held_out: bool


def compose(kind: str, rounds: int = ROUNDS) -> Iterator[Given]:
    """Answers of one type: frames, forms, claims and closings put together; the same on every machine."""
    for number in range(rounds):
        rng = Rng("composed answers", kind, number)
        question = QUESTIONS[kind](rng)
        yield from _lists(kind, question, rng) if question.is_list else _singles(kind, question, rng)


def _singles(kind: str, question: Question, rng: Rng) -> Iterator[Given]:
    expected = question.expected.with_context(question.goal)
    sentences = tuple(Wording(text) for text in question.sentences)
    for frame, terse in [*((one, True) for one in TERSE), *((one, False) for one in (*PROSE, *sentences))]:
        right, wrong = rng.choice(question.right), rng.choice(question.wrong)
        opening, closing = (Wording(""), Wording("")) if terse else (rng.choice(OPENINGS), rng.choice(CLOSINGS))
        held_out = any(one.held_out for one in (frame, opening, closing) if one.text)
        for claim, other, is_right in ((right, wrong, True), (wrong, right, False)):
            text = _around(opening, _fill(frame, question, claim, other), closing)
            yield Given(kind, expected, text, is_right, terse, held_out)
    for frame in (*REFUSALS, *(BOUNDS if question.is_amount else ())):
        text = _fill(frame, question, rng.choice(question.right), rng.choice(question.wrong))
        yield Given(kind, expected, text, False, False, frame.held_out)


def _lists(kind: str, question: Question, rng: Rng) -> Iterator[Given]:
    expected = question.expected.with_context(question.goal)
    for frame in LIST_FRAMES:
        for forms, is_right in ((question.right, True), (question.wrong, False)):
            form = rng.choice([form for form in forms if _fits(frame, form)] or forms)
            alone = frame.text == "{v}" or form.startswith(("[", "{"))
            closing = Wording("") if alone else rng.choice(CLOSINGS)
            text = form if alone else _around(Wording(""), _fill(frame, question, form, ""), closing)
            held_out = not alone and any(one.held_out for one in (frame, closing) if one.text)
            yield Given(kind, expected, text, is_right, alone, held_out)
    for frame in LIST_REFUSALS:
        form = rng.choice([form for form in question.right if _fits(frame, form)] or question.right)
        if form.startswith(("[", "{")):
            continue
        yield Given(kind, expected, _fill(frame, question, form, ""), False, False, frame.held_out)


def _fits(frame: Wording, form: str) -> bool:
    """Whether people would write it: lists of lines on lines of their own, clauses not in the middle of a sentence."""
    block = "\n" in form or " costs " in form
    return not block or frame.text == "{v}" or "\n{v}" in frame.text or frame.text.startswith("{v}\n")


def _fill(frame: Wording, question: Question, claim: str, other: str) -> str:
    subject = question.subject
    capital = subject[0].upper() + subject[1:]
    text = frame.text.format(v=claim, w=other, s=subject, S=capital, g=question.goal)
    return text[0].upper() + text[1:] if frame.text.startswith(("{v}", "{w}")) and len(frame.text) > 8 else text


def _around(opening: Wording, text: str, closing: Wording) -> str:
    block = "\n" in text or text.startswith(("~", "<", "{"))
    before = "\n\n" if block else " "
    after = " " if not block and text.endswith((".", "!", "?", ":)")) else "\n\n"
    return (opening.text + before if opening.text else "") + text + (after + closing.text if closing.text else "")


def written(cases: Iterable[Written] = WRITTEN) -> Iterator[Given]:
    for case in cases:
        kind = type(case.expected).__name__
        for texts, right in ((case.right, True), (case.wrong, False)):
            for text in texts:
                yield Given(kind, case.expected, text, right, len(text) <= 24, True)


@dataclass(frozen=True)
class Rates:
    """How many answers were misjudged, and which."""

    counts: Counter[str]
    errors: tuple[tuple[Given, str], ...]

    def percent(self, what: str) -> float:
        return 100 * self.counts[f"{what} misjudged"] / max(1, self.counts[what])


def measure(answers: Iterator[Given]) -> Rates:
    counts: Counter[str] = Counter()
    errors: list[tuple[Given, str]] = []
    for given in answers:
        result = given.expected.compare(given.text)
        kinds = ["wrong"] if not given.right else ["right", "terse" if given.terse else "prose"]
        for name in kinds:
            counts[name] += 1
            counts[f"{name} misjudged"] += result.accepted is not given.right
        if result.accepted is not given.right:
            errors.append((given, result.reason))
    return Rates(counts, tuple(errors))


def run(*, json: bool = False, rounds: int = ROUNDS, errors: int = 0) -> int:
    """Measures and prints; with `errors`, so many misjudged answers of wordings that are not held out."""
    composed = [given for kind in QUESTIONS for given in compose(kind, rounds)]
    groups = {
        "developed on": [given for given in composed if not given.held_out],
        "held out": [given for given in composed if given.held_out],
        "by hand": list(written()),
        "by hand, unseen": list(written(UNSEEN)),
    }
    records: list[Record] = []
    for name, given in groups.items():
        rates = measure(iter(given))
        promised = name == "held out"
        records.append(Record(f"{name}: answers", len(given), ""))
        for what, most in (
            ("wrong", MOST_WRONG_ACCEPTED),
            ("terse", MOST_TERSE_REFUSED),
            ("prose", MOST_PROSE_REFUSED),
        ):
            label = "wrong accepted" if what == "wrong" else f"right refused, {what}"
            records.append(Record(f"{name}: {label}", rates.percent(what), "%", target=most if promised else None))
        if name == "developed on":
            for one, reason in rates.errors[:errors]:
                print(f"{'refused' if one.right else 'accepted'} {one.text!r} for {one.expected}: {reason}")
    show(records, title="Answers in people's words", as_json=json)
    return exit_status(records)
