"""The questions of Skuncum: the seats that are asked, and the answers that are legal."""

from collections.abc import Iterator
from typing import assert_never

from app.games.skuncum import board, duels, scrum
from app.games.skuncum.cards import FACES, SUIT_CARDS, Card, Rank
from app.games.skuncum.hats import mark, purchases, size_of
from app.games.skuncum.moves import (
    Area,
    BuyHats,
    ChooseHats,
    Concede,
    DropOut,
    Join,
    Lead,
    Move,
    PassLead,
    Play,
    Politiks,
    PowerPlay,
    Reason,
    Stand,
)
from app.games.skuncum.settlement import choosing
from app.games.skuncum.state import Phase, SkuncumView, Tableau
from app.games.skuncum.table_records import Winning
from app.rules.game import Prompt, Seat


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats that the table waits for; everybody can see that."""
    match public.phase:
        case Phase.LEAD | Phase.SCRUM | Phase.PLAYOFF:
            return () if public.turn is None else (public.turn,)
        case Phase.HATS:
            return choosing(public)
        case Phase.CONVERT:
            return tuple(seat for seat in public.seats if seat not in public.answered)
        case _:
            return ()


def prompt(view: SkuncumView) -> Prompt | None:
    """The question to this view's seat, or None."""
    public, seat = view.public, view.seat
    if seat is None or seat not in awaited(public):
        return None
    key = f"{public.hand}-{public.questions}"
    match public.phase:
        case Phase.LEAD:
            return Prompt(key, "lead")
        case Phase.SCRUM:
            return Prompt(key, "scrum")
        case Phase.PLAYOFF:
            return Prompt(key, "duel")
        case Phase.HATS:
            return Prompt(key, "hats")
        case _:
            return Prompt(key, "convert")


# -- legal moves


def legal(view: SkuncumView) -> Iterator[Move]:
    """All legal answers of this view's seat, each once; in a duel the one without a card last."""
    public, seat, hand = view.public, view.seat, view.private
    if seat is None or hand is None or seat not in awaited(public):
        return
    match public.phase:
        case Phase.LEAD:
            yield from (Lead(card) for card in hand.cards if card in SUIT_CARDS)
            if public.may_pass:
                yield PassLead()
        case Phase.SCRUM:
            yield from _scrum(public, hand.cards)
        case Phase.PLAYOFF:
            yield from _duel_plays(view)
            assert public.duel is not None
            yield Stand() if duels.tied(public.duel) else Concede()
        case Phase.HATS:
            yield from _hats(public, winning_of(public, seat), ())
        case _:
            box = public.boxes[seat]
            yield from map(BuyHats, range(len(purchases(box, size_of(public)))))


def _scrum(public: Tableau, hand: tuple[Card, ...]) -> Iterator[Move]:
    assert public.candidate is not None
    for card in hand:
        if card in SUIT_CARDS:
            areas = board.legal_areas(card, public.candidate.card, public.options.colours)
            yield from (Join(card, area) for area in areas)
    if public.politiks is None:
        for card in hand:
            if card not in SUIT_CARDS:
                for stack in board.targets(public):
                    if scrum.may_lay(public, card, stack.seat):
                        yield Politiks(card, stack.seat)
    if scrum.may_drop_out(public, hand):
        yield DropOut()


def _duel_plays(view: SkuncumView) -> Iterator[Move]:
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    yield from map(Play, duels.legal_plays(public, seat, hand.cards))
    yield from map(PowerPlay, duels.legal_power_plays(public, seat, hand.cards))


def _hats(public: Tableau, won: Winning, picks: tuple[Rank, ...]) -> Iterator[Move]:
    """These picks alone, and then with every further one; the highest hat comes first."""
    yield ChooseHats(picks)
    if open_to := open_hats(public, won, picks):
        for rank in reversed(open_to):
            yield from _hats(public, won, (*picks, rank))


