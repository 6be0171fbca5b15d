"""The facts of a picture: all that it shows, as a value. Public, and without ids."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from app.web.pictures import portraits
from app.web.pictures.portraits import Medal
from app.web.replay.marks import BEGINS, named

Shown: TypeAlias = tuple[int, str, str]
"""The number that marks have for somebody, the name and the portrait."""
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


class Step(msgspec.Struct, frozen=True):
    """One seat on its step of the ladder."""

    name: str
    """"": whoever sat there is called after the bird of the seat."""
    portrait: str
    """A whole code, see portraits.code_of."""
    place: int
    """1 is best."""
    shared: bool
    points: int
    seat: int


class PictureFacts(msgspec.Struct, frozen=True, tag="match"):
    """A match. Sentences hold marks in place of names, see replay/marks.py."""

    game: str
    """The title."""
    length: str
    head: str
    line: str
    """The one line of drama, or ""."""
    rare: str
    """The rarity of that, or ""."""
    unit: str
    """The name of the points."""
    steps: tuple[Step, ...]
    """Best first."""
    leavers: tuple[Shown, ...] = ()
    """The seats without a step, which sentences may name."""

    @property
    def people(self) -> tuple[Shown, ...]:
        """By seat."""
        return (*((step.seat, step.name, step.portrait) for step in self.steps), *self.leavers)


class Course(msgspec.Struct, frozen=True):
    """The way of one person through an evening."""

    name: str
    portrait: str
    lines: tuple[int | None, ...]
    """Their line on the ladder of each match, 0 on top; None: they did not play it."""
    won: int
    points: int
    """Of tonight, in the game that was played last."""


class EveningFacts(msgspec.Struct, frozen=True, tag="evening"):
    """The matches of an evening. The head holds marks of courses."""

    games: str
    head: str
    unit: str
    courses: tuple[Course, ...]
    """Those of the last match first, best first."""

    @property
    def people(self) -> tuple[Shown, ...]:
        """By course."""
        return tuple((at, one.name, one.portrait) for at, one in enumerate(self.courses))


AnyFacts: TypeAlias = PictureFacts | EveningFacts


def digest_of(facts: AnyFacts) -> str:
    """The same for equal facts."""
    return sha256(msgspec.json.encode(facts)).hexdigest()[:32]


def names_shown(
    facts: AnyFacts, drawable: Callable[[str], str] = lambda name: name
) -> dict[int, str]:
    """The names by seat or course. `drawable` leaves out of a name what has no letter in the fonts.

    Where nothing is left, and for whoever wants no name, the bird stands: "a heron".
    """
    names: dict[int, str] = {}
    for seat, name, code in facts.people:
        bird = portraits.portrait(code).bird.name
        taken = bird in names.values()
        names[seat] = drawable(name) or (f"another {bird.split(' ')[1]}" if taken else bird)
    return names


def sentence(marked: str, names: dict[int, str]) -> str:
    """The sentence with its names, and a capital where it begins with a bird's."""
    by_seat = tuple(names.get(seat, "somebody") for seat in range(max(names, default=-1) + 1))
    return capital(named(marked, by_seat)) if marked.startswith(BEGINS) else named(marked, by_seat)


def capital(text: str) -> str:
    """The text with a capital if it begins with a bird's article: names keep their letters."""
    begins = text.startswith(("a ", "an ", "another "))
    return text[0].upper() + text[1:] if begins else text


def medal(at: int, of: int) -> Medal:
    """The looks of a line of the ladder, as final_order.js has them."""
    if at == 0:
        return "first"
    if at == of - 1:
        return "last"
    if at == 1:
        return "second"
    return "penult" if at == of - 2 else "middle"


def ordinal(number: int) -> str:
    return f"{number}{'th' if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, 'th')}"


def described(facts: AnyFacts) -> str:
    """The picture in words, for whoever cannot see it."""
    names = names_shown(facts)
    if isinstance(facts, EveningFacts):
        now = (
            f"{names[at]}, {one.won} won, {one.points} {facts.unit}"
            for at, one in enumerate(facts.courses)
        )
        return f"{sentence(facts.head, names)}. {facts.games}. {'; '.join(now)}."
    ladder: Sequence[str] = [
        f"{ordinal(step.place)} {names[step.seat]}, {step.points} {facts.unit}"
        for step in facts.steps
    ]
    told = [facts.game, sentence(facts.head, names), "; ".join(ladder), sentence(facts.line, names)]
    return ". ".join(part.rstrip(".") for part in told if part) + "."
