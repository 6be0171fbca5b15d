"""The disciplines of bots: a use before a play, or a hand with a discipline, if it is worth it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from app.games.scum_the_masquerade import bluffing, bot_forms, heuristics
from app.games.scum_the_masquerade.cards import RANKS, Card, without
from app.games.scum_the_masquerade.hands import TYPES, hands_of, top
from app.games.scum_the_masquerade.memory import GRANTED, regard
from app.games.scum_the_masquerade.moves import Play, PlayWith, Use
from app.games.scum_the_masquerade.odds import Odds, burden
from app.games.scum_the_masquerade.powers import hands_with, use_rules
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.state import Hand, ScumView, still_in
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import Prompt, Seat

MOST: Final = 60
"""Hands with one discipline, and hands of one type, that are looked at."""
TRIED: Final = 20
"""Hands that are tried until one would be believed."""
FEW: Final = 5
"""Cards of a crypt that is nearly empty."""
LAST: Final = 2
"""Cards of a crypt that is held up even where its owner has granted a boon."""
MOST_LEFT: Final = 8
"""Cards of an own crypt with which others are kept from the trick; measured in paired rounds."""
DOT: Final = 0.5
"""The turns that a dot has to save."""
RISE: Final = 0.3
"""The chance to win the trick that forbidding ranks has to add."""
AGAINST: Final = (
    Discipline.PRESENCE,
    Discipline.OBTENEBRATION,
    Discipline.DEMENTATION,
    Discipline.DAIMOINON,
    Discipline.THAUMATURGY,
    Discipline.DOMINATE,
    Discipline.QUIETUS,
    Discipline.AUSPEX,
)
"""Disciplines that hold up somebody who is nearly out, or show that crypt: the best first."""


def use(view: ScumView) -> Use | None:
    """The first use of these that is worth its dots now."""
    public, seat, hand = view.public, view.seat, view.private or Hand()
    assert seat is not None
    legal: dict[Discipline, list[Use]] = {}
    for one in use_rules.uses(public, seat, every=False):
        legal.setdefault(one.discipline, []).append(one)
    found = (
        _exchange(view, legal.get(Discipline.SERPENTIS, [])),
        _restored(seat, legal.get(Discipline.OBEAH, [])),
        _against(view, seat, legal),
        _awed(view, seat, legal.get(Discipline.PRESENCE, [])),
        _taken(view, hand, legal.get(Discipline.ANIMALISM, [])),
        _forbidden(view, legal.get(Discipline.MYTHERCERIA, [])),
        bot_forms.use(view, legal.get(Discipline.VICISSITUDE, [])),
        _hidden(view, seat, legal.get(Discipline.OBFUSCATE, [])),
    )
    return next((one for one in found if one is not None), None)


def _against(view: ScumView, seat: Seat, legal: dict[Discipline, list[Use]]) -> Use | None:
    """A power against whoever is nearest to going out."""
    public = view.public
    others = [other for other in still_in(public) if other != seat]
    nearest = min(others, key=lambda other: (public.counts[other], public.order.index(other)))
    if public.counts[nearest] > LAST and regard(public, seat, nearest) >= GRANTED:
        return None
    if public.counts[nearest] > FEW:
        return None
    for discipline in (*AGAINST, *(one for one in legal if one not in KNOWN)):
        fitting = [one for one in legal.get(discipline, ()) if nearest in one.targets]
        if discipline is Discipline.QUIETUS and not use_rules.to_lose(public, nearest):
            continue
        seen = (look.seat == seat and look.target == nearest for look in public.looks)
        if discipline is Discipline.AUSPEX and any(seen):
            continue
        if fitting:
            return fitting[-1]
    return None


def _awed(view: ScumView, seat: Seat, uses: Sequence[Use]) -> Use | None:
    """Presence on whoever is nearest to going out, while the own crypt empties."""
    public = view.public
    if public.counts[seat] > MOST_LEFT:
        return None
    near = [one for one in uses if one.level == 1]
    return min(near, key=lambda one: public.counts[one.targets[0]], default=None)


def _exchange(view: ScumView, uses: Sequence[Use]) -> Use | None:
    """A high card for a low one, of whoever holds the most cards."""
    counts = view.public.counts
    return max(uses, key=lambda one: (counts[one.targets[0]], -one.level), default=None)


def _restored(seat: Seat, uses: Sequence[Use]) -> Use | None:
    """As many of the own spent dots as the level gives back."""
    own = [one for one in uses if one.targets == (seat,) and len(one.restores) == one.level]
    return own[-1] if own else None


def _hidden(view: ScumView, seat: Seat, uses: Sequence[Use]) -> Use | None:
    """A place to hide before going out."""
    return uses[0] if uses and view.public.counts[seat] <= FEW else None


def _taken(view: ScumView, hand: Hand, uses: Sequence[Use]) -> Use | None:
    """A card of the pile that is part of a much better hand for this turn."""
    if not uses or len(hand.cards) > 2 * FEW:
        return None
    by_rank = {one.cards[0].rank: one for one in sorted(uses, key=lambda one: -one.level)}
    found = [
        (_gain_with(view, hand, one.cards[0]) - DOT * one.level, one) for one in by_rank.values()
    ]
    gain, best_use = max(found, key=lambda pair: pair[0])
    return best_use if gain > 0 and gain > natural(view) else None


def _gain_with(view: ScumView, hand: Hand, card: Card) -> float:
    """The turns that the best hand with this card more saves on this turn."""
    public, laid = view.public, best(view.public)
    more, now = (*hand.cards, card), burden(hand.cards)
    gains = (
        now - burden(without(more, cards))
        for kind in (TYPES[public.packs] if laid is None else (laid.kind,))
        for cards in islice(hands_of(kind, more, public.packs), MOST)
        if card in cards and (laid is None or top(cards) > laid.top)
    )
    return max(gains, default=0.0)


def _forbidden(view: ScumView, uses: Sequence[Use]) -> Use | None:
    """The ranks that could beat the hand that is to be played now."""
    if not uses:
        return None
    move = _best_play(view)
    if move is None:
        return None
    height, odds, public = top(move.cards), Odds(view), view.public
    above = [rank for rank in RANKS[height // 4 + 1 :] if odds.unseen(RANKS.index(rank))]
    for one in uses:
        number = ruleset(public.options).forbidden[one.level - 1]
        if set(one.ranks) == {*above[:number]}:
            then = Odds(view, [RANKS.index(rank) for rank in one.ranks])
            rise = then.wins(move.cards, height) - odds.wins(move.cards, height)
            if rise >= RISE * one.level:
                return one
    return None


def _best_play(view: ScumView) -> Play | None:
    """The hand that the bot would play now without a discipline."""
    asked = view.public.asked
    assert asked is not None
    moves = list(heuristics.candidates(view, Prompt("", asked.value)))
    scores = heuristics.score_moves(view, moves)
    move = moves[max(range(len(moves)), key=scores.__getitem__)]
    return move if isinstance(move, Play) else None


def natural(view: ScumView) -> float:
    """The turns that the best play without a discipline saves."""
    hand, move = view.private or Hand(), _best_play(view)
    return 0.0 if move is None else burden(hand.cards) - burden(without(hand.cards, move.cards))


def play_with(view: ScumView) -> PlayWith | None:
    """A hand with a discipline if it empties the crypt, or saves turns beyond its dots."""
    hand = view.private or Hand()
    now = burden(hand.cards)
    found = [(now - burden(_rest(hand, move)) - _price(move), move) for move in _hands(view, hand)]
    if not found:
        return None
    out = [move for _, move in found if not _rest(hand, move)]
    if out:
        return min(out, key=lambda move: move.level)
    least = max(0.0, natural(view))
    better = sorted((pair for pair in found if pair[0] > least), key=lambda pair: -pair[0])
    tried = (move for _, move in better[:TRIED])
    return next((move for move in tried if _may_be_believed(view, move)), None)


def _may_be_believed(view: ScumView, move: PlayWith) -> bool:
    return move.discipline is not Discipline.CHIMERSTRY or bluffing.is_credible(view, move)


def _hands(view: ScumView, hand: Hand) -> Iterator[PlayWith]:
    public, seat = view.public, view.seat
    assert seat is not None
    for discipline, level in hands_with.kinds(public, seat, hand.cards):
        found = hands_with.at_level(public, seat, hand.cards, discipline, level)
        yield from islice(found, MOST)


def _rest(hand: Hand, move: PlayWith) -> tuple[Card, ...]:
    gone = {*move.cards, *move.second, *move.third}
    return tuple(card for card in hand.cards if card not in gone)


def _price(move: PlayWith) -> float:
    """The turns that have to be saved: with Celerity at its first level also the lost one."""
    lost = move.discipline is Discipline.CELERITY and move.level == 1
    return DOT * move.level + 0.3 * lost


KNOWN: Final = (
    *AGAINST,
    Discipline.ANIMALISM,
    Discipline.MYTHERCERIA,
    Discipline.OBEAH,
    Discipline.OBFUSCATE,
    Discipline.SERPENTIS,
    Discipline.VICISSITUDE,
)
"""The disciplines that are used by a rule of their own; others are used against the nearest."""
