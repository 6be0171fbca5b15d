"""The past of a drawn world, for the conformance kit: what was said in secret is written anew."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import msgspec

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.events import HandPlayed
from app.games.scum_the_masquerade.moves import (
    AnswerConspiracy,
    AnswerSmuggle,
    Ask,
    AskBoon,
    Conspire,
    Declare,
    Give,
    Move,
    Pact,
    PlayWith,
    Propose,
    React,
    Reshape,
    Smuggle,
    Wish,
)
from app.games.scum_the_masquerade.politics import conspiring, trading
from app.games.scum_the_masquerade.politics.trade_records import Exchange, Pair, Talk
from app.games.scum_the_masquerade.prompts import prompts
from app.games.scum_the_masquerade.state import Phase, ScumState, Tableau
from app.games.scum_the_masquerade.worlds.known_crypts import own_swaps
from app.rules.game import Seat, view
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit import card_exchange
from tests.games.kit.match_record import Record
from tests.games.scum_the_masquerade.seen_entries import TRADING, deck, said


def past(world: ScumState, record: Record, viewer: Seat | None) -> list[Entry]:
    """Unseen cards are exchanged; what others said in secret is written anew for the world."""
    if not deck(world):
        return [_draft(world, entry, viewer) for entry in record.entries]
    return list(_past(world, record, viewer))


def _draft(world: ScumState, entry: Entry, viewer: Seat | None) -> Entry:
    """The draft of a declaration that is not revealed yet, as it is in the world."""
    keys = (f"declare-{world.public.round}-", f"declare-again-{world.public.round}-")
    if isinstance(entry, Played | Expired) and entry.key.startswith(keys):
        seat = Seat(int(entry.key.rpartition("-")[2]))
        draft = world.private[seat].draft
        if seat != viewer and draft is not None:
            return Played(seat, entry.key, draft)
    return entry


def _past(world: ScumState, record: Record, viewer: Seat | None) -> Iterator[Entry]:
    first, *rest = record.entries
    assert isinstance(first, Shuffled)
    truth, drawn = dealt(record.now), dealt(world)
    instead = card_exchange.exchanged(truth, drawn)
    cards: Sequence[Hashable] = deck(record.states[1])
    number = {card: index for index, card in enumerate(cards)}
    order = tuple(number[instead.get(cards[index], cards[index])] for index in first.order)
    yield Shuffled(order)
    now = step(GAME, record.states[0], Shuffled(order))
    for before, entry, after in zip(record.states[1:-1], rest, record.states[2:], strict=True):
        for one in _instead(world, before, entry, after, now, viewer, instead, record):
            yield one
            now = step(GAME, now, one)
    for seat in world.public.order if world.public.phase is Phase.PACTS else ():
        choice = world.private[seat].pact
        if seat != viewer and choice is not None:
            one = played(now, seat, Pact(choice))
            yield one
            now = step(GAME, now, one)
    pending = world.public.pending
    for seat in pending.may if pending is not None else ():
        answer = world.private[seat].reaction
        if seat != viewer and answer is not None:
            one = played(now, seat, React(answer))
            yield one
            now = step(GAME, now, one)


def dealt(state: ScumState) -> dict[Any, Sequence[Card]]:
    """The crypts as they were dealt: all plays and exchanges taken back."""
    crypts = {
        Seat(seat): _before_play(state.public, Seat(seat), hand.cards)
        for seat, hand in enumerate(state.private)
    }
    for seat, cards in enumerate(state.hidden):
        crypts[Seat(seat)] += cards
    for number, swap in reversed(list(enumerate(state.public.swaps, 1))):
        first, second = swap.seats
        forth, back = dict(own_swaps(view(state, first)))[number]
        for cards, start, end in ((forth, first, second), (back, second, first)):
            for card in cards:
                crypts[end].remove(card)
                crypts[start].append(card)
    return dict(crypts)


def _before_play(public: Tableau, seat: Seat, now: Sequence[Card]) -> list[Card]:
    """The crypt before anything was played or taken up, if it is `now` at present."""
    held = Counter(now) + Counter(public.played[seat])
    held.subtract(public.gained(seat))
    return list(sort_hand(held.elements()))


def _instead(
    world: ScumState,
    before: ScumState,
    entry: Entry,
    after: ScumState,
    now: ScumState,
    viewer: Seat | None,
    instead: Any,
    record: Record,
) -> Iterator[Entry]:
    if isinstance(entry, Shuffled):
        yield Shuffled(drawn_again(after, now) or entry.order)
        return
    seat, move = said(before, entry)
    if isinstance(entry, Expired) and conspiring.pauses(entry.key) not in (None, viewer):
        return
    if seat is None or move is None:
        yield entry
        return
    if isinstance(move, Conspire) and viewer == move.partner:
        yield from _asked(now, seat, move.partner)
        return
    if isinstance(move, TRADING):
        pair = trading.pair_of(before.public, seat)
        assert pair is not None
        own = viewer in (pair.higher, pair.lower)
        number = len(before.public.swaps) + 1 if before.public.tempted is not None else 0
        yield played(now, seat, move if own else _traded(world, pair, move, number))
        return
    if isinstance(move, Reshape) and seat != viewer:
        use = before.public.reshapings[-1].use
        hand, gone = world.private[seat], world.public.revealed
        forms = sorted(
            (one for one in (*hand.forms, *gone) if one.use == use),
            key=lambda one: (one.card.height, one.card),
        )
        pairs = [card for one in forms for card in (one.card, one.counts_as)]
        yield played(now, seat, Reshape(*pairs))
        return
    if isinstance(move, Declare):
        yield _draft(world, entry, viewer)
        return
    if isinstance(move, Pact) and seat != viewer:
        if world.public.phase is not Phase.PACTS:
            yield entry
        return
    if isinstance(move, React) and seat != viewer:
        waits = record.now.public.pending is not None and (
            before.public.uses == record.now.public.uses
        )
        if not waits:
            yield entry
        return
    if isinstance(move, PlayWith) and move.announced and seat != viewer:
        waits = world.public.pending is not None and before.public.uses + 1 == world.public.uses
        cards = world.private[seat].bluff
        yield played(now, seat, msgspec.structs.replace(move, cards=cards) if waits else move)
        return
    if isinstance(move, AskBoon) and viewer not in (seat, before.public.order[0]):
        at = sum(boon.seat == seat for boon in before.public.boons)
        yield played(now, seat, AskBoon(world.private[seat].shown[at].cards))
    elif isinstance(move, Smuggle | AnswerSmuggle):
        partner = move.partner if isinstance(move, Smuggle) else move.seat
        if viewer in (seat, partner):
            yield played(now, seat, move)
        elif isinstance(move, AnswerSmuggle) and move.yes:
            number = len(before.public.swaps) + 1
            bid = next(one for one in world.private[seat].bids if one.swap == number)
            offered = played(now, bid.seat, Smuggle(bid.partner, bid.give, bid.want))
            yield offered
            accepts = AnswerSmuggle(bid.seat, True)
            yield played(step(GAME, now, offered), bid.partner, accepts)
    elif isinstance(move, Conspire) and viewer not in (seat, move.partner):
        return
    elif isinstance(move, AnswerConspiracy) and viewer not in (seat, move.seat):
        for asked in _asked(now, move.seat, seat) if move.yes else ():
            yield asked
            now = step(GAME, now, asked)
        if move.yes:
            yield played(now, seat, move)
    else:
        yield Played(seat, entry.key, move) if isinstance(entry, Played | Expired) else entry


def drawn_again(after: ScumState, now: ScumState) -> tuple[int, ...] | None:
    """An order by which chance plays in this state the hand that it played in another; None: any.

    The last card of the order says which type is led.
    """
    hand = next((event.cards for event in after.events if isinstance(event, HandPlayed)), None)
    if hand is None:
        return None
    deck = now.public.deck
    first = [deck.index(card) for card in reversed(hand)]
    rest = [index for index in range(len(deck)) if index not in first]
    for last in rest:
        order = (*first, *(index for index in rest if index != last), last)
        played_now = GAME.apply_shuffle(now, order).events
        if any(isinstance(event, HandPlayed) and event.cards == hand for event in played_now):
            return order
    raise AssertionError(f"chance cannot play {hand} there")


def _asked(now: ScumState, seat: Seat, partner: Seat) -> Iterator[Entry]:
    """A request to conspire, and the end of the pause after it, which nobody else notices."""
    asked = played(now, seat, Conspire(partner))
    yield asked
    (pause,) = GAME.spans(view(step(GAME, now, asked), seat))
    yield Expired(pause.key)


def _traded(world: ScumState, pair: Pair, move: Move, number: int) -> Move:
    """The step of a trade as it is in the world: as many steps, other cards.

    `number`: of an exchange that Serpentis forces, among the secret ones.
    """
    hand = world.private[pair.higher]
    over = pair.done < len(hand.exchanges) if not number else number <= len(world.public.swaps)
    part: Exchange | Talk | None = hand.talk
    if over and number:
        part = next(one.exchange for one in hand.bargains if one.number == number)
    elif over:
        part = hand.exchanges[pair.done]
    assert part is not None
    match pair.step:
        case "wish":
            return Wish((part.up.face,) if part.wished and part.up else part.missed)
        case "answer":
            return Ask() if part.wished or part.up is None else Give(part.up)
        case "return":
            assert isinstance(part, Exchange)
            assert part.down is not None
            return Give(part.down)
        case "offer" if isinstance(move, Propose):
            offer = part.offers[len(pair.offers)]
            return Propose(offer.give, offer.want)
        case _:
            return move


def played(state: ScumState, seat: Seat, move: Move) -> Played:
    """This move as an answer to whatever question or offer it fits."""
    seen = view(state, seat)
    for prompt in prompts(seen):
        if GAME.check_answer(seen, prompt, move) is None:
            return Played(seat, prompt.key, move)
    raise AssertionError(f"{move} answers nothing that seat {seat} is asked")
