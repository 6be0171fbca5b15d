"""The Play-Off: duels of the Challengers, the final, and the duel with the Kingmaker."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from app.games.skuncum import board, leading, settlement
from app.games.skuncum.cards import FACES, Card, Effect, sort_hand
from app.games.skuncum.events import Conceded, DuelBegun, DuelTied, Played, Stood
from app.games.skuncum.hats import stakes
from app.games.skuncum.state import Phase, SkuncumState, Tableau
from app.games.skuncum.table_records import Duel, DuelMove, Role, Side, Stack, Stage
from app.kits.next_state import after
from app.rules.game import Seat, State

# -- what may be played


def opponent(duel: Duel, seat: Seat) -> Seat:
    """The player of the other side."""
    first, second = duel.sides
    return second.seat if first.seat == seat else first.seat


def usable(public: Tableau, seat: Seat, hand: Sequence[Card]) -> list[Card]:
    """The cards that this player may lay in a duel, wherever that leads.

    A frozen stack takes ATTACK cards of its owner to the opponent alone; the Finger is Politiks.
    """
    stack = board.stack_of(public, seat)
    assert stack is not None
    found = []
    for card in hand:
        face = FACES[card]
        if face.effect is not Effect.FINGER and (face.attack or not stack.frozen):
            found.append(card)
    return found


def totals_after(public: Tableau, seat: Seat, cards: Sequence[Card]) -> tuple[int, int]:
    """The points of this player's side and of the other one, if these cards were laid."""
    assert public.duel is not None
    own, other = _stacks(public, seat)
    added, attacks = _split(cards)
    gained = board.laid_on(own, added).value - own.value if added else 0
    lost = other.value - board.laid_on(other, attacks).value if attacks else 0
    totals = {side.seat: side.total for side in public.duel.sides}
    return totals[seat] + gained, totals[other.seat] - lost


def reaches(public: Tableau, seat: Seat, cards: Sequence[Card]) -> bool:
    """True if the play reaches a tie at least, or from a tie the lead."""
    assert public.duel is not None
    own, other = totals_after(public, seat, cards)
    return own > other or (own == other and not tied(public.duel))


def tied(duel: Duel) -> bool:
    """True if both sides have as many points."""
    first, second = duel.sides
    return first.total == second.total


def legal_plays(public: Tableau, seat: Seat, hand: Sequence[Card]) -> Iterator[Card]:
    """The single cards that may be played now."""
    for card in usable(public, seat, hand):
        if reaches(public, seat, (card,)):
            yield card


def may_power_play(public: Tableau, seat: Seat) -> bool:
    """True for the Kingmaker in the King duel, once a Race."""
    king = public.duel is not None and public.duel.stage is Stage.KING
    return king and seat == public.kingmaker and not public.power_used


