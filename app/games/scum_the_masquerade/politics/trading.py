"""Trades: the pairs of a round, forced exchanges by wish list, and optional ones by offers.

The table sees which step a pair is at, and never a card (H23): a forced exchange always has three
steps. Its cards move with the last one. The cards that are named are the same private record at
both partners.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import PACK, Card, sort_hand, without
from app.games.scum_the_masquerade.moves import Accept, Ask, Decline, Give, Propose, Wish
from app.games.scum_the_masquerade.politics.trade_events import (
    AskedBack,
    CardsExchanged,
    Declined,
    Exchanged,
    NothingExchanged,
    Offered,
    TradeWithSelf,
    WishTold,
)
from app.games.scum_the_masquerade.politics.trade_records import (
    Exchange,
    Offer,
    Pair,
    PairPart,
    Swap,
    Talk,
    TradeStep,
)
from app.games.scum_the_masquerade.powers import temptation
from app.games.scum_the_masquerade.powers.temptation import to_exchange
from app.games.scum_the_masquerade.state import (
    Asked,
    Phase,
    ScumState,
    Tableau,
    Trick,
    first_rank,
    tell,
    with_hand,
)
from app.games.scum_the_masquerade.tricks import ask
from app.kits.next_state import after, put
from app.rules.game import Seat

PARTNERS: Final[dict[int, tuple[tuple[int, int, tuple[PairPart, ...]], ...]]] = {
    4: ((1, 4, ("forced", "forced")), (2, 3, ("forced",))),
    5: ((1, 5, ("forced",)), (2, 3, ("optional",))),
    6: ((1, 6, ("forced", "forced")), (2, 5, ("forced",)), (3, 4, ("optional",))),
    7: ((1, 7, ("forced", "forced")), (2, 6, ("forced",)), (3, 4, ("optional",))),
    8: (
        (1, 8, ("forced", "forced")),
        (2, 7, ("forced", "optional")),
        (3, 6, ("forced",)),
        (4, 5, ("optional",)),
    ),
}
"""By number of players: the ranks of two partners, and the parts of their trade."""
ALONE: Final = {5: 4, 7: 5}
"""The rank that trades with itself."""
LONGEST_WISH: Final = 10
OFFERS: Final = 3
"""Offers that each partner may make in an optional trade (H26)."""


def look(state: ScumState) -> ScumState:
    """All but those with a pact see their crypts, and the trades begin (owner, 6)."""
    for seat in state.public.order if state.hidden else ():
        if seat not in state.public.takers:
            state = seen(state, seat)
    return begin(state)


def seen(state: ScumState, seat: Seat) -> ScumState:
    """This seat sees the own crypt from now on."""
    hidden = put(state.hidden, seat, ())
    state = with_hand(state, seat, cards=state.hidden[seat])
    return replace(state, hidden=hidden if any(hidden) else ())


def begin(state: ScumState) -> ScumState:
    """The pairs of this round begin to trade, all at once; none with a pact in it (A1)."""
    order = state.public.order
    takers = state.public.takers if state.public.options.has_pacts else ()
    pairs = tuple(
        Pair(order[higher - 1], order[lower - 1], parts, first_step(parts[0]))
        for higher, lower, parts in PARTNERS[len(order)]
        if order[higher - 1] not in takers and order[lower - 1] not in takers
    )
    state = after(state, phase=Phase.TRADE, pairs=pairs)
    if len(order) in ALONE:
        state = after(state, TradeWithSelf(order[ALONE[len(order)] - 1]))
    for pair in pairs:
        state = _talk(state, pair, Talk())
    return state if pairs else trades_over(state)


def open_play(state: ScumState) -> ScumState:
    """Everybody sees the own crypt now, and the first rank is to lead."""
    for seat in state.public.order:
        if state.hidden and state.hidden[seat]:
            state = seen(state, seat)
    state = after(state, phase=Phase.PLAY, trick=Trick(1), confirmed=())
    return ask(state, first_rank(state.public), Asked.LEAD)


def trades_over(state: ScumState) -> ScumState:
    """Illegal trades follow, where they are allowed and two see their crypts; else the play."""
    public = state.public
    traders = len(public.order) - len(public.takers)
    if not (public.options.has_illegal_trades and public.decisions.illegal and traders > 1):
        return open_play(state)
    return after(state, phase=Phase.MARKET, confirmed=())


def first_step(part: PairPart) -> TradeStep:
    """The step that a part of a trade begins with."""
    return "wish" if part == "forced" else "offer"


def pair_of_round(public: Tableau, seat: Seat) -> Pair | None:
    """The pair that this seat trades in, or has traded in, in this round."""
    return next((pair for pair in public.pairs if seat in (pair.higher, pair.lower)), None)


def pair_of(public: Tableau, seat: Seat) -> Pair | None:
    """The pair that this seat trades in, if it is not done."""
    tempted = public.tempted
    if tempted is not None:
        return tempted if seat in (tempted.higher, tempted.lower) else None
    pair = pair_of_round(public, seat)
    return pair if pair is not None and pair.done < len(pair.parts) else None


def partner(pair: Pair, seat: Seat) -> Seat:
    """The other one of the two."""
    return pair.lower if seat == pair.higher else pair.higher


def speaker(pair: Pair) -> Seat | None:
    """The partner that this step asks; None: nobody has anything left to offer."""
    match pair.step:
        case "wish" | "return":
            return pair.higher
        case "answer":
            return pair.lower
        case "reply":
            return partner(pair, pair.offers[-1])
        case "offer":
            last = pair.offers[-1] if pair.offers else pair.lower
            for seat in (partner(pair, last), last):
                if seat not in pair.stopped and pair.offers.count(seat) < OFFERS:
                    return seat
            return None


def steps(pair: Pair) -> int:
    """The number of steps that this part has had."""
    forced: dict[TradeStep, int] = {"wish": 0, "answer": 1, "return": 2}
    made = 2 * len(pair.offers) - (pair.step == "reply") + len(pair.stopped)
    return forced.get(pair.step, made)


def longest_wish(public: Tableau) -> int:
    """The most cards of a wish list now."""
    return LONGEST_WISH if public.tempted is None else temptation.LONGEST_WISH


def default_wish(public: Tableau, own: Sequence[Card]) -> tuple[Card, ...]:
    """The wish list that time sends: the highest cards (H25), but for those that are all `own`."""
    copies = Counter(card.face for card in own)
    others = (card for card in reversed(PACK) if copies[card] < public.packs)
    return tuple(islice(others, longest_wish(public)))


def held(cards: tuple[Card, ...], wanted: Card) -> Card | None:
    """The card of this rank and suit among `cards`; that of the first pack if both are there."""
    return next((card for card in cards if card.face is wanted), None)


def wish(state: ScumState, seat: Seat, move: Wish) -> ScumState:
    """The first card of the list that the lower rank holds is put aside for the higher (H22)."""
    pair = _pair(state, seat)
    cards = to_exchange(state.public, pair.lower, state.private[pair.lower].cards)
    at = next((at for at, one in enumerate(move.cards) if held(cards, one)), len(move.cards))
    up = held(cards, move.cards[at]) if at < len(move.cards) else None
    state = tell(state, WishTold(seat, move.cards[:at], up), pair.higher, pair.lower)
    talk = Talk(move.cards[:at], up, wished=up is not None)
    return _step(_talk(state, pair, talk), pair, step="answer")


def give(state: ScumState, seat: Seat, move: Give) -> ScumState:
    """The lower rank's own choice after a miss, or the return card that makes the exchange."""
    pair, talk = _pair(state, seat), _talk_of(state, seat)
    if pair.step == "answer":
        state = _talk(state, pair, replace(talk, up=move.card))
        return ask_back(state, seat, Ask(move.asks))
    assert talk.up is not None
    return _exchange(state, pair, Exchange(talk.up, move.card, talk.wished, talk.missed))


