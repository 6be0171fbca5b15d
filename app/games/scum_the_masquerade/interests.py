"""The interests of bots in politics: what each deed is worth to one seat, in places of a round.

All follows from one view. What others have done to the seat in this match counts as well
(memory.py): a favour is returned, and so is harm. Tempers weigh that differently, and a casual bot
forgets it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from statistics import mean
from typing import Final

import msgspec
from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card, without
from app.games.scum_the_masquerade.declaration_worth import GAINED, OTHERS
from app.games.scum_the_masquerade.evaluation import strength
from app.games.scum_the_masquerade.hands import TYPES, hands_of, kind_of, top
from app.games.scum_the_masquerade.memory import regard
from app.games.scum_the_masquerade.moves import Decide, Hunt
from app.games.scum_the_masquerade.odds import Odds, burden
from app.games.scum_the_masquerade.politics import conspiring, hunts
from app.games.scum_the_masquerade.politics.trading import PARTNERS
from app.games.scum_the_masquerade.powers import decisions, declaring
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Pack
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau
from app.rules.game import Seat
from app.rules.values import FAIR, Manner

FORCED: Final = 0.35
"""The places that one forced exchange moves from the lower rank to the higher."""
FIRST_LEAD: Final = 0.2
KINDNESS: Final = 0.12
"""The places that one point of an account counts."""
DEBT: Final = 0.35
"""The places that a granted boon brings by the end of the match, where rounds are left."""
LEAD: Final = 0.3
"""The worth of the next lead, in turns, as in heuristics.py."""
TURN: Final = 0.3
"""The places that a turn is worth."""
EACH: Final = 30
"""Hands of each type that are looked at."""
ANSWERED: Final = 0.6
"""The chance that the trick still stands as it was shown when it comes to the first rank."""


class Weights(msgspec.Struct, frozen=True):
    """The weight of accounts to a temper, and what it adds to the worth of deeds, in places."""

    favours: float = 1.0
    harm: float = 1.0
    boon: float = 0.0
    pact: float = 0.0
    hunt: float = 0.0
    look: float = 0.0


_WEIGHTS: Final = {
    "": Weights(),
    "faithful": Weights(favours=2.0, boon=0.1, hunt=-0.05, look=0.05),
    "greedy": Weights(favours=0.3, boon=-0.1, pact=0.15),
    "spiteful": Weights(harm=2.5, boon=-0.05, hunt=0.15),
    "timid": Weights(harm=0.5, boon=0.15, pact=-0.15, hunt=-0.3, look=-0.05),
}
TEMPERS: Final = tuple(temper for temper in _WEIGHTS if temper)


def _weights(manner: Manner) -> Weights:
    return _WEIGHTS[manner.temper]


def _kindness(public: Tableau, seat: Seat, other: Seat, manner: Manner) -> float:
    """The places that the account with the other counts; a casual bot keeps none."""
    if manner.strength == "casual":
        return 0.0
    account, weights = regard(public, seat, other), _weights(manner)
    return KINDNESS * account * (weights.favours if account > 0 else weights.harm)


# -- pacts


def worth_of_pact(public: Tableau, seat: Seat, manner: Manner = FAIR) -> float:
    """A trade that is lost or escaped, against the debt.

    Whoever finishes below the rank of the pact comes last; each place is as likely as another.
    """
    players, place = len(public.order), public.order.index(seat)
    left = players - 1 - place
    debt = left * (left + 1) / (2 * players)
    trade = FORCED * _burden_of_trade(players, place)
    return trade + FIRST_LEAD * (place == 1) - debt + _weights(manner).pact


@cache
def _burden_of_trade(players: int, place: int) -> int:
    """The forced exchanges in which this rank gives its best card, less those where it gets one."""
    pays = 0
    for higher, lower, parts in PARTNERS[players]:
        pays += parts.count("forced") * ((lower == place + 1) - (higher == place + 1))
    return pays


# -- decisions


def worth_of_decision(public: Tableau, seat: Seat, move: Decide) -> float:
    """The gain of one's own next clan by it, less that of others who declare."""
    then = replace(public, decisions=move)
    own = others = 0.0
    for one in declaring.must_declare(then):
        if declaring.standing(then, one) == "clanned":
            gained = _worth_of_clans(move.packs, move.loose)
            own, others = (gained, others) if one == seat else (own, others + gained)
    return own - others / (len(public.order) - 1) - SLIM * (move != decisions.standing(public))


SLIM: Final = 0.01
"""A decision that changes nothing for oneself is left as it was."""


@cache
def _worth_of_clans(packs: tuple[Pack, ...], loose: bool) -> float:
    """The places that a clan of these packs gains on average, its dots split well."""

    def best(own: Sequence[Discipline]) -> float:
        return max(
            max(GAINED.get(one, OTHERS)[2], sum(GAINED.get(each, OTHERS)[0] for each in own))
            for one in own
        )

    free = max(gained[0] for gained in GAINED.values()) / 3 if loose else 0.0
    return mean(best(LINEAGES[clan].disciplines) for clan in decisions.clans_of(packs)) + free


