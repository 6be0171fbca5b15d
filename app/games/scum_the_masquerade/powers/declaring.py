"""Declarations, in the order of the ranks: one after the other, or drafted by all at once."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from msgspec.structs import replace

from app.games.scum_the_masquerade.events import Decided, Declared
from app.games.scum_the_masquerade.moves import Decide, Declare
from app.games.scum_the_masquerade.politics import trading
from app.games.scum_the_masquerade.powers import decisions
from app.games.scum_the_masquerade.powers.clans import (
    CLANLESS_DEFAULT,
    GHOUL_DEFAULT,
    LINEAGES,
    SPECIALTY_NAMES,
    Clan,
    Pack,
    Specialty,
)
from app.games.scum_the_masquerade.powers.disciplines import COMMON, Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots, standing_of
from app.games.scum_the_masquerade.state import Phase, ScumState, Tableau, due, with_hand
from app.kits.next_state import after, put
from app.rules.game import Seat

DOTS = 3


def must_declare(public: Tableau) -> tuple[Seat, ...]:
    """The seats whose rank asks for another kind of sheet than they have (4.2 of the page)."""
    players = len(public.order)
    return tuple(
        seat
        for place, seat in enumerate(public.order)
        if (
            public.sheets[seat].standing != standing_of(place, players)
            or seat == public.risen
            or seat in public.may_convert
        )
        and (standing_of(place, players) != "mortal" or public.options.decisions)
    )


def begin(state: ScumState) -> ScumState:
    """The sheets of a new round; then those who decide or declare are asked, or cards are dealt."""
    public = state.public
    if not public.options.disciplines:
        return after(state, phase=due(public))
    sheets = tuple(sheet.refilled() for sheet in public.sheets)
    return decided_or_not(after(state, sheets=sheets, drafted=()))


def decided_or_not(state: ScumState) -> ScumState:
    """A new first rank decides before anybody declares (owner, 1)."""
    state = mortal(state)
    return after(state, phase=Phase.DECIDE) if decisions.due(state.public) else go_on(state)


def go_on(state: ScumState) -> ScumState:
    """Those who must declare are asked; else the round goes on to its deal or its trades."""
    state = offer_conversion(state)
    public = state.public
    if must_declare(public):
        return after(state, phase=Phase.DECLARE, drafted=())
    return trading.look(state) if any(public.counts) else after(state, phase=due(public))


def offer_conversion(state: ScumState) -> ScumState:
    """Under a new first rank players of the other side may change sides once (8.4, A17).

    The first rank's own clan has to be known for it.
    """
    public = state.public
    first = public.order[0]
    clan = public.sheets[first].clan
    if (
        not public.options.has_conversion
        or clan is None
        or first in must_declare(public)
        or public.converted_to == first
    ):
        return state
    others = tuple(
        seat
        for seat in public.order[1:]
        if seat not in must_declare(public) and conversions(public, seat)
    )
    return after(state, may_convert=others, converted_to=first)


def conversions(public: Tableau, seat: Seat) -> tuple[Clan, ...]:
    """The allowed clans of the first rank's side, for a player of a clan of the other side."""
    first, own = public.sheets[public.order[0]].clan, public.sheets[seat].clan
    if first is None or own is None or LINEAGES[own].sect == LINEAGES[first].sect:
        return ()
    return tuple(
        clan
        for clan in decisions.clans_of(public.decisions.packs)
        if LINEAGES[clan].sect == LINEAGES[first].sect
    )


def decide(state: ScumState, seat: Seat, move: Decide) -> ScumState:
    """The decisions stand until another first rank changes them; they undo no declaration."""
    move = replace(move, packs=tuple(pack for pack in Pack if pack in move.packs))
    event = Decided(seat, move.packs, move.loose, move.outside, move.illegal)
    return go_on(after(state, event, decisions=move, decided_by=seat))


def mortal(state: ScumState) -> ScumState:
    """The last rank has the specialty of the table from now on, where it does not choose one."""
    sheets, last = state.public.sheets, state.public.order[-1]
    if sheets[last].standing == "mortal" or state.public.options.decisions:
        return state
    sheet = Sheet(specialty=Specialty.INQUISITOR).refilled()
    event = Declared(last, None, (), Specialty.INQUISITOR)
    return after(state, event, sheets=put(sheets, last, sheet))


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats whose turn it is to declare."""
    left = undeclared(public)
    return left[:1] if public.options.declares_in_order else left


def undeclared(public: Tableau) -> tuple[Seat, ...]:
    """The seats that have not declared yet, in the order of the ranks."""
    return tuple(seat for seat in must_declare(public) if seat not in public.drafted)


def standing(public: Tableau, seat: Seat) -> str:
    """The kind of this seat's rank."""
    return standing_of(public.order.index(seat), len(public.order))