def ask_back(state: ScumState, seat: Seat, move: Ask) -> ScumState:
    """The lower rank names a card that it would like; the higher need not give it."""
    pair, talk = _pair(state, seat), _talk_of(state, seat)
    if move.card is not None:
        state = tell(state, AskedBack(seat, move.card), pair.higher, pair.lower)
    return _step(_talk(state, pair, replace(talk, asked=move.card)), pair, step="return")


def propose(state: ScumState, seat: Seat, move: Propose) -> ScumState:
    """An offer in an optional trade waits for the partner's reply."""
    pair, talk = _pair(state, seat), _talk_of(state, seat)
    offer = Offer(seat, move.give, move.want)
    state = tell(state, Offered(offer, partner(pair, seat)), pair.higher, pair.lower)
    state = _talk(state, pair, replace(talk, offers=(*talk.offers, offer)))
    return _step(state, pair, step="reply", offers=(*pair.offers, seat))


def accept(state: ScumState, seat: Seat, move: Accept) -> ScumState:
    """The offer is taken, and the two cards change hands."""
    pair, talk = _pair(state, seat), _talk_of(state, seat)
    offer = talk.offers[-1]
    mine = held(state.private[seat].cards, offer.want)
    assert mine is not None
    up, down = (mine, offer.give) if seat == pair.lower else (offer.give, mine)
    return _exchange(state, pair, Exchange(up, down, offers=talk.offers))


