"""The heuristic of the bots: a score for each move, from one view, in turns."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from app.games.scum_the_masquerade import bluffing, bot_forms, interests, prompts
from app.games.scum_the_masquerade.cards import PACK, Card, without
from app.games.scum_the_masquerade.declaration_worth import declaration_scores
from app.games.scum_the_masquerade.hands import TYPES, hands_of, top
from app.games.scum_the_masquerade.moves import (
    Accept,
    AnswerBoon,
    Ask,
    Decide,
    Declare,
    Decline,
    Give,
    Move,
    NameHand,
    Pact,
    Pass,
    Play,
    Propose,
    React,
    Reshape,
    Wish,
)
from app.games.scum_the_masquerade.odds import Odds, burden, groups, lone
from app.games.scum_the_masquerade.politics.trading import held, longest_wish
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.naming import crypt_of_named
from app.games.scum_the_masquerade.powers.temptation import to_exchange
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau, still_in
from app.games.scum_the_masquerade.tricks import designated
from app.rules.game import Prompt
from app.rules.values import FAIR, Manner

LEAD: Final = 0.3
"""The worth of the next lead, in turns."""
EACH: Final = 12
"""Hands of each type that a bot considers."""
LISTED: Final = 60
"""Hands that a bot considers in the order of the rules."""
PROPOSALS: Final = 12
SLIM: Final = 0.05
"""The least gain, in turns, that an exchange is worth."""
KINDNESS: Final = 0.3
"""The turns that a card is worth less because the other one asked for it."""


def candidates(view: ScumView, prompt: Prompt) -> Iterator[Move]:
    """The answers that bots consider: of each type of hand some, low ones first."""
    hand = view.private or Hand()
    match prompt.kind:
        case "lead" | "ask-boon" | "follow":
            legal = prompts.legal(view, prompt)
            found = list(islice(legal, LISTED))
            yield from found
            free = designated(view.public) is None and not view.public.promised
            if len(found) == LISTED and prompt.kind == "lead" and free:
                yield from _rarer(view.public, hand.cards, found)
        case "wish":
            yield Wish(wish_list(view))
        case "give-any":
            assert view.seat is not None
            own = to_exchange(view.public, view.seat, hand.cards)
            yield from map(Give, reversed(own))
        case "ask-back":
            yield Ask()
            yield from map(Ask, _twins(hand.cards))
        case "reshape":
            yield bot_forms.best_change(view.public, hand, view.public.reshapings[-1].level)
        case "offer":
            yield Decline()
            yield from proposals(hand)
        case _:
            yield from islice(prompts.legal(view, prompt), 10 * LISTED)


def _rarer(public: Tableau, cards: tuple[Card, ...], found: Sequence[Move]) -> Iterator[Move]:
    for kind in TYPES[public.packs]:
        for one in islice(hands_of(kind, cards, public.packs), EACH):
            if Play(one) not in found:
                yield Play(one)


def wish_list(view: ScumView) -> tuple[Card, ...]:
    """The highest cards that the other may hold: with one pack none of the own ones."""
    public, own = view.public, view.private.cards if view.private is not None else ()
    gone = {*own, *public.open_cards} if public.packs == 1 else ()
    return tuple(card for card in reversed(PACK) if card not in gone)[: longest_wish(public)]


def _twins(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards that would make a pair of a card that stands alone, the lowest first."""
    alone = {card.rank for card in lone(cards)}
    return tuple(card for card in PACK if card.rank in alone and held(cards, card) is None)


def proposals(hand: Hand) -> Iterator[Propose]:
    """A card that stands alone for the twin of another one; nothing is offered twice."""
    before = hand.talk.offers if hand.talk is not None else ()
    made = {(offer.give, offer.want) for offer in before}
    alone = lone(hand.cards)
    pairs = (
        (give, want)
        for give in alone
        for want in _twins(hand.cards)
        if want.rank != give.rank and (give, want) not in made
    )
    yield from (Propose(*pair) for pair in islice(pairs, PROPOSALS))


def score_moves(view: ScumView, moves: Sequence[Move], manner: Manner = FAIR) -> list[float]:
    """The score of each legal move; larger is better."""
    hand = view.private or Hand()
    if isinstance(moves[0], Declare):
        return declaration_scores([move for move in moves if isinstance(move, Declare)])
    odds, now = Odds(view), burden(hand.cards)
    return [_score(view, hand, odds, now, move, manner) for move in moves]


def _score(view: ScumView, hand: Hand, odds: Odds, now: float, move: Move, manner: Manner) -> float:
    match move:
        case Play(cards):
            left = without(hand.cards, cards)
            lead = LEAD * odds.wins(cards, top(cards))
            return lead - burden(left) if left else 100.0
        case Pass(rest):
            return -now - 0.5 * rest
        case React(cancel):
            return worth_of_cancelling(view) if cancel else 0.0
        case NameHand(cards):
            return burden(without(crypt_of_named(view), cards)) if cards else 0.0
        case Reshape():
            return bot_forms.worth(view, move)
        case AnswerBoon(grant):
            return interests.worth_of_granting(view, manner) if grant else 0.0
        case Pact(take):
            assert view.seat is not None
            return interests.worth_of_pact(view.public, view.seat, manner) if take else 0.0
        case Decide():
            assert view.seat is not None
            return interests.worth_of_decision(view.public, view.seat, move)
        case _:
            return _trade(view, hand, now, move)


def _trade(view: ScumView, hand: Hand, now: float, move: Move) -> float:
    match move:
        case Give(card):
            talk = hand.talk
            got = (talk.up,) if talk is not None and talk.up is not None else ()
            asked = talk is not None and talk.asked is card.face
            return KINDNESS * asked - burden(without((*hand.cards, *got), (card,)))
        case Accept():
            assert hand.talk is not None
            offer = hand.talk.offers[-1]
            mine = held(hand.cards, offer.want)
            assert mine is not None
            return now - burden((*without(hand.cards, (mine,)), offer.give)) - SLIM
        case Propose(give, want):
            return now - burden((*without(hand.cards, (give,)), want)) - SLIM
        case Ask(card):
            return 0.0 if card is None else (1.0 + 0.01 * card.rank if _fits(hand, card) else -1.0)
        case _:
            return 0.0


def _fits(hand: Hand, card: Card) -> bool:
    """True for a card whose rank stands alone in the crypt: the other may spare it."""
    return groups(hand.cards)[card.rank] == 1


FEW: Final = 5
"""Cards of a crypt that is nearly empty."""
COST: Final = 0.3
"""The worth of the dots or the charge that the answer costs."""
HARM: Final = {Discipline.AUSPEX: 0.2, Discipline.DOMINATE: 0.5, Discipline.QUIETUS: 0.4}
"""The harm that a use does to its target; of others it is greater."""
MOST: Final = 1.0
LATE: Final = 0.5
"""The further harm that a use does to somebody who is nearly out."""


def worth_of_cancelling(view: ScumView) -> float:
    """Above 0 if the use should come to nothing.

    A target saves itself. Others hold up a user who is nearly out. A bluff is challenged by odds.
    """
    public, seat = view.public, view.seat
    pending = public.pending
    if pending is None or seat is None:
        return 0.0
    if announcing.bluff(public) is not None:
        return bluffing.worth_of_challenge(view)
    use = pending.use
    if seat in use.targets:
        late = LATE * (public.counts[seat] <= FEW)
        return HARM.get(use.discipline, MOST) + late - COST
    ahead = public.counts[pending.seat] <= min(FEW, public.counts[seat])
    return MOST * (ahead and len(still_in(public)) > 1) - COST
