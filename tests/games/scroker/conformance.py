"""This game's answers to the conformance kit: places of cards, visible entries, histories."""

from collections.abc import Sequence
from typing import Any

from app.games.scroker import GAME
from app.games.scroker.cards import Card, pack
from app.games.scroker.dealing import DEALT, HOLE
from app.games.scroker.moves import Agree, Challenge, Declare, Draw, LetStand, Object
from app.games.scroker.options import Options
from app.games.scroker.state import Phase, ScrokerState
from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit.match_record import Record

UNPAIRED = 0.5
"""The stud's open cards, and hands shown at the end, lie elsewhere in most other worlds."""
UNLISTED = frozenset({"bet", "declare", "name-game"})
"""Every amount, every word with every use of wild cards, every set of rules for a dealer."""


def deck(state: ScrokerState) -> Sequence[Card]:
    public = state.public
    return pack(public.named.scrokers) if any(public.counts) or public.stock else ()


def places(state: ScrokerState) -> dict[Any, Sequence[Card]]:
    """Hands (in the stud hole cards), folded ones too, open cards, discards, and the stock."""
    if not deck(state):
        return {}
    public = state.public
    lie: dict[Any, Sequence[Card]] = {"stock": state.hidden}
    lie["shared"] = tuple(card for card in (public.spit, public.common) if card is not None)
    for seat, hand in enumerate(state.private):
        lie[Seat(seat)] = hand.cards
        lie[f"discarded by {seat}"] = hand.discards
        lie[f"open at {seat}"] = public.up[seat]
    return lie


def shows(before: ScrokerState, entry: Entry, viewer: Seat | None) -> Any:
    """Open acts, the fact of exchanges, sealed claims and answers, and the viewer's new cards."""
    said = spoken(before, entry, viewer)
    if said is None or not isinstance(entry, Played | Expired):
        return said
    after = step(GAME, before, entry)
    seen = [to_json(event) for event in after.events]
    own = (
        None
        if viewer is None or after.private[viewer].cards == before.private[viewer].cards
        else after.private[viewer].cards
    )
    return [said, seen, own]


def spoken(before: ScrokerState, entry: Entry, viewer: Seat | None) -> Any:
    """The act, of a sealed one the fact alone, of another's vote nothing."""
    if _is_vote(entry, viewer):
        return None
    if isinstance(entry, Expired):
        return ["expired", entry.key]
    if not isinstance(entry, Played):
        return to_json(entry)
    if isinstance(entry.move, Draw | Declare | Challenge | LetStand) and entry.seat != viewer:
        return ["sealed", entry.seat]
    return [entry.seat, to_json(entry.move)]


def past(world: ScrokerState, record: Record, viewer: Seat | None) -> list[Entry]:
    """The shuffles that led to these hands, and the entries with this world's own secret moves."""
    if not deck(world):
        return record.entries
    entries: list[Entry] = [_deal(world, record)]
    for before, entry in zip(record.states[1:], record.entries[1:], strict=False):
        if not _is_open_vote(world, entry, viewer):
            entries.append(_again(world, before, entry))
    return entries + _open_votes(world, viewer)


def _is_open_vote(world: ScrokerState, entry: Entry, viewer: Seat | None) -> bool:
    """True of such an answer while the window is open."""
    return world.public.phase is Phase.CONSENT and _is_vote(entry, viewer)


def _is_vote(entry: Entry, viewer: Seat | None) -> bool:
    """True of another's sealed answer whether players may tap out."""
    if not isinstance(entry, Played):
        return False
    return isinstance(entry.move, Agree | Object) and entry.seat != viewer


def _open_votes(world: ScrokerState, viewer: Seat | None) -> list[Entry]:
    """Those answers as this world has them."""
    public = world.public
    key = f"{public.hand}-{public.questions}"
    return [
        Played(Seat(seat), key, Agree() if hand.agrees else Object())
        for seat, hand in enumerate(world.private)
        if hand.agrees is not None and seat != viewer
    ]


def _again(world: ScrokerState, before: ScrokerState, entry: Entry) -> Entry:
    if isinstance(entry, Shuffled):
        return _reshuffle(world)
    if not isinstance(entry, Played):
        return entry
    hand = world.private[entry.seat]
    match entry.move:
        case Draw():
            return Played(entry.seat, entry.key, Draw(_thrown(world, entry.seat)))
        case Declare():
            assert hand.claim is not None, "whoever has declared has a claim"
            return Played(entry.seat, entry.key, Declare(hand.claim.words, hand.claim.wild))
        case Challenge() | LetStand():
            now = world.public
            open_still = now.phase is Phase.CHALLENGE and entry.key == f"{now.hand}-{now.questions}"
            if open_still and hand.answer is not None:
                return Played(
                    entry.seat, entry.key, LetStand() if hand.answer < 0 else Challenge(hand.answer)
                )
    return entry


