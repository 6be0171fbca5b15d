"""The odds that an announced hand is false, and what it is worth to challenge it, from one view."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from typing import Final

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import hand_type, top
from app.games.scum_the_masquerade.moves import PlayWith, Use
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.powers.marks import Pending
from app.games.scum_the_masquerade.powers.possible_hands import highest_top
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau, still_in
from app.games.scum_the_masquerade.tricks import best
from app.games.scum_the_masquerade.worlds import known_crypts
from app.rules.game import Seat, View

TRUTH: Final = 3.0
"""A hand that is there counts as announced this many times as often as one that is not."""
FEW: Final = 5
"""Cards of a crypt that is nearly empty."""
CREDIBLE: Final = 0.6
"""The odds that an own bluff is false, for all that others know, up to which it is worth a try."""
LATE: Final = 0.5
"""The worth of a lost turn, in turns, of somebody who would be nearly out."""
REACH: Final = 0.4
"""The worth of a trick on which the own crypt can play, and could not on the announced hand."""
LOST: Final = 0.8
"""The turns that a wrong challenge costs who could play on the announced hand."""
IDLE: Final = 0.4
"""The turns that it costs who would have to pass in any case."""


def worth_of_challenge(view: ScumView) -> float:
    """Above 0 if the announced hand should be challenged."""
    pending = announcing.bluff(view.public)
    if pending is None or view.seat is None:
        return 0.0
    doubt = chance_it_is_false(view, pending)
    return doubt * _gain(view, pending) - (1 - doubt) * _cost(view, pending)


def chance_it_is_false(view: ScumView, pending: Pending) -> float:
    """The odds that other cards lie there, as far as this view knows where cards are.

    Only as many cards may be false as the level allows.
    """
    public, announced = view.public, pending.use.cards
    own = view.private or Hand()
    if view.seat in public.seen_through:
        return float(announcing.false_cards(own.seen_through, announced) > 0)
    chances = _chances_held(view, pending)
    most = announcing.may_be_false(pending.use.level, len(announced))
    true, false = chances[-1], sum(chances[len(announced) - most : -1])
    return false / (TRUTH * true + false) if true else 1.0


def is_worth_a_look(view: ScumView) -> bool:
    """True if a dot of Auspex would tell something about the announced hand."""
    pending = announcing.bluff(view.public)
    return pending is not None and 0 < chance_it_is_false(view, pending) < 1


def is_credible(view: ScumView, move: PlayWith) -> bool:
    """True if others could believe this hand, as far as what all know tells."""
    assert view.seat is not None
    use = Use(move.discipline, (), move.level, move.announced)
    public: ScumView = View(None, view.public, None)
    return chance_it_is_false(public, Pending(view.seat, use, ())) <= CREDIBLE


def _chances_held(view: ScumView, pending: Pending) -> list[float]:
    """The chance of each number of announced cards that the user may hold, from none to all."""
    public, user = view.public, pending.seat
    needed = Counter(card.face for card in pending.use.cards)
    known = {seat: _known_cards(view, seat) for seat in still_in(public)}
    pool = {*public.deck} - {*public.open_cards} - _own(view)
    pool -= {card for seat, (cards, _) in known.items() if seat != user for card in cards}
    sure, missing = known[user]
    open_to = pool - sure - missing
    left = needed - Counter(card.face for card in sure)
    there = needed.total() - left.total()
    copies = Counter(card.face for card in open_to)
    spots = public.counts[user] - len(sure)
    wanted = [(many, copies[face]) for face, many in left.items()]
    found = covered(wanted, len(open_to), spots)
    return [0.0] * there + found


def covered(wanted: Sequence[tuple[int, int]], pool: int, spots: int) -> list[float]:
    """The chance of each number of wanted cards among `spots` cards drawn from a pool.

    `wanted`: for each kind of card the number that is wanted, and the copies in the pool.
    """
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for many, copies in wanted:
        before, ways = ways, Counter()
        for (held, drawn), number in before.items():
            for more in range(copies + 1):
                ways[held + min(more, many), drawn + more] += number * comb(copies, more)
    others = pool - sum(copies for _, copies in wanted)
    found = [0] * (sum(many for many, _ in wanted) + 1)
    for (held, drawn), number in ways.items():
        if drawn <= spots:
            found[held] += number * comb(others, spots - drawn)
    whole = sum(found)
    return [number / whole for number in found] if whole else [1.0, *[0.0] * (len(found) - 1)]


def _own(view: ScumView) -> set[Card]:
    return {*view.private.cards} if view.private is not None else set()


def _known_cards(view: ScumView, seat: Seat) -> tuple[set[Card], set[Card]]:
    """The cards that this seat surely holds, and those that it surely does not."""
    public = view.public
    if seat == view.seat:
        return _own(view), set()
    held, missing = {*public.taken_up(seat)}, set[Card]()
    for fact in known_crypts.facts(view):
        if fact.seat != seat or _traded_since(public, seat, fact.at):
            continue
        if fact.kind == "none":
            missing |= fact.cards
        else:
            held |= _still(public, seat, fact.cards)
        if fact.kind == "all":
            missing |= {*public.deck}
    return held, missing - held


def _traded_since(public: Tableau, seat: Seat, at: int) -> bool:
    return any(seat in swap.seats for swap in public.swaps[at:])


def _still(public: Tableau, seat: Seat, cards: Iterable[Card]) -> set[Card]:
    """The cards, of those once held, that have not been played since."""
    played, gained = public.played[seat], public.gained(seat)
    return {card for card in cards if played.count(card) <= gained.count(card)}


# -- the stake


def _gain(view: ScumView, pending: Pending) -> float:
    """The worth of a false hand that goes back: a turn of one of the others, and the trick."""
    public = view.public
    long = len(pending.use.cards)
    gain = 1 / max(1, len(still_in(public)) - 1)
    if public.counts[pending.seat] - long <= FEW:
        gain += LATE
    laid = best(public)
    before = -1 if laid is None else laid.top
    if _can_beat(view, pending, before) and not _can_beat(view, pending, top(pending.use.cards)):
        gain += REACH
    return gain


def _cost(view: ScumView, pending: Pending) -> float:
    """The worth of the turn that a wrong challenge loses."""
    return LOST if _can_beat(view, pending, top(pending.use.cards)) else IDLE


def _can_beat(view: ScumView, pending: Pending, height: int) -> bool:
    """True if the own crypt has a hand of the announced type above a height."""
    packs, cards = view.public.packs, (view.private or Hand()).cards
    kind = hand_type(pending.use.cards, packs)
    assert kind is not None
    highest = highest_top(cards, kind, packs)
    return highest is not None and highest > height
