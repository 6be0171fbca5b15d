"""The questions of trades and of Serpentis, and the answers that are legal."""

from collections.abc import Iterator
from itertools import chain, permutations
from typing import Final

from app.games.scum_the_masquerade.cards import PACK, Card
from app.games.scum_the_masquerade.moves import (
    Accept,
    Ask,
    Decline,
    Give,
    Move,
    Propose,
    Wish,
)
from app.games.scum_the_masquerade.politics import trading
from app.games.scum_the_masquerade.politics.trade_records import Pair, Talk
from app.games.scum_the_masquerade.powers import temptation
from app.games.scum_the_masquerade.state import Hand, Tableau
from app.rules.game import Prompt, Seat

TRADE_SECONDS: Final = 20
"""The time for each step of a trade (A29)."""


def prompts(public: Tableau, seat: Seat, hand: Hand) -> tuple[Prompt, ...]:
    """The question of the step that this seat's pair is at."""
    pair, talk = trading.pair_of(public, seat), hand.talk
    if pair is None or talk is None or trading.speaker(pair) != seat:
        return ()
    key = f"trade-{public.round}-{seat}-{pair.done}-{trading.steps(pair)}"
    if public.tempted is not None:
        kind = _trade_kind(pair, talk)
        return (Prompt(f"{key}-{public.uses}", kind, temptation.SECONDS),)
    return (Prompt(key, _trade_kind(pair, talk), TRADE_SECONDS),)


def _trade_kind(pair: Pair, talk: Talk) -> str:
    if pair.step == "answer":
        return "give-any" if talk.up is None else "ask-back"
    return {"return": "give-back", "reply": "answer-offer"}.get(pair.step, pair.step)


def _can_reply(cards: tuple[Card, ...], talk: Talk) -> bool:
    """False for an offer that wants a card which is not held: it can only be declined (H26)."""
    return trading.held(cards, talk.offers[-1].want) is not None


def answers(public: Tableau, hand: Hand, kind: str) -> Iterator[Move]:
    talk = hand.talk
    assert talk is not None
    match kind:
        case "wish":
            first = trading.default_wish(public, hand.cards)
            yield Wish(first)
            lengths = range(1, trading.longest_wish(public) + 1)
            lists = chain.from_iterable(permutations(PACK, long) for long in lengths)
            yield from (Wish(one) for one in lists if one != first)
        case "give-any":
            own = tuple(reversed(hand.cards))
            yield from map(Give, own)
            yield from (Give(card, asks) for card in own for asks in reversed(PACK))
        case "give-back":
            yield from map(Give, return_choices(hand))
        case "ask-back":
            yield from map(Ask, (None, *reversed(PACK)))
        case "offer":
            yield Decline()
            yield from (Propose(give, want) for give in hand.cards for want in PACK)
        case _:
            yield Decline()
            if _can_reply(hand.cards, talk):
                yield Accept()


def return_choices(hand: Hand) -> tuple[Card, ...]:
    """The cards that may be given in return, lowest first: also the one just received (H24)."""
    assert hand.talk is not None
    assert hand.talk.up is not None
    return tuple(sorted((*hand.cards, hand.talk.up), key=lambda card: (card.height, card.second)))