def decline(state: ScumState, seat: Seat, move: Decline) -> ScumState:
    """No to an offer; or no offer, and none later."""
    pair, talk = _pair(state, seat), _talk_of(state, seat)
    if pair.step == "reply":
        state = tell(state, Declined(seat), pair.higher, pair.lower)
        changed = replace(pair, step="offer")
    else:
        changed = replace(pair, stopped=(*pair.stopped, seat))
    state = _step(state, pair, step=changed.step, stopped=changed.stopped)
    if speaker(changed) is not None:
        return state
    state = after(state, NothingExchanged(pair.higher, pair.lower))
    return _part_over(state, changed, Exchange(offers=talk.offers))


def _pair(state: ScumState, seat: Seat) -> Pair:
    pair = pair_of(state.public, seat)
    assert pair is not None
    return pair


def _talk_of(state: ScumState, seat: Seat) -> Talk:
    talk = state.private[seat].talk
    assert talk is not None
    return talk


def _talk(state: ScumState, pair: Pair, talk: Talk | None) -> ScumState:
    state = with_hand(state, pair.higher, talk=talk)
    return with_hand(state, pair.lower, talk=talk)


def _step(state: ScumState, pair: Pair, **changes: object) -> ScumState:
    changed = replace(pair, **changes)
    if state.public.tempted is not None:
        return after(state, tempted=changed)
    return after(state, pairs=tuple(changed if one == pair else one for one in state.public.pairs))


def _exchange(state: ScumState, pair: Pair, exchange: Exchange) -> ScumState:
    """Both cards change hands at once."""
    up, down = exchange.up, exchange.down
    assert up is not None
    assert down is not None
    above, below = (state.private[seat].cards for seat in (pair.higher, pair.lower))
    state = with_hand(state, pair.higher, cards=sort_hand(without((*above, up), (down,))))
    state = with_hand(state, pair.lower, cards=sort_hand((*without(below, (up,)), down)))
    event = CardsExchanged(pair.higher, pair.lower, up, down)
    state = tell(state, event, pair.higher, pair.lower)
    tempted = state.public.tempted is not None
    swap = Swap((pair.higher, pair.lower), pair.parts[pair.done])
    swap = temptation.swap(state.public, pair) if tempted else swap
    state = after(state, Exchanged(pair.higher, pair.lower), swaps=(*state.public.swaps, swap))
    if tempted:
        return temptation.part_over(state, pair, exchange)
    return _part_over(state, pair, exchange)


def _part_over(state: ScumState, pair: Pair, exchange: Exchange) -> ScumState:
    """The pair goes on to its next part; after the last part of the last pair play begins."""
    done, exchanged = pair.done + 1, pair.exchanged + (exchange.up is not None)
    over = done == len(pair.parts)
    step = pair.step if over else first_step(pair.parts[done])
    state = _step(state, pair, done=done, exchanged=exchanged, step=step)
    for seat in (pair.higher, pair.lower):
        state = with_hand(state, seat, exchanges=(*state.private[seat].exchanges, exchange))
    state = _talk(state, pair, None if over else Talk())
    if all(one.done == len(one.parts) for one in state.public.pairs):
        return trades_over(state)
    return state
