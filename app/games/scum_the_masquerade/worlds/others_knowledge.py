"""The knowledge of other seats about each other, made up so that it fits the crypts of a world."""

from collections import Counter

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import sort_hand
from app.games.scum_the_masquerade.moves import Declare
from app.games.scum_the_masquerade.politics import pacts
from app.games.scum_the_masquerade.powers import announcing, declaring
from app.games.scum_the_masquerade.powers.marks import Form
from app.games.scum_the_masquerade.powers.reshaping import MOST, forms_of
from app.games.scum_the_masquerade.powers.uses import cancels_all
from app.games.scum_the_masquerade.state import (
    Asked,
    Hand,
    Phase,
    ScumState,
    ScumView,
    Shown,
    Snapshot,
)
from app.games.scum_the_masquerade.worlds import others_trades
from app.games.scum_the_masquerade.worlds.known_crypts import now, then, traded
from app.games.scum_the_masquerade.worlds.others_trades import Hands
from app.games.scum_the_masquerade.worlds.secret_swaps import History
from app.rules.game import Chance, Seat, State


def with_knowledge(view: ScumView, history: History, chance: Chance) -> ScumState | None:
    """The world with this history; None if no wish or offer can have led to an exchange of it."""
    public = view.public
    seats = [Seat(seat) for seat in range(len(public.counts))]
    crypts = {seat: now(public, seat, history.crypts[-1][seat]) for seat in seats}
    unseen = public.unseen
    hands: Hands = {
        seat: Hand(
            () if seat in unseen else crypts[seat],
            draft=_draft(view, seat, chance),
            pact=_pact(view, seat, chance),
        )
        for seat in seats
    }
    if view.seat is not None and view.private is not None:
        hands[view.seat] = view.private
    for pair in public.pairs:
        if not others_trades.trade(view, hands, pair, history, chance):
            return None
    others_trades.bargains(view, hands, history, chance)
    if not others_trades.bids(view, hands, history, chance) or not _bluff(view, hands, chance):
        return None
    _forms(view, hands, history, chance)
    _snapshots(view, hands, history)
    _reactions(view, hands, chance)
    _requests(view, hands)
    _boons(view, hands, history, chance)
    hidden = tuple(crypts[seat] if seat in unseen else () for seat in seats) if unseen else ()
    return State(public, tuple(hands[seat] for seat in seats), hidden)


def _draft(view: ScumView, seat: Seat, chance: Chance) -> Declare | None:
    """A declaration that is not revealed yet."""
    drafted = seat in view.public.drafted
    return chance.choice(list(declaring.choices(view.public, seat))) if drafted else None


def _pact(view: ScumView, seat: Seat, chance: Chance) -> bool | None:
    """A choice in the window for pacts."""
    open_to = view.public.phase is Phase.PACTS and pacts.may_take(view.public, seat)
    return chance.choice((None, False, True)) if open_to else None


def before_the_deal(view: ScumView, chance: Chance) -> ScumState:
    """The world while no cards are out: the others' drafts of declarations may be anything."""
    public = view.public
    private = []
    for seat in map(Seat, range(len(public.counts))):
        own = view.private if seat == view.seat else None
        private.append(own if own is not None else Hand(draft=_draft(view, seat, chance)))
    return State(public, tuple(private), ())


def _forms(view: ScumView, hands: Hands, history: History, chance: Chance) -> None:
    """Cards that others may have changed, and have neither played nor lost since."""
    public = view.public
    for use in public.reshapings:
        seat = use.seat
        asked = use is public.reshapings[-1] and public.asked is Asked.RESHAPE
        if seat == view.seat or asked:
            continue
        known = [one for one in public.revealed if one.use == use.use]
        crypt = then(public, seat, history.crypts[use.swaps][seat], use.played, use.gained)
        gone = {*public.played[seat][use.played :], *(one.card for one in hands[seat].forms)}
        free = [card for card in crypt if card in hands[seat].cards and card not in gone]
        number = min(chance.randrange(MOST[use.level - 1] - len(known) + 1), len(free))
        forms = list(hands[seat].forms)
        for card in sort_hand(chance.sample(free, number)):
            into = forms_of(public, crypt, card, use.level)
            forms += [Form(card, chance.choice(into), use.use)] if into else []
        hands[seat] = replace(hands[seat], forms=tuple(forms))


