"""Declarations: drafted by all at once, and revealed together in the order of the ranks."""

from collections.abc import Iterator
from itertools import combinations

from app.games.scum_the_masquerade import trading
from app.games.scum_the_masquerade.clans import (
    CLANLESS_DEFAULT,
    DEFAULT_CLAN,
    LINEAGES,
    Specialty,
)
from app.games.scum_the_masquerade.disciplines import COMMON, Discipline
from app.games.scum_the_masquerade.events import Declared
from app.games.scum_the_masquerade.moves import Declare
from app.games.scum_the_masquerade.round_start import due
from app.games.scum_the_masquerade.sheets import Sheet, dots, standing_of
from app.games.scum_the_masquerade.state import Phase, ScumState, Tableau, after, put, with_hand
from app.rules.game import Seat


def must_declare(public: Tableau) -> tuple[Seat, ...]:
    """The seats whose rank asks for another kind of sheet than they have (4.2 of the page)."""
    players = len(public.order)
    return tuple(
        seat
        for place, seat in enumerate(public.order)
        if (public.sheets[seat].standing != standing_of(place, players) or seat == public.risen)
        and standing_of(place, players) != "mortal"
    )


def begin(state: ScumState) -> ScumState:
    """The sheets of a new round; then those who must declare are asked, or cards are dealt."""
    public = state.public
    if not public.options.disciplines:
        return after(state, phase=due(public))
    sheets = tuple(sheet.refilled() for sheet in public.sheets)
    state = mortal(after(state, sheets=sheets, drafted=()))
    asked = must_declare(state.public)
    return after(state, phase=Phase.DECLARE if asked else due(public))


def mortal(state: ScumState) -> ScumState:
    """The last rank has the specialty of the table from now on."""
    sheets, last = state.public.sheets, state.public.order[-1]
    if sheets[last].standing == "mortal":
        return state
    sheet = Sheet(specialty=Specialty.INQUISITOR).refilled()
    told = Declared(last, None, (), Specialty.INQUISITOR)
    return after(state, told, sheets=put(sheets, last, sheet))


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats that have not declared yet."""
    return tuple(seat for seat in must_declare(public) if seat not in public.drafted)


def choices(public: Tableau, seat: Seat) -> Iterator[Declare]:
    """The declarations of this seat; first the default (owner, 2.4 and 3.4).

    A first rank by a pact may keep its clan (A4).
    """
    place = public.order.index(seat)
    if standing_of(place, len(public.order)) == "clanned":
        own = public.sheets[seat].clan or DEFAULT_CLAN
        for clan in (own, *(clan for clan in LINEAGES if clan is not own)):
            yield Declare(clan, LINEAGES[clan].disciplines)
        return
    yield Declare(None, CLANLESS_DEFAULT)
    default = set(CLANLESS_DEFAULT)
    for three in combinations((*COMMON, Discipline.PROTEAN), 3):
        if set(three) != default:
            yield Declare(None, three)


def declare(state: ScumState, seat: Seat, move: Declare) -> ScumState:
    """A draft is its owner's alone until the last one is in."""
    state = with_hand(state, seat, draft=move)
    state = after(state, drafted=tuple(sorted((*state.public.drafted, seat))))
    return state if awaited(state.public) else reveal(state)


def reveal(state: ScumState) -> ScumState:
    """All drafts are revealed, the highest rank first."""
    public = state.public
    for seat in public.order:
        draft = state.private[seat].draft
        if draft is not None:
            sheets = put(state.public.sheets, seat, Sheet(draft.clan, dots(draft.disciplines)))
            told = Declared(seat, draft.clan, draft.disciplines, None)
            state = with_hand(after(state, told, sheets=sheets), seat, draft=None)
    state = after(state, drafted=(), risen=None)
    return trading.look(state) if any(public.counts) else after(state, phase=due(public))