# -- boons


def worth_of_granting(view: ScumView, manner: Manner = FAIR) -> float:
    """The debt of the one who asks, and the kindness between the two, less the lost lead."""
    public, hand, seat = view.public, view.private or Hand(), view.seat
    assert seat is not None
    asker = public.boons[-1].seat
    later = public.options.ending == "endless" or public.round < public.options.rounds
    kind = _kindness(public, seat, asker, manner) + _weights(manner).boon
    return DEBT * later + kind - TURN * _lost_lead(view, hand, hand.shown[-1].cards)


def _lost_lead(view: ScumView, hand: Hand, shown: tuple[Card, ...]) -> float:
    """The turns that the best own lead saves, less what the best answer to this hand saves."""
    odds, packs = Odds(view), view.public.packs

    def saved(cards: tuple[Card, ...]) -> float:
        gone = burden(hand.cards) - burden(without(hand.cards, cards))
        return gone + LEAD * odds.wins(cards, top(cards))

    kind = kind_of(shown)
    answers = [
        one for one in islice(hands_of(kind, hand.cards, packs), EACH) if top(one) > top(shown)
    ]
    leads = [
        one for each in TYPES[packs] for one in islice(hands_of(each, hand.cards, packs), EACH)
    ]
    answer = max((ANSWERED * saved(one) for one in answers), default=0.0)
    return max((saved(one) for one in leads), default=0.0) - answer


def worth_of_asking(public: Tableau, seat: Seat, manner: Manner = FAIR) -> float:
    """The lead and a better account, unless the first rank has harmed this seat or said no."""
    return FIRST_LEAD + _kindness(public, seat, public.order[0], manner)


# -- blood hunts


def best_hunt(view: ScumView, manner: Manner = FAIR) -> Hunt | None:
    """The most dangerous player whom one's own powers can reach, if harm is worth its answer."""
    public, seat = view.public, view.seat
    assert seat is not None
    reach = sum(dot.have for dot in public.sheets[seat].dots if dot.discipline in AIMED)
    found = [
        (
            _worth_of_hunting(public, seat, one, reach)
            - _kindness(public, seat, one, manner)
            + _weights(manner).hunt,
            one,
        )
        for one in hunts.prey(public)
    ]
    worth, hunted = max(found, key=lambda pair: (pair[0], -pair[1]), default=(0.0, None))
    return Hunt(hunted) if hunted is not None and worth > 0 else None


AIMED: Final = frozenset(
    {
        Discipline.PRESENCE,
        Discipline.DOMINATE,
        Discipline.DAIMOINON,
        Discipline.DEMENTATION,
        Discipline.OBTENEBRATION,
        Discipline.QUIETUS,
        Discipline.THAUMATURGY,
        Discipline.SERPENTIS,
        Discipline.AUSPEX,
    }
)
"""The disciplines that a blood hunt makes cheaper."""
HUNTED: Final = 0.1
"""The places that one dot less costs the hunted, and what the anger about it costs."""


def _worth_of_hunting(public: Tableau, seat: Seat, prey: Seat, reach: int) -> float:
    """Dots that are saved, more against who is ahead in the match, or could hide."""
    ahead = public.scores[prey] >= public.scores[seat]
    hides = any(dot.discipline is Discipline.OBFUSCATE for dot in public.sheets[prey].dots)
    return HUNTED * (reach + ahead + hides - 2)


# -- conspiring


def worth_of_a_look(view: ScumView, other: Seat, manner: Manner = FAIR) -> float:
    """The cards that are seen, less the own ones that are shown, by how strong the own crypt is."""
    public, hand, seat = view.public, view.private or Hand(), view.seat
    assert seat is not None
    cards = public.counts[other]
    own = strength(hand.cards) - _usual_strength(len(hand.cards))
    kind = _kindness(public, seat, other, manner) + _weights(manner).look
    return LOOK * (cards - len(hand.cards)) - SHOWN * own + kind


LOOK: Final = 0.02
SHOWN: Final = 0.1


@cache
def _usual_strength(cards: int) -> float:
    """The strength of a usual crypt of this many cards, fitted to 2,000 deals."""
    return USUAL[0] + USUAL[1] * cards


USUAL: Final = (-1.5, -0.13)


def partner(view: ScumView, manner: Manner = FAIR) -> Seat | None:
    """The one whose look is worth most, once in a round; None: none is worth asking for."""
    public, seat, hand = view.public, view.seat, view.private or Hand()
    assert seat is not None
    if conspiring.asked(public, hand, seat) or any(
        seat in one.seats for one in public.conspiracies
    ):
        return None
    others = conspiring.partners(public, seat, hand)
    worth, best = max(
        ((worth_of_a_look(view, one, manner), one) for one in others),
        key=lambda pair: (pair[0], -pair[1]),
        default=(0.0, None),
    )
    return best if worth > 0 else None
