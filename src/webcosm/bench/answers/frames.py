"""What people and models say around a value. `{v}` is claimed, `{w}` is another value, `{s}` and `{S}` name what is
asked for, `{g}` is the goal.

About a third of all frames, openings and closings is held out: the judge is not developed on them. Which ones they are
is drawn from their own words, so that a new frame moves no other one.
"""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.lore.rng import Rng

__all__ = ["BOUNDS", "CLOSINGS", "LIST_FRAMES", "LIST_REFUSALS", "OPENINGS", "PROSE", "REFUSALS", "TERSE", "Wording"]

HELD_OUT_SHARE = 0.35


@dataclass(frozen=True)
class Wording:
    """A frame, an opening or a closing."""

    text: str

    @property
    def held_out(self) -> bool:
        return is_held_out(self.text)


def is_held_out(text: str) -> bool:
    """Whether words are kept from development; the same on every machine."""
    return Rng("answers held out", text).chance(HELD_OUT_SHARE)


def _wordings(*texts: str) -> tuple[Wording, ...]:
    return tuple(Wording(text) for text in texts)


TERSE = _wordings(
    "{v}",
    "{v}.",
    "**{v}**",
    "`{v}`",
    "Answer: {v}",
    "Answer: **{v}**",
    "**Answer:** {v}",
    "The answer is {v}.",
    "It's {v}.",
    "It is {v}",
    "Final answer: {v}",
    "> {v}",
    "- {v}",
    "### {v}",
    "“{v}”",
    "{S}: {v}",
    "{S} is {v}.",
    '{{"answer": "{v}"}}',
    "```\n{v}\n```",
    "Result: {v}",
    "→ {v}",
    "— {v}",
    "That would be {v}.",
    "A: {v}",
    "*{v}*",
    "<b>{v}</b>",
    "\\boxed{{{v}}}",
    "({v})",
    "The final answer is: **{v}**",
    "{v} ✅",
    "I found {v}.",
    "[{v}]",
    '{{"final_answer": "{v}"}}',
    "Answer = {v}",
)
"""The claim and next to nothing else."""

PROSE = _wordings(
    "{S} is **{v}**.",
    "Based on the page, {s} is {v}.",
    "I looked it up: {s} is {v}.",
    "According to the website, the answer is {v}.",
    "You asked: {g}\n\nThe answer is {v}.",
    "{g}\n{v}",
    "I checked the site and found that {s} is {v}.",
    "I first thought it was {w}, but {s} is actually {v}.",
    "Not {w}, but {v}.",
    "At first glance it looks like {w}. However, the correct answer is {v}.",
    "Correction: it's {v}, not {w}.",
    "{w} - sorry, I meant {v}.",
    "My earlier answer of {w} was wrong. The right answer is {v}.",
    "~~{w}~~ {v}",
    "Let me walk through it.\n1. I opened the page.\n2. I looked for the entry.\n3. I read off the value.\n\n**Answer: "
    "{v}**",
    "**Summary**\n\n| Question | Answer |\n|---|---|\n| {S} | {v} |",
    "Sure! Here's what I found:\n\n- **{S}:** {v}",
    "I'm happy to report that {s} is {v}.",
    "It took me a while, but I found it. {S} is {v}.",
    "The page does not say it directly, but it follows that {s} is {v}.",
    "I could not find it on the first page, but the second one has it: {v}.",
    "There was nothing in the overview, so I opened the details. They say {v}.",
    "So, to answer your question, {s} is {v}, as shown on the page.",
    "{v} is {s}.",
    "{v} - that is {s}.",
    "I believe it is {v}.",
    "I'm fairly sure it's {v}.",
    "Yes, I found it: {v}.",
    "As you did not ask for more, just this: {v}.",
    "Without opening each entry I can already tell: {s} is {v}.",
    "No problem! {S} is {v}.",
    "After opening the right page, I can confirm that {s} is {v}.",
    "Thinking it through: the page shows it clearly. Therefore the final answer is {v}.",
    "<think>Could it be {w}? No, the page says otherwise.</think>{v}",
    '{{"thought": "Found it on the page.", "answer": "{v}"}}',
    "Apologies for the wait. {S}: {v}.",
    "ok so {s} is {v}",
    "hey, it's {v} :)",
    "Good news: {v}.",
    "TL;DR: {v}",
    "**{v}** is the answer to your question.",
    'The answer to your question "{g}" is {v}.',
    "The website shows {v} as {s}.",
    "What I found: {v}",
    "Here you go: {v}",
    "I double-checked it, and {s} is {v}.",
    "The page lists {s} as {v}.",
    "It says {v} there.",
    "Your answer: {v}",
    "The result is {v}.",
    "{S} turned out to be {v}.",
    "{S} = {v}",
    "The answer you are looking for is {v}.",
    "I went to the page, scrolled down and saw that {s} is {v}.",
    "Thus, {s} is {v}.",
    "In short: {v}.",
    "{S} comes out as {v}.",
    "I can see that {s} is {v}.",
    "Task complete. {S} is {v}.",
    "{S} (as of today) is {v}.",
    "I have not changed anything. {S} is {v}.",
    "Just looked - it's {v}.",
    "From what the site shows, {s} is {v}.",
    "The site doesn't show {w}; it shows {v}.",
    "No, not {w}. It's {v}.",
    "Wait, {w} is the wrong one. It is {v}.",
    "Rather than {w}, {s} is {v}.",
    "I almost said {w}, but that would be wrong. {S} is {v}.",
    "Previously I answered {w}; please disregard that. The answer is {v}.",
    "Edit: the answer is {v} (I had {w} before).",
    "**Reasoning:** I opened the page and read the entry.\n\n**Final answer:** {v}",
    "Step 1: open the site. Step 2: read the entry. Final answer: {v}",
    "Final answer below.\n\n{v}",
    "Here is the requested information:\n\n{v}",
    "The requested value is {v}.",
)
"""The claim in a sentence or several; in some, another value is denied or withdrawn."""

