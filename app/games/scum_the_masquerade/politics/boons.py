"""Boons: somebody asks the first rank for the first lead, and shows it the hand to be led."""

from typing import Final

from app.games.scum_the_masquerade import tricks
from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.politics.trade_events import BoonAnswered, BoonAsked, BoonShown
from app.games.scum_the_masquerade.powers import plays_with
from app.games.scum_the_masquerade.state import (
    Asked,
    Boon,
    ScumState,
    Shown,
    Tableau,
    Trick,
    first_rank,
    tell,
    with_hand,
)
from app.kits.next_state import after
from app.rules.game import Seat

REQUESTS: Final = 2
"""Requests of each seat in a round (H29)."""
SECONDS: Final = 20
"""The time to answer; silence is a no (A30)."""


def requests(public: Tableau, seat: Seat) -> int:
    """The number of boons that this seat has asked for in this round."""
    return sum(boon.seat == seat for boon in public.boons)


def may_ask(public: Tableau, seat: Seat) -> bool:
    """True while the first rank is to lead the first trick, and nobody else's request is open."""
    return (
        public.options.boons
        and public.ranked
        and public.asked is Asked.LEAD
        and public.trick == Trick(1)
        and not public.taken_back
        and public.turn == first_rank(public)
        and seat not in (public.turn, public.hunted)
        and requests(public, seat) < REQUESTS
    )


def ask_boon(state: ScumState, seat: Seat, cards: tuple[Card, ...]) -> ScumState:
    """The request is public, the hand is shown to the first rank alone."""
    public, first = state.public, first_rank(state.public)
    shown = Shown(seat, sort_hand(cards))
    state = after(
        state,
        BoonAsked(seat),
        boons=(*public.boons, Boon(seat, first)),
        asked=Asked.BOON,
    )
    for one in (seat, first):
        state = with_hand(state, one, shown=(*state.private[one].shown, shown))
    return tell(state, BoonShown(seat, shown.cards), seat, first)


def answer(state: ScumState, grant: bool) -> ScumState:
    """A granted boon leads the shown hand; play goes on from its leader (H30).

    Whoever may play it with a discipline is asked, others lead it at once (A5). After a refusal
    the first rank is to lead as before.
    """
    public = state.public
    seat, first = public.boons[-1].seat, public.boons[-1].first
    cards = state.private[seat].shown[-1].cards if grant else ()
    answered = (*public.boons[:-1], Boon(seat, first, grant, cards))
    state = after(state, BoonAnswered(seat, grant), boons=answered, asked=Asked.LEAD)
    if not grant:
        return state
    if _has_choice(state, seat):
        return tricks.ask(after(state, promised=cards), seat, Asked.LEAD)
    return tricks.play(state, seat, cards)


def _has_choice(state: ScumState, seat: Seat) -> bool:
    """True if the hand may be led with a discipline (A5)."""
    sheets = state.public.sheets
    return bool(sheets) and any(sheets[seat].unspent(one) for one in plays_with.WITH)
