"""The board of a Race: stacks and their values, areas, targets, and the points of the sides."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from app.games.skuncum.cards import FACES, Card, Effect
from app.games.skuncum.moves import Area
from app.games.skuncum.state import Tableau
from app.games.skuncum.table_records import Role, Stack
from app.rules.game import Seat

AREAS: Final = (Area.BANDWAGON, Area.COALITION, Area.CHALLENGER)


def legal_areas(card: Card, candidate: Card, colours: bool) -> tuple[Area, ...]:
    """The areas that this Suit card may join; a Dark Horse has any colour."""
    own, lead = FACES[card].colour, FACES[candidate].colour
    if not (colours and own and lead):
        return AREAS
    return (Area.BANDWAGON if own == lead else Area.COALITION, Area.CHALLENGER)


# -- stacks


def new_stack(seat: Seat, card: Card, at: int) -> Stack:
    """A Suit card laid as the opening card number `at` of its Race."""
    value = FACES[card].value
    return Stack(seat, card, at, value, value)


def laid_on(stack: Stack, cards: Iterable[Card]) -> Stack:
    """The stack with these cards laid on it."""
    laid = (*stack.laid, *cards)
    opening, value, frozen = _worth(stack.card, laid)
    return Stack(stack.seat, stack.card, stack.at, opening, value, laid, frozen)


@lru_cache(maxsize=4096)
def _worth(card: Card, laid: tuple[Card, ...]) -> tuple[int, int, bool]:
    """The points of the opening card and of the whole stack, and whether it is frozen.

    All is summed first, and a sum below 0 counts 0.
    """
    effects = {FACES[one].effect for one in laid}
    opening = FACES[card].value * (2 if Effect.DOUBLE in effects else 1)
    if Effect.SKUNK in effects:
        opening = 0
    total = opening
    for one in laid:
        face = FACES[one]
        total += -face.value if face.attack else face.value
    return opening, max(0, total), Effect.FINGER in effects


def stacks(public: Tableau) -> Iterator[Stack]:
    """Every stack on the board."""
    if public.candidate is not None:
        yield public.candidate
    yield from public.bandwagon
    yield from public.challengers
    yield from public.coalition


def stack_of(public: Tableau, seat: Seat) -> Stack | None:
    """The stack of this seat; no seat has more than one in a Race."""
    return next((stack for stack in stacks(public) if stack.seat == seat), None)


def board_cards(public: Tableau) -> list[Card]:
    """Every card on the board."""
    return [card for stack in stacks(public) for card in (stack.card, *stack.laid)]


def target_role(public: Tableau, seat: Seat) -> Role | None:
    """The role of this seat's stack, if cards may be laid on it."""
    if public.candidate is not None and public.candidate.seat == seat:
        return Role.CANDIDATE
    if seat == public.kingmaker:
        return Role.COALITION
    if any(stack.seat == seat for stack in public.challengers):
        return Role.CHALLENGER
    return None


def targets(public: Tableau) -> list[Stack]:
    """The stacks on which cards may be laid: Candidate, Challengers, and the present Kingmaker."""
    found = [] if public.candidate is None else [public.candidate]
    found += public.challengers
    found += (stack for stack in public.coalition if stack.seat == public.kingmaker)
    return found


def with_stack(public: Tableau, stack: Stack) -> Tableau:
    """The board with the stack of the same seat replaced."""
    if public.candidate is not None and public.candidate.seat == stack.seat:
        return replace(public, candidate=stack)
    return replace(
        public,
        challengers=_replaced(public.challengers, stack),
        coalition=_replaced(public.coalition, stack),
    )


def _replaced(found: Sequence[Stack], stack: Stack) -> tuple[Stack, ...]:
    return tuple(stack if one.seat == stack.seat else one for one in found)


def kingmaker(coalition: Sequence[Stack]) -> Seat | None:
    """The owner of the highest printed card; of equal ones the earlier."""
    if not coalition:
        return None
    return max(coalition, key=lambda stack: (FACES[stack.card].value, -stack.at)).seat


# -- sides


def role_of(public: Tableau, seat: Seat) -> Role:
    """The side that this player leads in the Play-Off."""
    role = target_role(public, seat)
    assert role is not None, "a side has a player with a stack"
    return role


def total(public: Tableau, seat: Seat) -> int:
    """The points of the side that this player leads: with all Bandwagon or Coalition cards."""
    match role_of(public, seat):
        case Role.CANDIDATE:
            assert public.candidate is not None
            return public.candidate.value + sum(stack.value for stack in public.bandwagon)
        case Role.COALITION:
            return sum(stack.value for stack in public.coalition)
        case _:
            stack = stack_of(public, seat)
            assert stack is not None
            return stack.value


def standing_sides(public: Tableau) -> list[tuple[Seat, Role]]:
    """The sides on the board that are not out, by their players."""
    sides: list[tuple[Seat, Role]] = []
    if public.candidate is not None:
        sides.append((public.candidate.seat, Role.CANDIDATE))
    sides += ((stack.seat, Role.CHALLENGER) for stack in public.challengers)
    if public.kingmaker is not None:
        sides.append((public.kingmaker, Role.COALITION))
    return [side for side in sides if side[0] not in public.out]