REFUSALS = _wordings(
    "It is not {v}.",
    "It isn't {v}.",
    "Not {v}.",
    "{v} or {w}",
    "Either {v} or {w}.",
    "{v}? Or {w}?",
    "Maybe {v}.",
    "It might be {v}.",
    "I'm not sure, but perhaps {v}.",
    "{v}, no wait, {w}.",
    "{v} - correction: {w}.",
    "I first thought it was {v}, but it is {w}.",
    "The answer is {w}, not {v}.",
    "The answer is {w} ({v} was the old one).",
    "My earlier answer of {v} was wrong. The right answer is {w}.",
    "~~{v}~~ {w}",
    "~~{v}~~",
    "<s>{v}</s> {w}",
    "<del>{v}</del>",
    "Anything but {v}.",
    "Everything except {v}.",
    "I could not find it. {v} is only a guess.",
    "It depends: {v} or {w}.",
    "{v}?",
    "Is it {v}?",
    "{v} is wrong.",
    "I doubt that it is {v}.",
    "The page says {v}, but that is wrong; it should be {w}.",
    "{w}, {v}",
    "{v}\n{w}",
    "{v} / {w}",
    "The candidates are {v} and {w}.",
    "One page says {v}, another one says {w}.",
    '{{"not": "{v}"}}',
    '{{"is_not": "{v}"}}',
    '{{"wrong_answer": "{v}"}}',
    '{{"answer": "{w}", "instead_of": "{v}"}}',
    "I cannot tell whether it is {v}.",
    "There is no way to tell; {v} would be a guess.",
    "If the page is up to date, {v}.",
    "It used to be {v}.",
    "It was {v} before; now it is {w}.",
    "Someone claimed it is {v}, which is false.",
    "Correction to my last message ({v}): it is {w}.",
    "{v} is incorrect.",
    "The answer isn't {v} but {w}.",
    "It's {w} rather than {v}.",
    "Instead of {v}, the answer is {w}.",
    "Possibly {v}, possibly {w}.",
    "Could be {v}.",
    "I would have said {v}, but the page says {w}.",
    "{v} cannot be right.",
    "{S} is {w}. I had {v} before, sorry.",
    "{v}. Scratch that: {w}.",
    "{v}. Actually, {w}.",
    "First I saw {v}; the final answer is {w}.",
    "Neither {v} nor {w}.",
    "The answer was supposed to be {v}, but I was unable to confirm it.",
    "Out of {v} and {w}, I can't decide.",
    "{v} (or possibly {w})",
    "Don't answer {v}.",
    "Everyone says {v}. They are mistaken; {s} is {w}.",
    "{S} is {w}, even though the front page says {v}.",
)
"""The right value, but not claimed, or not it alone."""

BOUNDS = _wordings(
    "over {v}",
    "more than {v}",
    "at least {v}",
    "at most {v}",
    "starting at {v}",
    "up to {v}",
    "less than {v}",
    "between {v} and {w}",
    "from {v} to {w}",
    "{v} and up",
    "almost {v}",
    "no more than {v}",
    "{v} or more",
    "{S} is above {v}.",
    "{S} is not far from {v}.",
    "anything from {v} upwards",
)
"""For amounts: the right one as a bound."""

LIST_FRAMES = _wordings(
    "{v}",
    "Answer: {v}",
    "{S} are {v}.",
    "I found these:\n{v}",
    "Here are {s}:\n\n{v}",
    "The answer is: {v}",
    "{S}:\n{v}",
    "Based on the page, {s} are {v}.",
    "Sure! {S} are as follows:\n\n{v}",
    "I went through all pages and found the following:\n\n{v}",
    "Final answer: {v}",
    "**{S}:**\n\n{v}",
    "Here is the complete list:\n{v}",
    "I checked every entry. {S} are:\n\n{v}",
    "You asked: {g}\n\nAnswer: {v}",
    "There are no others than these:\n{v}",
    "They are {v}.",
    "The list: {v}",
)
LIST_REFUSALS = _wordings(
    "Not these: {v}",
    "All except {v}.",
    "Either {v}",
    "These are not {s}:\n{v}",
    "{v}\n\nCorrection: the list above is wrong.",
    "Maybe {v}",
    "I excluded these:\n{v}",
    "{v} and possibly others",
    "{v}, etc.",
    "The wrong ones are {v}.",
    "{v}\n\nWait, I take that back.",
    "I am not sure about this list:\n{v}",
    "Everything but {v}",
    "At least {v}",
)

OPENINGS = _wordings(
    "",
    "",
    "Sure!",
    "Of course.",
    "I've checked the site.",
    "Thanks for your patience.",
    "Okay, I had a look.",
    "Great question!",
    "Done.",
    "Sorry for the delay.",
    "I went through all the pages.",
    "Hi there,",
    "I have completed the task.",
    "Alright.",
)
CLOSINGS = _wordings(
    "",
    "",
    "Let me know if you need anything else.",
    "Hope this helps!",
    "Is there anything else I can do for you?",
    "If you have further questions, just ask.",
    "I did not change anything.",
    "Feel free to ask for more details.",
    "Have a great day!",
    "Please let me know if that's not what you were looking for.",
    "Don't hesitate to reach out if you need more.",
    "You can find it on the details page.",
    "Source: the details page.",
    "That's all I found.",
    "Anything else?",
    "Would you like me to look up something else?",
    "I hope that answers your question.",
    "Cheers",
)
