"""Disciplines that are composed in steps: the discipline, its level, targets and what else it asks.

A step with a single choice is left out.
"""

from collections.abc import Sequence
from math import comb
from typing import Any, Final, TypeAlias

from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.display_names import a_card, ranks_in_words
from app.games.scum_the_masquerade.hands import LONGEST, TYPES, length
from app.games.scum_the_masquerade.moves import CHARGE, Demand, PlayWith, Use
from app.games.scum_the_masquerade.powers import hands_with, plays_with, power_text, use_rules
from app.games.scum_the_masquerade.powers.borrowing import worth_borrowing
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.plays_with import shapes
from app.games.scum_the_masquerade.powers.rulesets import levels, ruleset
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import MoveStep
from app.rules.values import Choice

Picks: TypeAlias = tuple[tuple[Any, ...], ...]
USE_FIELDS: Final = (
    "discipline",
    "level",
    "targets",
    "cards",
    "demand",
    "loses",
    "restores",
    "ranks",
)
TEXT: Final = {
    "discipline": "Which discipline?",
    "level": "At which level? Each level costs a dot more.",
    "targets": "On whom?",
    "cards": "Which card out of the pile?",
    "demand": "What do you command?",
    "loses": "What do they lose?",
    "restores": "Which dots come back?",
    "ranks": "Which ranks may top no hand?",
}
LATER: Final = {
    Discipline.CELERITY: ("cards", "second", "third"),
    Discipline.CHIMERSTRY: ("cards", "announced"),
    Discipline.NECROMANCY: ("cards", "borrowed"),
    Discipline.PROTEAN: ("cards", "changed", "counts_as"),
}
"""The fields of a hand with a discipline that are chosen after its level."""
DEMANDS: Final = {
    Demand.ANY: "Play if they can",
    Demand.HIGHEST: "Play their highest hand",
    Demand.LOWEST: "Play their lowest hand that beats the trick",
    Demand.NAMED: "Play the hand that you name",
}


# -- a use before a play


def use_step(view: ScumView, picks: Picks) -> MoveStep | None:
    """The step after these picks: what the legal uses that are left differ in."""
    left, fields = _left(view, picks)
    for field in fields:
        values = list(dict.fromkeys(getattr(use, field) for use in left))
        if len(values) > 1:
            return _step(view.public, field, values)
    return None


def composed_use(view: ScumView, picks: Picks) -> Use:
    """The use that complete picks make."""
    left, _ = _left(view, picks)
    if left:
        return left[0]
    before, _ = _left(view, picks[:-1])
    field = next(field for field in USE_FIELDS if len({getattr(use, field) for use in before}) > 1)
    values = {name: getattr(before[0], name) for name in USE_FIELDS}
    chosen = tuple(picks[-1])
    return Use(**{**values, field: tuple(map(Card, chosen)) if field == "cards" else chosen})


def _left(view: ScumView, picks: Picks) -> tuple[list[Use], list[str]]:
    """The legal uses that fit the picks, and the fields that come after those."""
    assert view.seat is not None
    left = list(use_rules.uses(view.public, view.seat, every=False))
    fields = list(USE_FIELDS)
    for pick in picks:
        while len({getattr(use, fields[0]) for use in left}) < 2:
            fields.pop(0)
        field = fields.pop(0)
        left = [use for use in left if _fits(getattr(use, field), pick)]
    return left, fields


def _fits(value: Any, pick: Sequence[Any]) -> bool:
    return set(value) == set(pick) if isinstance(value, tuple) else (value,) == tuple(pick)


def _step(public: Tableau, field: str, values: Sequence[Any]) -> MoveStep:
    if not isinstance(values[0], tuple):
        choices = tuple(Choice(value, _text(public, field, value)) for value in values)
        return MoveStep(field, "options", TEXT[field], choices)
    single = list(dict.fromkeys(one for value in values for one in value))
    sizes = {len(value) for value in values}
    every = sum(comb(len(single), size) for size in range(min(sizes), max(sizes) + 1))
    kind = {"targets": "seats", "cards": "cards"}.get(field, "options")
    choices = tuple(Choice(one, _text(public, field, one)) for one in single)
    checked = len(values) < every
    text = TEXT[field].replace("card ", "cards ") if max(sizes) > 1 else TEXT[field]
    return MoveStep(field, kind, text, choices, min(sizes), max(sizes), checked_after=checked)


def _text(public: Tableau, field: str, value: Any) -> str:
    match field:
        case "discipline":
            return discipline_choice(public, value)
        case "cards":
            return a_card(value)
        case "demand":
            return DEMANDS[value]
        case "loses" | "restores":
            return "A charge" if value == CHARGE else power_text.name(public, Discipline(value))
        case "ranks":
            return ranks_in_words((value,))
        case "level":
            return f"Level {value}"
        case _:
            return ""


def discipline_choice(public: Tableau, discipline: Discipline) -> str:
    """ "Auspex: Look at one player's cards as they are now." """
    return f"{power_text.name(public, discipline)}: {levels(public.options, discipline)[0]}"


# -- a hand with a discipline