def choices(public: Tableau, seat: Seat) -> Iterator[Declare]:
    """The declarations of this seat; first the default (owner, 2.4, 3.4 and 4.2)."""
    match standing(public, seat):
        case "clanned":
            yield from _of_clans(public, seat)
        case "clanless":
            yield Declare(None, CLANLESS_DEFAULT)
            default = set(CLANLESS_DEFAULT)
            for three in combinations((*COMMON, *decisions.clanless(public)), DOTS):
                few = sum(one in decisions.SPECIAL for one in three) < 2
                if few and set(three) != default:
                    yield Declare(None, three)
        case _:
            yield from (Declare(None, (), one) for one in SPECIALTY_NAMES if one is not GHOUL)
            yield Declare(None, GHOUL_DEFAULT, GHOUL)
            for two in combinations_with_replacement(COMMON, len(GHOUL_DEFAULT)):
                if two != GHOUL_DEFAULT:
                    yield Declare(None, two, GHOUL)


GHOUL = Specialty.GHOUL


def clans(public: Tableau, seat: Seat) -> tuple[Clan, ...]:
    """The clans of which this seat may be: the default first, or what it has.

    A first rank by a pact may keep its clan (A4).
    """
    has = public.sheets[seat].clan
    if has is not None and seat in public.may_convert:
        return (has, *conversions(public, seat))
    own = has or decisions.default_clan(public)
    return (own, *(clan for clan in decisions.clans_to_declare(public) if clan is not own))


def _of_clans(public: Tableau, seat: Seat) -> Iterator[Declare]:
    """A dot in each discipline of a clan; then, where dots are free, the other splits (H38)."""
    sheet = public.sheets[seat]
    as_is = Declare(sheet.clan, sheet.disciplines) if sheet.clan is not None else None
    if as_is is not None:
        yield as_is
    found = clans(public, seat)[seat in public.may_convert :]
    even = [Declare(clan, LINEAGES[clan].disciplines) for clan in found]
    yield from (one for one in even if one != as_is)
    for clan in found if public.options.decisions else ():
        for three in splits(public, clan):
            if Declare(clan, three) not in (as_is, *even):
                yield Declare(clan, three)


def splits(public: Tableau, clan: Clan) -> Iterator[tuple[Discipline, ...]]:
    """The ways to place three dots, in the order of the clan's disciplines; those outside last."""
    own = LINEAGES[clan].disciplines
    yield from combinations_with_replacement(own, DOTS)
    for two in combinations_with_replacement(own, DOTS - 1):
        yield from ((*two, far) for far in decisions.outsiders(public, clan))


def in_order(public: Tableau, seat: Seat, move: Declare) -> Declare | None:
    """The declaration as `choices` lists it, whatever the order of its dots; None: not legal."""

    def like(one: Declare) -> tuple[object, ...]:
        return (one.clan, one.specialty, sorted(one.disciplines))

    return next((one for one in choices(public, seat) if like(one) == like(move)), None)


def declare(state: ScumState, seat: Seat, move: Declare) -> ScumState:
    """In order each declaration is public at once; else a draft is its owner's until the last."""
    move = in_order(state.public, seat, move) or move
    if state.public.options.declares_in_order:
        state = declared(state, seat, move)
        return state if undeclared(state.public) else over(state)
    state = with_hand(state, seat, draft=move)
    state = after(state, drafted=tuple(sorted((*state.public.drafted, seat))))
    return state if awaited(state.public) else reveal(state)


def declared(state: ScumState, seat: Seat, move: Declare) -> ScumState:
    """The sheet that was declared. Once the first rank has a clan others may change sides."""
    public = state.public
    risen = None if public.risen == seat else public.risen
    others = tuple(one for one in public.may_convert if one != seat)
    if kept(public, seat, move):
        return after(state, may_convert=others)
    sheet = Sheet.of(move.clan, dots(move.disciplines), move.specialty).refilled()
    event = Declared(seat, move.clan, move.disciplines, move.specialty)
    sheets = put(public.sheets, seat, sheet)
    return offer_conversion(after(state, event, sheets=sheets, risen=risen, may_convert=others))


def kept(public: Tableau, seat: Seat, draft: Declare) -> bool:
    """True for a player who does not change sides."""
    return seat in public.may_convert and draft.clan is public.sheets[seat].clan


def reveal(state: ScumState) -> ScumState:
    """All drafts are revealed, the highest rank first."""
    public = state.public
    for seat in public.order:
        draft = state.private[seat].draft
        if draft is not None and kept(state.public, seat, draft):
            state = with_hand(state, seat, draft=None)
        elif draft is not None:
            sheet = Sheet.of(draft.clan, dots(draft.disciplines), draft.specialty).refilled()
            event = Declared(seat, draft.clan, draft.disciplines, draft.specialty)
            state = after(state, event, sheets=put(state.public.sheets, seat, sheet))
            state = with_hand(state, seat, draft=None)
    return over(after(state, drafted=(), risen=None, may_convert=()))


def over(state: ScumState) -> ScumState:
    """All have declared: the round goes on to its deal, or to its trades."""
    public = state.public
    return trading.look(state) if any(public.counts) else after(state, phase=due(public))