# -- snapshots, requests and boons


def _snapshots(view: ScumView, hands: Hands, history: History) -> None:
    for look in view.public.looks:
        if look.seat != view.seat:
            whole = history.crypts[look.swaps][look.target]
            cards = then(view.public, look.target, whole, look.played, look.gained)
            seen = Snapshot(look.target, cards, look.played, look.gained)
            snapshots = (*hands[look.seat].snapshots, seen)
            hands[look.seat] = replace(hands[look.seat], snapshots=snapshots)


def _reactions(view: ScumView, hands: Hands, chance: Chance) -> None:
    """The answers to a use that waits: nobody before the first that is missing has ended it."""
    public = view.public
    pending = public.pending
    if pending is None:
        return
    own = view.private.reaction if view.private is not None else None
    may = pending.may
    ends = [cancels_all(public, pending, one) for one in may]
    open_at = [at for at, one in enumerate(may) if one != view.seat or own is None]
    if view.seat in may and own and ends[may.index(view.seat)]:
        open_at = [at for at in open_at if at < may.index(view.seat)]
    first = chance.choice(open_at)
    for at, seat in enumerate(may):
        if seat != view.seat:
            early = False if ends[at] else chance.choice((False, True))
            late = chance.choice((None, False, True))
            answer = early if at < first else None if at == first else late
            hands[seat] = replace(hands[seat], reaction=answer)


def _bluff(view: ScumView, hands: Hands, chance: Chance) -> bool:
    """The cards of a hand that waits for challenges; False for a crypt that cannot have it."""
    public, own, pending = view.public, view.private, announcing.bluff(view.public)
    if pending is None:
        return True
    crypt, announced = hands[pending.seat].cards, pending.use.cards
    if view.seat == pending.seat:
        cards = hands[pending.seat].bluff
    elif own is not None and view.seat in public.seen_through:
        cards = own.seen_through
        if not set(cards) <= set(crypt):
            return False
    else:
        left = Counter(card.face for card in announced)
        true = []
        for card in crypt:
            if left[card.face]:
                left[card.face] -= 1
                true.append(card)
        others = [card for card in crypt if card not in true]
        least = len(announced) - announcing.may_be_false(pending.use.level, len(announced))
        least = max(least, len(announced) - len(others))
        if len(true) < least:
            return False
        number = chance.randrange(len(true) - least + 1) + least
        chance.shuffle(true)
        chance.shuffle(others)
        cards = sort_hand((*true[:number], *others[: len(announced) - number]))
    hands[pending.seat] = replace(hands[pending.seat], bluff=cards)
    for seat in public.seen_through:
        hands[seat] = replace(hands[seat], seen_through=cards)
    return True


def _requests(view: ScumView, hands: Hands) -> None:
    """The requests to conspire that the viewer takes part in; others are not known of."""
    for request in view.private.requests if view.private is not None else ():
        other = request.partner if request.seat == view.seat else request.seat
        hands[other] = replace(hands[other], requests=(*hands[other].requests, request))


def _boons(view: ScumView, hands: Hands, history: History, chance: Chance) -> None:
    """The hands shown with requests for boons."""
    public = view.public
    if not public.boons:
        return
    known = list(view.private.shown) if view.private is not None else []
    for boon in public.boons:
        if view.seat in (boon.first, boon.seat):
            shown = known.pop(0)
        else:
            single = (chance.choice(history.crypts[traded(public)][boon.seat]),)
            shown = Shown(boon.seat, boon.cards or single)
        for seat in (boon.first, boon.seat):
            if seat != view.seat:
                hands[seat] = replace(hands[seat], shown=(*hands[seat].shown, shown))
