"""The legal hands with a discipline: listed, or only found to exist."""

from collections.abc import Iterator
from functools import lru_cache

from app.games.scum_the_masquerade.cards import SUITS, Card, sort_hand, without
from app.games.scum_the_masquerade.hands import TYPES, HandType, hand_type, hands, hands_of, top
from app.games.scum_the_masquerade.moves import Demand, PlayWith
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.powers.borrowing import could_borrow, with_borrowed
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.effects import order_on
from app.games.scum_the_masquerade.powers.plays_with import held, problem, shapes
from app.games.scum_the_masquerade.powers.possible_hands import could_beat, highest_top
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.powers.use_rules import levels_of
from app.games.scum_the_masquerade.state import Tableau
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import Seat


def kinds(public: Tableau, seat: Seat, crypt: tuple[Card, ...]) -> Iterator[tuple[Discipline, int]]:
    """The disciplines, with their levels, of which a hand could be played now."""
    order = order_on(public, seat)
    for discipline in held(public, seat):
        for level in levels_of(public, seat, discipline):
            if discipline is Discipline.NECROMANCY and not _borrows(public, seat, crypt, level):
                continue
            demanded = order is not None and order.demand is not Demand.ANY
            if public.taken_back or public.forbidden or demanded:
                found: object = next(at_level(public, seat, crypt, discipline, level), None)
            else:
                if discipline is Discipline.NECROMANCY:
                    yield discipline, level
                    continue
                lies = best(public)
                if discipline is Discipline.CHIMERSTRY:
                    if _bluffs(public, crypt, level):
                        yield discipline, level
                    continue
                lying = None if lies is None else (lies.kind, lies.top)
                cards = public.promised or crypt
                far = ruleset(public.options).protean
                found = _exists(discipline, level, crypt, cards, public.packs, lying, far) or None
            if found is not None:
                yield discipline, level


def _bluffs(public: Tableau, crypt: tuple[Card, ...], level: int) -> bool:
    """True if some hand that beats the trick can be announced."""
    lies = best(public)
    if lies is None:
        return len(crypt) > 1
    return announcing.possible(public, crypt, lies.kind, level, lies.top)


def _borrows(public: Tableau, seat: Seat, crypt: tuple[Card, ...], level: int) -> bool:
    """True if some hand with cards out of the pile beats the trick; a named hand has none."""
    lies, order = best(public), order_on(public, seat)
    if public.promised or (order is not None and order.demand is Demand.NAMED):
        return False
    kinds, above = (TYPES[public.packs], -1) if lies is None else ((lies.kind,), lies.top)
    return any(could_borrow(kind, crypt, public.pile, public.packs, level, above) for kind in kinds)


@lru_cache(maxsize=2048)
def _exists(
    discipline: Discipline,
    level: int,
    crypt: tuple[Card, ...],
    cards: tuple[Card, ...],
    packs: int,
    lying: tuple[HandType, int] | None,
    farthest: tuple[int, int, int],
) -> bool:
    """True if some hand of `cards` can be played so; more hands may come out of the crypt."""
    kind, above = lying or (None, -1)
    if discipline is Discipline.CELERITY:
        return _several(level, crypt, cards, packs, kind, above)
    if kind is None:
        return bool(cards)
    if discipline is Discipline.POTENCE:
        highest = highest_top(cards, kind, packs)
        return highest is not None and min(51, highest + level * len(SUITS)) > above
    return any(
        could_beat(seen, shape, kind, packs, above)
        for _, shape, seen in _seen(cards, level, farthest)
    )


def _seen(
    cards: tuple[Card, ...], level: int, farthest: tuple[int, int, int]
) -> Iterator[tuple[Card, Card, tuple[Card, ...]]]:
    """Each card with each shape of it, and all the cards as they count then."""
    for card in cards:
        rest = tuple(one for one in cards if one is not card)
        for shape in shapes(card, level, farthest):
            yield card, shape, (*rest, shape)


def _several(
    level: int,
    crypt: tuple[Card, ...],
    cards: tuple[Card, ...],
    packs: int,
    kind: HandType | None,
    above: int,
) -> bool:
    """True if a hand can be followed by another that beats it, and by a third at level three."""
    more = 2 if level == 3 else 1
    if cards is not crypt and cards != crypt:
        return _followed(crypt, cards, packs, more)
    if kind is None:
        return any(_climbs(crypt, one, packs, -1, more) for one in (HandType.SINGLE, HandType.PAIR))
    return _climbs(crypt, kind, packs, above, more)


