"""What people ask on the forum, and the words that tell it: of each word or beginning one stands in what they write."""

from __future__ import annotations

__all__ = ["LIMITS", "QUESTIONS", "SUBJECTS", "WISHES"]

SUBJECTS = {
    "what people read": "books",
    "films": "movies",
    "games you play at a table": "boardgames",
    "riding a bike": "bicycling",
    "plants and flower beds": "gardening",
    "the stove and the oven": "cooking",
    "running your own server at home": "selfhosted",
    "animals people keep": "pets",
}
"""What a forum is about, in words that are not its name."""
WISHES: tuple[tuple[str, str, tuple[str | tuple[str, ...], ...]], ...] = (
    ("books", "a detective novel set on an island", ("detective", "island")),
    ("books", "a short story collection for a long train ride", ("stor*", "train")),
    ("books", "a biography of a woman scientist", ("biograph*", "scientist")),
    ("movies", "a comedy that works for three generations", ("comed*", ("three", "3"), "generations")),
    ("movies", "a quiet film about a lighthouse keeper", ("quiet", "lighthouse")),
    ("boardgames", "a cooperative game for four adults", ("cooperative", ("four", "4"))),
    ("boardgames", "a game for two that fits into a coat pocket", (("two", "2"), "pocket")),
    ("bicycling", "a rear light that survives heavy rain", ("light*", "rain")),
    ("bicycling", "a comfortable saddle for long commutes", ("saddle*", "commut*")),
    ("gardening", "a climbing plant for a north-facing wall", ("climb*", "north*")),
    ("gardening", "a vegetable that grows on a shady balcony", ("vegetable*", "balcon*")),
    ("cooking", "a soup that children will actually eat", ("soup*", ("child*", "kid*"))),
    ("cooking", "a cake without eggs for a birthday", ("cake*", "egg*", "birthday")),
    ("selfhosted", "a photo album my parents can use", ("photo*", "parents")),
    ("selfhosted", "a backup tool for two small servers", ("backup*", ("two", "2"))),
    ("pets", "a quiet pet for a small apartment", ("quiet", "apartment")),
)
LIMITS = {
    "books": ("with no more than 300 pages", "with no more than 450 pages"),
    "movies": ("no longer than 100 minutes", "no longer than 130 minutes"),
    "boardgames": ("for under $25", "for under $40"),
    "bicycling": ("for under $30", "for under $55"),
    "gardening": ("that takes no more than 2 hours of work a week", "that takes no more than 3 hours of work a week"),
    "cooking": ("ready in no more than 45 minutes", "ready in no more than 90 minutes"),
    "selfhosted": ("that runs with no more than 4 GB of memory", "that runs with no more than 8 GB of memory"),
    "pets": ("that costs no more than $40 a month", "that costs no more than $60 a month"),
}

QUESTIONS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "cooking",
        "Bread stays flat",
        "my sourdough hasn't risen for {n} weeks, although the flour is new",
        ("sourdough", "flour"),
    ),
    (
        "cooking",
        "Rice sticks every time",
        "my rice has stuck to the pot for {n} weeks, although I rinse it",
        ("rice", "rins*"),
    ),
    (
        "gardening",
        "Yellow leaves on tomatoes",
        "my tomatoes have had yellow leaves for {n} weeks, and I water them daily",
        ("tomato*", "yellow"),
    ),
    (
        "gardening",
        "Hedge with bare patches",
        "my hedge has had bare patches for {n} weeks, on the side that gets the wind",
        ("hedge", "wind"),
    ),
    (
        "bicycling",
        "Clicking from the pedals",
        "my pedals have been clicking for {n} weeks, but only uphill",
        ("pedal*", "uphill"),
    ),
    (
        "bicycling",
        "Chain keeps jumping",
        "my chain has been jumping for {n} weeks, and the cassette is new",
        ("chain", "cassette"),
    ),
    (
        "selfhosted",
        "Backups end too early",
        "my nightly backups have stopped halfway for {n} weeks, with no error in the log",
        ("backup*", "log"),
    ),
    (
        "selfhosted",
        "Certificate is not renewed",
        "my certificate hasn't renewed itself for {n} weeks, and port 80 is open",
        ("certificate", "port 80"),
    ),
    (
        "programming",
        "Test fails on Mondays",
        "one of my tests has failed every Monday for {n} weeks, and never locally",
        ("test*", "monday*"),
    ),
    (
        "programming",
        "Build got slow",
        "my build has been twice as slow for {n} weeks, without a change to the compiler",
        ("build*", "compiler"),
    ),
    (
        "technology",
        "Phone gets hot overnight",
        "my phone has been getting hot overnight for {n} weeks, even in airplane mode",
        ("phone", "airplane"),
    ),
    (
        "technology",
        "Printer prints stripes",
        "my printer has been printing stripes for {n} weeks, with a fresh cartridge",
        ("printer", "cartridge"),
    ),
    (
        "music",
        "Buzz on the low string",
        "my guitar has buzzed on the low string for {n} weeks, since the heating went on",
        ("guitar", "heating"),
    ),
    (
        "music",
        "Piano pedal squeaks",
        "my piano's left pedal has squeaked for {n} weeks, whether it's damp or dry",
        ("piano", "pedal"),
    ),
    (
        "boardgames",
        "Rules quarrel at our table",
        "we've argued for {n} weeks about whether the youngest player goes first in chess",
        ("youngest", "chess"),
    ),
    (
        "sports",
        "Sore knee after running",
        "my knee has been sore for {n} weeks, but only on stairs after a run",
        ("knee", "stairs"),
    ),
)
"""Forum, title, the matter in a sentence with its weeks, and what tells it."""