def open_hats(public: Tableau, won: Winning, picks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """The hats of the choice after these picks, lowest first; none: all is chosen."""
    hats = public.boxes[won.seat].hats
    done = mark(won.cards, hats, public.hat_sizes, picks, most=len(picks))
    return done.choices[len(picks)] if len(done.choices) > len(picks) else ()


def winning_of(public: Tableau, seat: Seat) -> Winning:
    return next(one for one in public.winnings if one.seat == seat)


# -- refusals


def refusal(view: SkuncumView, move: Move) -> Reason | None:
    """The rule that forbids this answer to a seat that is asked something, or None."""
    phase = view.public.phase
    match move:
        case Lead() | PassLead():
            return _lead_refusal(view, move) if phase is Phase.LEAD else Reason.NOT_ASKED
        case Politiks() | Join() | DropOut():
            return _scrum_refusal(view, move) if phase is Phase.SCRUM else Reason.NOT_ASKED
        case Play() | PowerPlay() | Stand() | Concede():
            return _duel_refusal(view, move) if phase is Phase.PLAYOFF else Reason.NOT_ASKED
        case ChooseHats(picks):
            return _hats_refusal(view, picks) if phase is Phase.HATS else Reason.NOT_ASKED
        case BuyHats(number):
            if phase is not Phase.CONVERT:
                return Reason.NOT_ASKED
            assert view.seat is not None
            most = len(purchases(view.public.boxes[view.seat], size_of(view.public)))
            return None if 0 <= number < most else Reason.CANNOT_BUY
        case _:
            assert_never(move)


def _held(view: SkuncumView, card: Card, suit: bool) -> Reason | None:
    assert view.private is not None
    if card not in view.private.cards:
        return Reason.NOT_YOUR_CARD
    if suit and card not in SUIT_CARDS:
        return Reason.SUIT_CARD_NEEDED
    return None if suit or card not in SUIT_CARDS else Reason.ACTION_CARD_NEEDED


def _lead_refusal(view: SkuncumView, move: Lead | PassLead) -> Reason | None:
    if isinstance(move, PassLead):
        return None if view.public.may_pass else Reason.MUST_LEAD
    return _held(view, move.card, suit=True)


def _scrum_refusal(view: SkuncumView, move: Politiks | Join | DropOut) -> Reason | None:
    public, hand = view.public, view.private
    assert hand is not None
    assert public.candidate is not None
    match move:
        case Politiks(card, target):
            if public.politiks is not None:
                return Reason.POLITIKS_ONCE
            if found := _held(view, card, suit=False):
                return found
            if board.target_role(public, target) is None:
                return Reason.NO_SUCH_TARGET
            return None if scrum.may_lay(public, card, target) else Reason.FROZEN
        case Join(card, area):
            if found := _held(view, card, suit=True):
                return found
            if area in board.legal_areas(card, public.candidate.card, public.options.colours):
                return None
            if area is Area.BANDWAGON:
                return Reason.WRONG_COLOUR_FOR_BANDWAGON
            return Reason.WRONG_COLOUR_FOR_COALITION
        case DropOut():
            free = scrum.may_drop_out(public, hand.cards)
            return None if free else Reason.MUST_PLAY_A_SUIT_CARD


def _duel_refusal(view: SkuncumView, move: Play | PowerPlay | Stand | Concede) -> Reason | None:
    public, seat = view.public, view.seat
    assert public.duel is not None
    assert seat is not None
    match move:
        case Stand():
            return None if duels.tied(public.duel) else Reason.NOT_TIED
        case Concede():
            return Reason.NOT_BEHIND if duels.tied(public.duel) else None
        case Play(card):
            return _cards_refusal(view, (card,))
        case PowerPlay(cards):
            if not duels.may_power_play(public, seat):
                return Reason.NO_POWER_PLAY
            if len(set(cards)) != len(cards):
                return Reason.NOT_YOUR_CARD
            if len(cards) < 2:
                return Reason.POWER_PLAY_NEEDS_TWO
            return _cards_refusal(view, cards)


def _cards_refusal(view: SkuncumView, cards: tuple[Card, ...]) -> Reason | None:
    public, seat, hand = view.public, view.seat, view.private
    assert hand is not None
    assert seat is not None
    assert public.duel is not None
    if any(card not in hand.cards for card in cards):
        return Reason.NOT_YOUR_CARD
    able = duels.usable(public, seat, cards)
    for card in cards:
        if card not in able:
            frozen = card in SUIT_CARDS or FACES[card].bonus
            return Reason.FROZEN if frozen else Reason.FINGER_IS_POLITIKS
    if duels.reaches(public, seat, cards):
        return None
    return Reason.NOT_AHEAD if duels.tied(public.duel) else Reason.STAYS_BEHIND


def _hats_refusal(view: SkuncumView, picks: tuple[Rank, ...]) -> Reason | None:
    public, seat = view.public, view.seat
    assert seat is not None
    won = winning_of(public, seat)
    done = mark(won.cards, public.boxes[seat].hats, public.hat_sizes, picks)
    if done.refused is not None:
        return Reason.HAT_NOT_OPEN
    return Reason.TOO_MANY_PICKS if done.unused else None