def _thrown(world: ScrokerState, seat: Seat) -> tuple[Card, ...]:
    """This seat's discards in this hand, also those that were reshuffled."""
    hand = world.private[seat]
    return hand.discards + (() if seat in world.public.folded_then else hand.gone)


def _kept(world: ScrokerState, seat: Seat) -> list[Card]:
    thrown = _thrown(world, seat)
    return [card for card in world.private[seat].dealt if card not in thrown]


def _drawn(world: ScrokerState, seat: Seat) -> tuple[list[Card], list[Card]]:
    """The cards that this seat was dealt later, from the first stock and a reshuffled one."""
    hand = world.private[seat]
    kept = _kept(world, seat)
    new = [card for card in hand.cards if card not in kept and card not in hand.late]
    return new, list(hand.late)


def _deal(world: ScrokerState, record: Record) -> Shuffled:
    """The pack as it must have lain: hands, open cards, drawn cards, and the rest of the stock."""
    public = world.public
    cards = pack(public.named.scrokers)
    players, stud = public.players, public.named.base == "longhorn"
    dealt = record.states[1].public
    number = HOLE if stud else DEALT[public.named.base]
    order = [world.private[seat].dealt[at] for at in range(number) for seat in players]
    if stud:
        order += [dealt.up[seat][at] for at in range(DEALT["longhorn"] - HOLE) for seat in players]
    order += [public.spit] if public.spit is not None else []
    if stud:
        truth = record.states[-1].public
        shown = {
            seat: state.public.up[seat]
            for state in record.states[1:]
            for seat in players
            if len(state.public.up[seat]) > 3
        }
        alive = [seat for seat in players if seat in shown]
        order += [shown[seat][3] for seat in alive]
        assert truth.round > 1 or not alive or dealt.round > 1, (
            "the sixth card comes after the first round"
        )
    first: list[Card] = []
    for seat in players:
        first += _drawn(world, seat)[0]
    if stud and public.common is not None and not public.reshuffled:
        first.append(public.common)
    order += first
    order += (
        world.hidden
        if not public.reshuffled
        else [card for card in _pile(world) if card not in order]
    )
    return Shuffled(tuple(map(cards.index, order)))


def _pile(world: ScrokerState) -> list[Card]:
    """The reshuffled cards, sorted as they awaited the order."""
    public = world.public
    pile = [*world.hidden, *(card for seat in public.players for card in world.private[seat].late)]
    pile += [public.common] if public.common is not None else []
    return sorted(pile, key=lambda card: card.place, reverse=True)


def _reshuffle(world: ScrokerState) -> Shuffled:
    """The order in which the pile must have come out."""
    public, pile = world.public, _pile(world)
    if public.named.base == "longhorn":
        drawn = [card for seat in public.players for card in world.private[seat].late]
        drawn += [public.common] if public.common is not None else []
    else:
        last = public.drawn_then[-1]
        circle = [last, *(seat for seat in public.players if seat not in public.drawn_then)]
        drawn = [card for seat in circle for card in world.private[seat].late]
    return Shuffled(tuple(map(pile.index, (*drawn, *world.hidden))))


_FEW = Options(ending="hands", hands=3)

MATCHES = {
    "2": (2, _FEW),
    "3-spit": (3, Options(game="spit", ending="hands", hands=3, openers="enforced", max_bet=3)),
    "4-longhorn": (4, Options(game="longhorn", ending="hands", hands=3, scrokers=1, max_bet=2)),
    "6-dealers-choice": (
        6,
        Options(game="dealers-choice", ending="hands", hands=4, max_bet=2, buy_in=20),
    ),
    "4-options": (
        4,
        Options(
            game="dealers-choice",
            ending="hands",
            hands=4,
            buy_in=10,
            wilds=4,
            peppers="hand",
            rulings="free",
            consent="all",
            out_of_turn="stands",
        ),
    ),
    "8-auto": (
        8,
        Options(
            ending="hands",
            hands=2,
            spellcheck="auto",
            lexicon="common",
            meanings=True,
            max_bet=2,
            max_raises=2,
        ),
    ),
    "5-full": (
        5,
        Options(ending="hands", hands=3, assist="full", tap_out=False, max_bet=3, shortfall="cap"),
    ),
}
"""By number of players, and what is unusual."""
