"""A home: the cheapest that suits. Words, attributes and comments say what it is; some of what decides, only the user
knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.judge.state import Expectation, Insert
from webcosm.lore import Rng
from webcosm.suites.arena.classifieds._desk import BOARD, FREE, add_note, member, open_note, ordinary_people, said_price
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill, Slot, User
from webcosm.tasks.dates import said_day
from webcosm.worlds import BEGINNING, Row, World

DRAWS, TRIES = 48, 300
NOTE = "What our next home must have"
MARGIN = 1_500
"""Cents a month by which the best one is cheaper than the next."""
OPENINGS = (
    "Quiet place at the back of the house, with morning sun in the kitchen.",
    "Third floor without an elevator, but with a view over the roofs.",
    "Ground floor with a small yard that nobody else uses.",
    "Freshly painted, new floors, and windows that close as they should.",
    "Old building with high ceilings and doors that creak a little.",
    "Above a bakery that opens at six, so it smells of bread.",
    "Corner apartment, light from two sides all day.",
    "Renovated last year, the bathroom is new and the stove is too.",
)
ENDINGS = (
    "The deposit is one month's rent.",
    "The lease runs for a year. The deposit is two months' rent, back when you leave.",
    "Please write who you are and when you would like to see it.",
    "Viewings in the evening or on Saturdays.",
)
STREETS = ("Mill", "Harbor", "Orchard", "Chapel", "Station", "Linden", "Meadow", "Quarry", "Garden", "Ferry", "Tower")
LIVED = (
    "I lived here until last fall and would again.",
    "We rented this one for two years, nice neighbors.",
    "Was my home from 2022 to 2025, so I know it well.",
)
HEARD = (
    "Have not been inside, but a colleague told me that",
    "I only walked past it; people say that",
    "Never lived there. From what one hears,",
)


@dataclass(frozen=True)
class Home:
    """An apartment as it is, and how one can find that out."""

    row: Row
    title: str
    rent: int
    bedrooms: int
    heating: int
    """Cents a month on top; 0 if it is included."""
    told_heating: int
    """What the description says of it; somebody who lived there knows better if it differs."""
    water: int
    parking: int
    """-1 if there is none; 0 if it is included."""
    dog: bool
    dog_told: str
    """``attribute`` or ``words``."""
    ready: date

    def cost(self, *, car: bool, believed: bool = True) -> int:
        heating = self.heating if believed else self.told_heating
        return self.rent + heating + self.water + (max(self.parking, 0) if car else 0)


@dataclass(frozen=True)
class Case:
    homes: tuple[Home, ...]
    bedrooms: int
    by: date
    car: bool
    open: tuple[str, ...]
    """What the note does not say: ``by``, ``car``."""
    best: Home

    def suits(self, home: Home, *, by: date | None = None, car: bool | None = None) -> bool:
        car = self.car if car is None else car
        fits = home.bedrooms >= self.bedrooms and home.dog and home.ready <= (by or self.by)
        return fits and (home.parking >= 0 or not car)


@dataclass(frozen=True)
class Place:
    city: str
    draw: int


class FindHome(Levelled[Place]):
    """Find the cheapest apartment that suits, and keep it."""

    family = "arena.classifieds.find-a-home"
    kind = Kind.DO
    goals = (
        "We want to rent an apartment in {city}. Of those on Pennyboard, please put the one into my favorites that"
        " suits us and costs least a month, all in. My note “What our next home must have” says what matters; whatever"
        " it leaves open, ask me.",
        "Find us the apartment in {city} with the lowest monthly cost among those on Pennyboard that meet what my note"
        " “What our next home must have” asks for, and add that one to my favorites. If something isn't settled in the"
        " note, just ask.",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.OPTIMISE, Skill.ASK, Skill.RECONCILE)
    levels = (
        Dials(rows=5, rules=3, sources=1, gaps=1),
        Dials(rows=8, rules=3, sources=2, gaps=1),
        Dials(rows=12, rules=4, sources=3, gaps=1),
        Dials(rows=16, rules=4, sources=3, gaps=2),
    )
    actions = (8, 8, 8, 9)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, stock: Sequence[Row] | None = None) -> Case | None:
        rows = _apartments(world) if stock is None else stock
        if len(rows) < self.dials.rows:
            return None
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            by = BEGINNING.date() + timedelta(days=rng.integer(25, 50))
            titles = rng.sample(
                [f"{street} {end}" for street in STREETS for end in ("Street", "Lane")], self.dials.rows
            )
            homes = tuple(
                self._home(rng, row, title, by)
                for row, title in zip(rng.sample(rows, self.dials.rows), titles, strict=True)
            )
            gaps = self.dials.gaps - rng.integer(0, 1)
            asked = tuple(sorted(rng.sample(["by", "car"], gaps)))
            car = rng.chance(0.6)
            case = Case(homes, rng.integer(2, 3), by, car, asked, homes[0])
            fit = sorted((one for one in homes if case.suits(one)), key=lambda one: one.cost(car=car))
            if len(fit) > 1 and fit[1].cost(car=car) - fit[0].cost(car=car) >= MARGIN:
                case = Case(homes, case.bedrooms, by, car, asked, fit[0])
                if self._is_alive(case):
                    return case
        return None

    def _home(self, rng: Rng, row: Row, street: str, by: date) -> Home:
        bedrooms = rng.weighted((1, 2, 3, 4), (1, 4, 4, 1))
        rent = 100 * rng.integer(620 + 60 * bedrooms, 800 + 90 * bedrooms)
        heating = rng.choice((0, 4_500, 6_000, 7_500, 9_000, 12_000))
        told = heating
        if self.dials.sources > 1 and rng.chance(0.4):
            told = rng.choice([one for one in (0, 4_500, 6_000, 7_500) if one != heating])
        return Home(
            row,
            f"{bedrooms}-bedroom apartment on {street}",
            rent,
            bedrooms,
            heating,
            told,
            rng.choice((0, 0, 2_500, 3_500)) if self.dials.rules > 3 else 0,
            rng.choice((-1, 0, 4_000, 6_000, 8_500)),
            rng.chance(0.7),
            rng.choice(("attribute", "words")),
            by + timedelta(days=rng.choice((-30, -21, -10, -3, 0, 5, 12))),
        )

    def _is_alive(self, case: Case) -> bool:
        """Whether a careless way leads elsewhere: the lowest rent, the description alone, and each fact not known."""
        car = case.car
        fit = [one for one in case.homes if case.suits(one)]
        others = [min(fit, key=lambda one: one.rent)]
        if self.dials.sources > 1:
            others.append(min(fit, key=lambda one: one.cost(car=car, believed=False)))
        late = [one for one in case.homes if case.suits(one, by=case.by + timedelta(days=60))]
        others.append(min(late, key=lambda one: one.cost(car=car)))
        other_car = [one for one in case.homes if case.suits(one, car=not car)]
        if other_car:
            others.append(min(other_car, key=lambda one: one.cost(car=not car)))
        return all(one is not case.best for one in others)

    def _case(self, world: World, p: Place) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Place]:
        rows = _apartments(world)
        city = _city(world).name
        return [Place(city, draw) for draw in range(DRAWS) if self.case(world, draw, rows)]

    def prepare(self, world: World, p: Place) -> None:
        case, db = self._case(world, p), world.classifieds
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        city = _city(world)
        other = db.value("SELECT id FROM city WHERE id <> ? ORDER BY id", city.id)
        category = db.value("SELECT id FROM category WHERE slug = 'apartments'")
        db.run("UPDATE listing SET city_id = ? WHERE category_id = ? AND city_id = ?", other, category, city.id)
        people = [int(one.id) for one in ordinary_people(world)]
        attributes = {row.code: row.id for row in db.rows("SELECT * FROM attribute WHERE category_id = ?", category)}
        for home in case.homes:
            number = home.row.id
            db.run("DELETE FROM review WHERE listing_id = ?", number)
            db.run("DELETE FROM price_change WHERE listing_id = ?", number)
            db.run(
                "UPDATE listing SET title = ?, body = ?, price = ?, city_id = ?, edited = NULL WHERE id = ?",
                home.title,
                self._body(rng, home),
                home.rent,
                city.id,
                number,
            )
            db.run("UPDATE account SET city_id = ? WHERE id = ?", city.id, home.row.seller_id)
            values = {"bedrooms": home.bedrooms}
            if home.dog_told == "attribute":
                values["pets"] = int(home.dog)
            for code in ("bedrooms", "pets", "area"):
                db.run("DELETE FROM listing_value WHERE listing_id = ? AND attribute_id = ?", number, attributes[code])
            for code, value in values.items():
                db.insert("listing_value", listing_id=number, attribute_id=attributes[code], number=value)
            authors = [one for one in rng.sample(people, 4) if one != home.row.seller_id]
            self._comment(world, rng, home, authors)
        add_note(world, NOTE, self._note(case), f"{BEGINNING.date() - timedelta(days=3)} 21:30:00")

    def _body(self, rng: Rng, home: Home) -> str:
        lines = [
            rng.choice(("Free from {day}.", "You can move in on {day}.", "It is empty from {day} on.")).format(
                day=said_day(home.ready)
            )
        ]
        if home.told_heating:
            says = ("Heating comes to {sum} a month on top.", "Add {sum} a month for heating.")
            lines.append(rng.choice(says).format(sum=said_price(home.told_heating)))
        else:
            lines.append(rng.choice(("Heating is included.", "The rent is with heating.")))
        if self.dials.rules > 3:
            says = ("Water and trash are {sum} a month.", "For water and trash the city takes {sum} a month.")
            free = "Water and trash are in the rent."
            lines.append(rng.choice(says).format(sum=said_price(home.water)) if home.water else free)
        if home.parking > 0:
            says = ("A parking space is {sum} a month.", "There is a garage for {sum} a month, if you want it.")
            lines.append(rng.choice(says).format(sum=said_price(home.parking)))
        else:
            lines.append("A parking space comes with it." if home.parking == 0 else "No parking, and none to be had.")
        if home.dog_told == "words":
            yes, no = (
                ("Dogs are welcome.", "I like dogs, so bring yours."),
                ("No dogs, please.", "A cat is fine, a dog is not."),
            )
            lines.append(rng.choice(yes if home.dog else no))
        return f"{rng.choice(OPENINGS)} {' '.join(rng.shuffled(lines))}\n\n{rng.choice(ENDINGS)}"

    def _comment(self, world: World, rng: Rng, home: Home, authors: Sequence[int]) -> None:
        """Who lived there knows better; who has only heard of it does not."""
        said = []
        if home.heating != home.told_heating:
            if home.heating:
                fact = f"One thing is wrong in the text: heating was {said_price(home.heating)} a month on top."
            else:
                fact = "One thing is wrong in the text: heating was included, we never paid extra for it."
            said.append((4, "Former tenant", f"{rng.choice(LIVED)} {fact}"))
        if self.dials.sources > 2 and rng.chance(0.5):
            heard = rng.choice((3_000, 10_500, 15_000))
            said.append((2, "Not sure", f"{rng.choice(HEARD)} heating is {said_price(heard)} a month there."))
        elif self.dials.sources > 1 and rng.chance(0.4):
            said.append((5, "Nice street", "A calm street, and the bus stops at the corner."))
        for author, (stars, title, body) in zip(authors, rng.shuffled(said), strict=False):
            when = BEGINNING - timedelta(days=rng.integer(1, 3), hours=rng.integer(1, 9))
            world.classifieds.insert(
                "review",
                listing_id=home.row.id,
                author_id=author,
                title=title,
                body=body,
                stars=stars,
                created=f"{when:%Y-%m-%d %H:%M:%S}",
            )

    def _note(self, case: Case) -> str:
        by = (
            "the day isn't settled yet."
            if "by" in case.open
            else f"{said_day(case.by)} at the latest, that day included."
        )
        car = "Parking only if we keep the car."
        if "car" not in case.open:
            car = "We keep the car, so there must be parking." if case.car else "We sell the car, so no parking for us."
        comments = ""
        if self.dials.sources > 1:
            comments = (
                "\n- Where somebody who has lived there says something else in a comment, that is what counts. What"
                " people have only heard doesn't."
            )
        water = ", water and trash" if self.dials.rules > 3 else ""
        return (
            f"- At least {case.bedrooms} bedrooms.\n- The dog comes along. If a listing doesn't say in its details"
            f" whether pets are allowed, the text does.\n- Moving in: {by}\n- {car}\n- What counts is what we pay a"
            f" month in all: rent, heating{water}, and parking if we need it. Deposits don't count, we get them back."
            f"{comments}"
        )

    # What the user knows ----------------------------------------------------------------------------------------------

    def user(self, world: World, p: Place) -> User:
        case = self._case(world, p)
        noted = "That's in my note."
        by = f"We have to be able to move in by {said_day(case.by)}, that day included."
        car = "Yes, we keep the car, so we need parking." if case.car else "No, we sell the car, we don't need parking."
        return User(
            (
                Slot(
                    "when to move in",
                    ("move in", "moving in", "move when", "move date", "by when", "latest day", "what date"),
                    by if "by" in case.open else noted,
                    needed="by" in case.open,
                ),
                Slot(
                    "whether they keep the car",
                    ("car", "parking", "garage", "vehicle"),
                    car if "car" in case.open else noted,
                    needed="car" in case.open,
                ),
            )
        )

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Place) -> Expectation:
        best = self._case(world, p).best
        values = {"account_id": member(world).id, "listing_id": best.row.id}
        return Expectation(
            [Insert("classifieds", "favourite", values, FREE["favourite"], name=f"“{best.title}” is kept")]
        )

    def plan(self, world: World, p: Place) -> str:
        return (
            f"Read my note “{NOTE}” and ask me what it leaves open. Then open every apartment in {p.city}, strike out"
            " what does not suit us, and add up for the others what they cost a month, with what former tenants say."
        )

    def facts(self, world: World, p: Place) -> str:
        case = self._case(world, p)
        fit = sorted((one for one in case.homes if case.suits(one)), key=lambda one: one.cost(car=case.car))
        return "These suit us: " + "; ".join(f"{one.title}, {said_price(one.cost(car=case.car))}" for one in fit) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Place) -> None:
        case = self._case(person.world, p)
        await open_note(person, NOTE)
        await _ask(person, case)
        await _keep(person, case.best)

    async def through_the_list(self, person: Person, p: Place) -> None:
        """Keeps another one first, and drops it again."""
        case = self._case(person.world, p)
        await _ask(person, case, other_words=True)
        other = next(one for one in case.homes if one is not case.best)
        await person.goto(f"{BOARD}/item/{other.row.id}")
        await person.click("☆ Favorite", role="button")
        await person.click("★ Favorite", role="button")
        await _keep(person, case.best)

    async def first_rule(self, person: Person, p: Place) -> None:
        """Takes the lowest rent of those that suit."""
        case = self._case(person.world, p)
        await _ask(person, case)
        await _keep(person, min((one for one in case.homes if case.suits(one)), key=lambda one: one.rent))

    async def half_done(self, person: Person, p: Place) -> None:
        """Adds up, but does not look when one can move in."""
        case = self._case(person.world, p)
        await _ask(person, case)
        late = case.by + timedelta(days=60)
        fit = [one for one in case.homes if case.suits(one, by=late)]
        await _keep(person, min(fit, key=lambda one: one.cost(car=case.car)))

    async def guessing(self, person: Person, p: Place) -> None:
        """Right by luck without asking; where nothing had to be asked, wrong about the car."""
        case = self._case(person.world, p)
        fit = [one for one in case.homes if case.suits(one, car=not case.car)] or list(case.homes[1:])
        other = min((one for one in fit if one is not case.best), key=lambda one: one.cost(car=not case.car))
        await _keep(person, case.best if case.open else other)

    ways = (through_the_list,)
    shortcuts = (first_rule, half_done, guessing)


def _apartments(world: World) -> list[Row]:
    """Active apartments with photos that nobody has written about, as they were in the universe."""
    with world.universe.open() as first:
        return first.classifieds.rows(
            "SELECT listing.* FROM listing JOIN category ON category.id = category_id JOIN account ON account.id ="
            " seller_id WHERE slug = 'apartments' AND status = 'active' AND expires > ? AND account.password = ''"
            " AND EXISTS (SELECT 1 FROM listing_photo WHERE listing_id = listing.id)"
            " AND NOT EXISTS (SELECT 1 FROM favourite WHERE listing_id = listing.id) AND NOT EXISTS"
            " (SELECT 1 FROM report WHERE listing_id = listing.id) ORDER BY listing.id",
            f"{BEGINNING + timedelta(days=1):%Y-%m-%d}",
        )


def _city(world: World) -> Row:
    """Where the member lives."""
    row = world.classifieds.row("SELECT * FROM city WHERE id = ?", member(world).city_id)
    assert row
    return row


async def _ask(person: Person, case: Case, *, other_words: bool = False) -> None:
    questions = {
        "by": ("When do you have to move in?", "By when do you need it?"),
        "car": ("Will you keep the car?", "Do you need parking?"),
    }
    for gap in case.open:
        reply = await person.ask(questions[gap][other_words])
        if "note" in reply:
            raise Lost(f"the user does not say what the note leaves open: {reply!r}")


async def _keep(person: Person, home: Home) -> None:
    await person.goto(f"{BOARD}/item/{home.row.id}")
    await person.click("☆ Favorite", role="button")
    await person.stop()