def _climbs(crypt: tuple[Card, ...], kind: HandType, packs: int, above: int, more: int) -> bool:
    highest = highest_top(crypt, kind, packs)
    if highest is None or highest <= above:
        return False
    tried: set[tuple[int, ...]] = set()
    for one in hands_of(kind, crypt, packs):
        # hands of the same ranks and the same top leave the same to follow them
        like = (top(one), *sorted(card.rank for card in one))
        if like[0] > above and like not in tried:
            tried.add(like)
            if _followed(crypt, one, packs, more):
                return True
    return False


def _followed(crypt: tuple[Card, ...], first: tuple[Card, ...], packs: int, more: int) -> bool:
    kind = hand_type(first, packs)
    assert kind is not None
    rest = without(crypt, first)
    if more > 1:
        return _climbs(rest, kind, packs, top(first), more - 1)
    highest = highest_top(rest, kind, packs)
    return highest is not None and highest > top(first)


def plays(public: Tableau, seat: Seat, crypt: tuple[Card, ...]) -> Iterator[PlayWith]:
    """Legal hands with a discipline, each once."""
    for discipline, level in kinds(public, seat, crypt):
        yield from at_level(public, seat, crypt, discipline, level)


def at_level(
    public: Tableau, seat: Seat, crypt: tuple[Card, ...], discipline: Discipline, level: int
) -> Iterator[PlayWith]:
    possible = {
        Discipline.CHIMERSTRY: _announced,
        Discipline.NECROMANCY: _borrowed,
        Discipline.PROTEAN: _changed,
    }
    for move in possible.get(discipline, _natural)(public, crypt, discipline, level):
        if problem(public, seat, crypt, move) is None:
            yield move


def _natural(
    public: Tableau, crypt: tuple[Card, ...], discipline: Discipline, level: int
) -> Iterator[PlayWith]:
    """Hands that are hands without the discipline too."""
    lies, packs = best(public), public.packs
    found = hands(crypt, packs) if lies is None else hands_of(lies.kind, crypt, packs)
    for cards in (public.promised,) if public.promised else found:
        if discipline is Discipline.POTENCE:
            yield PlayWith(discipline, cards, level)
        elif lies is None or top(cards) > lies.top:
            yield from _with_more(PlayWith(discipline, cards, level), crypt, packs)


def _with_more(move: PlayWith, crypt: tuple[Card, ...], packs: int) -> Iterator[PlayWith]:
    """Celerity: the hands that follow the first one."""
    kind = hand_type(move.cards, packs)
    assert kind is not None
    rest = without(crypt, move.cards)
    for second in hands_of(kind, rest, packs):
        if top(second) <= top(move.cards):
            continue
        if move.level < 3:
            yield PlayWith(move.discipline, move.cards, move.level, second)
            continue
        for third in hands_of(kind, without(rest, second), packs):
            if top(third) > top(second):
                yield PlayWith(move.discipline, move.cards, move.level, second, third)


def _changed(
    public: Tableau, crypt: tuple[Card, ...], discipline: Discipline, level: int
) -> Iterator[PlayWith]:
    """Hands in which one card counts as another: the changed card is among them."""
    lies, packs = best(public), public.packs
    farthest = ruleset(public.options).protean
    for card, shape, seen in _seen(public.promised or crypt, level, farthest):
        found: Iterator[tuple[Card, ...]] = hands(seen, packs) if lies is None else iter(())
        if lies is not None and could_beat(seen, shape, lies.kind, packs, lies.top):
            found = hands_of(lies.kind, seen, packs)
        for one in dict.fromkeys(one for one in found if shape in one):
            cards = sort_hand((*without(one, (shape,)), card))
            yield PlayWith(discipline, cards, level, changed=card, counts_as=shape)


def _borrowed(
    public: Tableau, crypt: tuple[Card, ...], discipline: Discipline, level: int
) -> Iterator[PlayWith]:
    """Hands of own cards and cards out of the pile."""
    lies, packs = best(public), public.packs
    for kind in TYPES[packs] if lies is None else (lies.kind,):
        for own, borrowed in with_borrowed(kind, crypt, public.pile, packs, level):
            yield PlayWith(discipline, own, level, borrowed=borrowed)


def _announced(
    public: Tableau, crypt: tuple[Card, ...], discipline: Discipline, level: int
) -> Iterator[PlayWith]:
    """Hands that may be announced, true or not."""
    lies = best(public)
    kinds, above = (TYPES[public.packs], -1) if lies is None else ((lies.kind,), lies.top)
    for kind in kinds:
        yield from announcing.announcements(public, crypt, kind, level, above)