def with_step(view: ScumView, picks: Picks) -> MoveStep | None:
    """The step after these picks. The cards of a hand are checked when it is complete."""
    assert view.seat is not None
    public, crypt = view.public, (view.private or Hand()).cards
    found = list(hands_with.kinds(public, view.seat, crypt))
    made = _made(view, picks)
    if "discipline" not in made:
        names = dict.fromkeys(discipline for discipline, _ in found)
        return _step(public, "discipline", list(names))
    discipline = made["discipline"]
    if "level" not in made:
        return _step(public, "level", [level for one, level in found if one is discipline])
    lies = best(public)
    if "cards" not in made:
        own = public.promised or crypt
        size = (1, LONGEST) if lies is None else (length(lies.kind, public.packs),) * 2
        if discipline is Discipline.NECROMANCY:
            size = (max(1, size[0] - made["level"]), size[1] - 1)
        return _cards("cards", "Which hand?", own, *size)
    rest = tuple(card for card in crypt if card not in made["cards"])
    size = (len(made["cards"]),) * 2
    if discipline is Discipline.CELERITY and len(rest) >= size[0] and "second" not in made:
        return _cards("second", "Which hand follows and beats it?", rest, *size)
    if discipline is Discipline.CELERITY and made["level"] == 3 and "third" not in made:
        rest = tuple(card for card in rest if card not in made.get("second", ()))
        if len(rest) >= size[0]:
            return _cards("third", "Which hand beats that one?", rest, *size)
    if discipline is Discipline.PROTEAN:
        return _shape_step(view, made)
    if discipline is Discipline.CHIMERSTRY and "announced" not in made:
        return _cards("announced", "What do you announce?", public.deck, *size)
    if discipline is Discipline.NECROMANCY and "borrowed" not in made:
        return _borrowed_step(public, made)
    return None


def _borrowed_step(public: Tableau, made: dict[str, Any]) -> MoveStep | None:
    """Necromancy: the cards of the pile that make a hand with the own ones, if any do."""
    lies, own, level = best(public), made["cards"], made["level"]
    kinds, above = (TYPES[public.packs], -1) if lies is None else ((lies.kind,), lies.top)
    fitting = {
        card
        for kind in kinds
        for card in worth_borrowing(kind, own, public.pile, public.packs, level, above)
    }
    if not fitting:
        return None
    number = (1, level) if lies is None else (length(lies.kind, public.packs) - len(own),) * 2
    return _cards("borrowed", "Which cards out of the pile?", sort_hand(fitting), *number)


def _cards(field: str, text: str, cards: Sequence[Card], least: int, most: int) -> MoveStep:
    choices = tuple(Choice(card, a_card(card)) for card in cards)
    most = min(most, len(choices))
    return MoveStep(field, "cards", text, choices, min(least, most), most, checked_after=True)


def _shape_step(view: ScumView, made: dict[str, Any]) -> MoveStep | None:
    """Protean: the card that is changed, then what it counts as; None where the hand is none."""
    assert view.seat is not None
    crypt = (view.private or Hand()).cards
    legal = [
        (card, shape)
        for card in made["cards"]
        for shape in shapes(card, made["level"], ruleset(view.public.options).protean)
        if plays_with.problem(
            view.public,
            view.seat,
            crypt,
            _hand(made | {"changed": card, "counts_as": shape}),
        )
        is None
    ]
    field = "counts_as" if "changed" in made else "changed"
    if field == "counts_as":
        legal = [(card, shape) for card, shape in legal if card == made["changed"]]
    if not legal or "counts_as" in made:
        return None
    values = dict.fromkeys(shape if field == "counts_as" else card for card, shape in legal)
    text = "What does it count as?" if field == "counts_as" else "Which card counts as another?"
    choices = tuple(Choice(value, a_card(value)) for value in values)
    return MoveStep(field, "cards", text, choices)


def composed_with(view: ScumView, picks: Picks) -> PlayWith:
    """The hand that complete picks make; one that is no hand is refused afterwards."""
    return _hand(_made(view, picks))


def _hand(made: dict[str, Any]) -> PlayWith:
    return PlayWith(
        made["discipline"],
        made["cards"],
        made["level"],
        made.get("second", ()),
        made.get("third", ()),
        made.get("changed"),
        made.get("counts_as"),
        made.get("borrowed", ()),
        made.get("announced", ()),
    )


def _made(view: ScumView, picks: Picks) -> dict[str, Any]:
    """The fields that these picks fill, with those that leave no choice."""
    assert view.seat is not None
    crypt = (view.private or Hand()).cards
    found = list(hands_with.kinds(view.public, view.seat, crypt))
    left = list(picks)
    made: dict[str, Any] = {}
    disciplines = list(dict.fromkeys(discipline for discipline, _ in found))
    if len(disciplines) == 1:
        made["discipline"] = disciplines[0]
    elif left:
        made["discipline"] = Discipline(left.pop(0)[0])
    else:
        return made
    reached = [level for discipline, level in found if discipline is made["discipline"]]
    if len(reached) == 1:
        made["level"] = reached[0]
    elif left:
        made["level"] = left.pop(0)[0]
    later = LATER.get(made["discipline"], ("cards",))
    for field, pick in zip(later, left, strict=False):
        cards = tuple(map(Card, pick))
        made[field] = cards[0] if field in ("changed", "counts_as") else cards
    return made