def legal_power_plays(
    public: Tableau, seat: Seat, hand: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """The Power Plays that may be made now."""
    if may_power_play(public, seat):
        cards = usable(public, seat, hand)
        for number in range(2, len(cards) + 1):
            for some in combinations(cards, number):
                if reaches(public, seat, some):
                    yield some


def _stacks(public: Tableau, seat: Seat) -> tuple[Stack, Stack]:
    """The stack of this player and that of the opponent."""
    assert public.duel is not None
    own = board.stack_of(public, seat)
    other = board.stack_of(public, opponent(public.duel, seat))
    assert own is not None
    assert other is not None
    return own, other


def _split(cards: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """The cards for one's own stack, and those for the opponent's."""
    attacks = [card for card in cards if FACES[card].attack]
    return [card for card in cards if card not in attacks], attacks


# -- the Play-Off


def begin_playoff(state: SkuncumState) -> SkuncumState:
    """After the Scrum: the first duel, or a Landslide where nobody opposes."""
    public = state.public
    assert public.candidate is not None
    if not public.challengers and not public.coalition:
        return settlement.win_race(state, public.candidate.seat, landslide=True)
    return _proceed(after(state, phase=Phase.PLAYOFF, turn=None))


def _proceed(state: SkuncumState) -> SkuncumState:
    """The next duel, or the end of the Race.

    Challengers meet by rising points, and the one who has just won stays. Then comes the final
    against the Candidate, then the duel with the Kingmaker.
    """
    public = state.public
    standing = board.standing_sides(public)
    candidate = [seat for seat, role in standing if role is Role.CANDIDATE]
    king = [seat for seat, role in standing if role is Role.COALITION]
    rising = sorted(
        (stack for stack in public.challengers if stack.seat not in public.out),
        key=lambda stack: (stack.value, stack.at),
    )
    waiting = [stack.seat for stack in rising]
    last = public.duels[-1].winner if public.duels else None
    if last in waiting:
        waiting.remove(last)
        waiting.insert(0, last)
    if len(waiting) > 1:
        return _begin(state, Stage.SERIES, waiting[0], waiting[1])
    if waiting and candidate:
        return _begin(state, Stage.FINAL, waiting[0], candidate[0])
    survivor = waiting or candidate
    if survivor and king:
        return _begin(state, Stage.KING, survivor[0], king[0])
    winner = survivor or king
    return settlement.win_race(state, winner[0]) if winner else settlement.stalemate(state)


def _begin(state: SkuncumState, stage: Stage, one: Seat, other: Seat) -> SkuncumState:
    """The duel of these two; the lower side moves first, at a tie the one that came later."""
    public = state.public

    def order(seat: Seat) -> tuple[int, int]:
        stack = board.stack_of(public, seat)
        assert stack is not None
        return board.total(public, seat), -stack.at

    first, second = (_side(public, seat) for seat in sorted((one, other), key=order))
    needs = max(1, second.total - first.total)
    return after(
        state,
        DuelBegun(stage, (first, second)),
        duel=Duel(stage, (first, second), needs=needs),
        turn=first.seat,
        questions=public.questions + 1,
    )


def _side(public: Tableau, seat: Seat) -> Side:
    total = board.total(public, seat)
    return Side(seat, board.role_of(public, seat), total, total)


# -- moves


def play(state: SkuncumState, seat: Seat, cards: Sequence[Card], power: bool) -> SkuncumState:
    """The cards are laid, Suit and BONUS on one's own stack; the opponent is to move."""
    cards = sort_hand(cards)
    own, other = _stacks(state.public, seat)
    added, attacks = _split(cards)
    state = leading.played_from_hand(state, seat, cards)
    public = state.public
    if added:
        public = board.with_stack(public, board.laid_on(own, added))
    if attacks:
        public = board.with_stack(public, board.laid_on(other, attacks))
    duel = public.duel
    assert duel is not None
    first, second = (replace(side, total=board.total(public, side.seat)) for side in duel.sides)
    needs = max(1, abs(first.total - second.total))
    duel = replace(duel, sides=(first, second), needs=needs, stood=False)
    duel = _moved(duel, seat, "power-play" if power else "play", cards)
    mine, theirs = (first, second) if first.seat == seat else (second, first)
    public = replace(
        public,
        duel=duel,
        turn=other.seat,
        power_used=public.power_used or power,
        questions=public.questions + 1,
        stakes=stakes(public, board.standing_sides(public)),
    )
    event = Played(seat, cards, power, mine.total, theirs.total)
    return State(public, state.private, state.hidden, (*state.events, event))


def stand(state: SkuncumState, seat: Seat) -> SkuncumState:
    """The opponent may play or stand too; two in a row leave the duel tied, and both are out."""
    public, duel = state.public, state.public.duel
    assert duel is not None
    state = after(state, Stood(seat))
    if not duel.stood:
        return after(
            state,
            duel=_moved(replace(duel, stood=True), seat, "stand"),
            turn=opponent(duel, seat),
            questions=public.questions + 1,
        )
    both = (duel.sides[0].seat, duel.sides[1].seat)
    return _over(after(state, DuelTied(both)), _moved(duel, seat, "stand"), None, both)


def concede(state: SkuncumState, seat: Seat) -> SkuncumState:
    """This side is out; its cards stay on the board."""
    duel = state.public.duel
    assert duel is not None
    winner = opponent(duel, seat)
    state = after(state, Conceded(seat, winner))
    return _over(state, _moved(duel, seat, "concede"), winner, (seat,))


def _moved(duel: Duel, seat: Seat, act: str, cards: tuple[Card, ...] = ()) -> Duel:
    number = 1 + sum(move.seat == seat for move in duel.moves)
    totals = (duel.sides[0].total, duel.sides[1].total)
    move = DuelMove(seat, number, act, cards, totals)  # type: ignore[arg-type]  # one of the acts
    return replace(duel, moves=(*duel.moves, move))


def _over(
    state: SkuncumState, duel: Duel, winner: Seat | None, out: tuple[Seat, ...]
) -> SkuncumState:
    public = state.public
    public = replace(
        public,
        duel=None,
        duels=(*public.duels, replace(duel, winner=winner, needs=0, stood=False)),
        out=public.out + out,
        turn=None,
    )
    public = replace(public, stakes=stakes(public, board.standing_sides(public)))
    return _proceed(State(public, state.private, state.hidden, state.events))
