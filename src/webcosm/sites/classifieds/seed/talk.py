"""What people say to each other: comments with stars, ratings of sellers, conversations and offers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from webcosm.lore import Lore, Rng, Wheel
from webcosm.sites.classifieds.seed.kinds import content
from webcosm.sites.classifieds.seed.listings import Listed
from webcosm.sites.classifieds.seed.people import Person, stamp
from webcosm.sites.classifieds.seed.things import PICTURES, Workshop
from webcosm.sites.kit.formats import money
from webcosm.sites.kit.sentences import fill, lines, varied
from webcosm.worlds import BEGINNING, Database, Value

__all__ = ["write_talk"]

STARS = Wheel((5, 4, 3, 2, 1), (42.0, 27.0, 15.0, 9.0, 7.0))
NAMES = {5: "five", 4: "four", 3: "three", 2: "two", 1: "one"}
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOURS = ("five", "half past five", "six", "half past six", "seven", "half past seven", "eight")
SOON = timedelta(minutes=25)


class Talk:
    """Gathers rows, and writes them in the order of their times."""

    def __init__(self, db: Database, workshop: Workshop, people: Sequence[Person]) -> None:
        self.db = db
        self.workshop = workshop
        self.people = people
        self.reviews: list[tuple[Value, ...]] = []
        self.ratings: list[tuple[Value, ...]] = []
        self.conversations: list[tuple[Value, ...]] = []
        self.messages: list[tuple[Value, ...]] = []
        self.offers: list[tuple[Value, ...]] = []
        self.agreed: set[int] = set()
        """Listings that somebody has: nobody else gets them."""

    def other(self, rng: Rng, one: Listed) -> Person | None:
        """Somebody else who had an account by then."""
        assert one.published
        for _ in range(8):
            person = rng.choice(self.people[3:])
            if (
                person.id != one.seller.id
                and person.joined < one.published.date()
                and person.around
                and not person.business
            ):
                return person
        return None

    def review(self, rng: Rng, one: Listed) -> None:
        person = self.other(rng, one)
        end = one.ended or BEGINNING
        if person is None or one.published is None or end <= one.published:
            return
        stars = STARS.draw(rng)
        said = lines(content("phrases")["review"][NAMES[stars]])
        if not one.thing.photos:
            said = tuple(line for line in said if not PICTURES.search(line))
        pair = varied(rng, rng.choice(said))
        title, _, body = pair.partition(" | ")
        slots = {"noun": one.thing.kind.noun, "city": one.seller.place.city, "day": rng.choice(DAYS)}
        text = fill(body, slots) or body
        when = one.published + (end - one.published) * rng.uniform(0.05, 0.98)
        self.reviews.append((one.id, person.id, title, text, stars, stamp(when)))

    def converse(self, rng: Rng, one: Listed, buyer: Person) -> None:
        """A conversation about a listing. Of a sold one it ends in an agreement, which the buyer may rate."""
        assert one.published
        end = min(one.ended or BEGINNING, BEGINNING)
        when = one.published + (end - one.published) * rng.uniform(0.1, 0.8)
        room = (end - when) / 8
        number = len(self.conversations) + 1
        self.conversations.append((number, one.id, buyer.id, stamp(when)))
        noun = one.thing.kind.noun
        self._say(
            number,
            buyer,
            self.workshop.said(rng, "chat", "ask", noun=noun, day=rng.choice(DAYS), city=one.seller.place.city),
            when,
        )
        answers = one.seller.around or one.status == "sold"
        if not answers:
            return
        when += min(room, timedelta(minutes=rng.integer(4, 600)))
        self._say(
            number,
            one.seller,
            self.workshop.said(
                rng, "chat", "yes", day=rng.choice(DAYS), hour=rng.choice(HOURS), street=one.seller.place.street
            ),
            when,
        )
        if rng.chance(0.3):
            when += min(room, SOON)
            self._say(number, buyer, self.workshop.said(rng, "chat", "wrong"), when)
            when += min(room, SOON)
            told = "flaw" if one.thing.flaw else "fine"
            slots = {"flaw_low": one.thing.flaw[:1].lower() + one.thing.flaw[1:]}
            self._say(number, one.seller, self.workshop.said(rng, "chat", told, **slots), when)
        agreed = None
        if one.thing.price and one.id not in self.agreed:
            agreed = self._bargain(rng, number, one, buyer, when, room)
        if agreed:
            self.agreed.add(one.id)
        if one.status == "sold" and agreed and rng.chance(0.75):
            stars = STARS.draw(rng)
            words = self.workshop.said(rng, "rating", NAMES[stars]) if rng.chance(0.8) else ""
            rated = min(end + timedelta(hours=rng.integer(3, 90)), BEGINNING - timedelta(minutes=5))
            self.ratings.append((one.id, buyer.id, one.seller.id, stars, words, stamp(max(rated, agreed))))

    def _bargain(
        self, rng: Rng, number: int, one: Listed, buyer: Person, when: datetime, room: timedelta
    ) -> datetime | None:
        price = one.thing.price
        assert price
        share = rng.uniform(0.62, 1.0) if one.thing.negotiable else rng.choice((0.8, 0.9, 1.0, 1.0))
        amount = max(100, round(price * share / 100) * 100)
        when += min(room, SOON)
        self._say(
            number, buyer, self.workshop.said(rng, "chat", "offer", amount=_dollars(amount), day=rng.choice(DAYS)), when
        )
        if one.status == "active" and rng.chance(0.35):
            self._offer(number, buyer, amount, "open", when, None)
            return None
        answered = when + min(room, timedelta(minutes=rng.integer(5, 300)))
        wanted = price if not one.thing.negotiable else price * 9 // 10
        if amount >= wanted:
            self._offer(number, buyer, amount, "accepted", when, answered)
            self._say(
                number,
                one.seller,
                self.workshop.said(
                    rng, "chat", "accept", amount=_dollars(amount), day=rng.choice(DAYS), hour=rng.choice(HOURS)
                ),
                answered,
            )
            self._say(
                number,
                buyer,
                self.workshop.said(rng, "chat", "thanks", day=rng.choice(DAYS)),
                answered + min(room, SOON),
            )
            return answered
        if not one.thing.negotiable or amount < price * 3 // 4:
            self._offer(number, buyer, amount, "declined", when, answered)
            self._say(number, one.seller, self.workshop.said(rng, "chat", "decline"), answered)
            self._say(number, buyer, self.workshop.said(rng, "chat", "pity"), answered + min(room, SOON))
            return None
        counter = -(-(amount + price) // 200) * 100
        self._offer(number, buyer, amount, "countered", when, answered)
        self._say(number, one.seller, self.workshop.said(rng, "chat", "counter", amount=_dollars(counter)), answered)
        last = answered + min(room, SOON)
        if one.status == "active" and rng.chance(0.4):
            self._offer(number, one.seller, counter, "open", answered, None)
            return None
        taken = one.status == "sold" or rng.chance(0.5)
        self._offer(number, one.seller, counter, "accepted" if taken else "declined", answered, last)
        self._say(number, buyer, self.workshop.said(rng, "chat", "take" if taken else "much"), last)
        return last if taken else None

    def _say(self, number: int, who: Person, text: str, when: datetime) -> None:
        self.messages.append((number, who.id, text, stamp(when), stamp(when)))

    def _offer(
        self, number: int, who: Person, amount: int, status: str, when: datetime, answered: datetime | None
    ) -> None:
        self.offers.append((number, who.id, amount, status, stamp(when), stamp(answered) if answered else None))

    def write(self) -> None:
        run = self.db.run_many
        run(
            "INSERT INTO review (listing_id, author_id, title, body, stars, created) VALUES (?, ?, ?, ?, ?, ?)",
            sorted(self.reviews, key=lambda row: str(row[5])),
        )
        run("INSERT INTO seller_rating VALUES (?, ?, ?, ?, ?, ?)", self.ratings)
        run("INSERT INTO conversation (id, listing_id, buyer_id, created) VALUES (?, ?, ?, ?)", self.conversations)
        run(
            "INSERT INTO message (conversation_id, sender_id, body, created, read) VALUES (?, ?, ?, ?, ?)",
            self.messages,
        )
        run(
            "INSERT INTO offer (conversation_id, sender_id, amount, status, created, answered) VALUES (?,"
            " ?, ?, ?, ?, ?)",
            self.offers,
        )


def _dollars(cents: int) -> str:
    return money(cents).removesuffix(".00")


def write_talk(
    db: Database, lore: Lore, workshop: Workshop, people: Sequence[Person], listed: Sequence[Listed]
) -> None:
    talk = Talk(db, workshop, people)
    rng = lore.rng("classifieds", "talk")
    public = [one for one in listed if one.published and one.status in ("active", "sold", "expired")]
    for one in public:
        for _ in range(rng.weighted((0, 1, 2, 3), (68.0, 22.0, 7.0, 3.0))):
            talk.review(rng, one)
    for one in public:
        named = one.seller.id <= 2
        wanted = one.status == "sold" or named or rng.chance(0.16)
        if not wanted or one.thing.kind.size in ("home", "service"):
            continue
        met: set[int] = set()
        for _ in range(rng.integer(1, 3) if named else 1 + rng.chance(0.15)):
            buyer = talk.other(rng, one)
            if buyer and buyer.id not in met:
                met.add(buyer.id)
                talk.converse(rng, one, buyer)
    _named_buyer(rng, talk, people[0], public)
    talk.write()


def _named_buyer(rng: Rng, talk: Talk, person: Person, public: Sequence[Listed]) -> None:
    """What the first member has asked about and bought; two purchases still wait for their rating."""
    goods = [
        one for one in public if one.thing.price and one.seller.id > 3 and one.thing.kind.size in ("small", "carry")
    ]
    sold = [one for one in goods if one.status == "sold" and one.seller.around]
    active = [one for one in goods if one.status == "active" and one.seller.around]
    met = {row[1] for row in talk.conversations}
    for one in rng.sample([one for one in active if one.id not in met], 5):
        talk.converse(rng, one, person)
    for one in rng.sample([one for one in sold if one.id not in talk.agreed], 3):
        number = len(talk.conversations) + 1
        assert one.published
        assert one.ended
        assert one.thing.price
        when = one.published + (one.ended - one.published) * 0.5
        later = when + min(timedelta(minutes=40), (one.ended - when) / 2)
        talk.conversations.append((number, one.id, person.id, stamp(when)))
        talk._say(number, person, f"Hello, I take it for {_dollars(one.thing.price)}.", when)
        talk._offer(number, person, one.thing.price, "accepted", when, later)
        talk._say(number, one.seller, "It is yours. Come by tonight.", later)
    conflicts = {(row[1], row[2]) for row in talk.conversations}
    assert len(conflicts) == len(talk.conversations), "one conversation for each buyer and listing"
