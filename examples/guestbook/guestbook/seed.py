"""What stands in the book when a world begins."""

from datetime import timedelta

from webcosm.lore import Lore
from webcosm.worlds import BEGINNING, Database

MESSAGES = ("What a view!", "The soup was very good.", "We will be back.", "Hello from {city}.", "Quiet and friendly.")


def fill(db: Database, lore: Lore, scale: str) -> None:
    rng = lore.rng("guestbook")
    for number, person in enumerate(rng.sample(lore.people, 60)):
        message = rng.choice(MESSAGES).format(city=lore.city(person.city_id).name)
        written = BEGINNING - timedelta(hours=7 * (60 - number))
        db.insert("entry", name=person.full_name, message=message, written=f"{written:%Y-%m-%d %H:%M:%S}")
