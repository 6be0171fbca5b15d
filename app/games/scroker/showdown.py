"""The showdown: claims sealed and shown, spellchecks, the proof of openers, and the pots."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.games.scroker import settlement
from app.games.scroker.betting import pots, unmatched
from app.games.scroker.cards import Card
from app.games.scroker.claims import NO_WORD, Claim, spell
from app.games.scroker.comparison import why
from app.games.scroker.events import (
    ChipsReturned,
    ClaimShown,
    Declared,
    HandShown,
    Leads,
    LetStood,
    OpenersMissing,
    OpenersProved,
    PotCarried,
    PotWon,
    Spellchecked,
)
from app.games.scroker.hand_finder import best
from app.games.scroker.hands import OF_LENGTHS, Hand
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import opened_on
from app.games.scroker.shown_hands import asked, contestable, has_challenges, presented, strength
from app.games.scroker.state import Phase, Pot, ScrokerState, live, shared, with_hands
from app.kits.next_state import after, put
from app.rules.game import Seat

LET_STAND = -1
"""The answer of somebody who challenges nothing."""


# -- declaring


def begin(state: ScrokerState) -> ScrokerState:
    """The betting is over: unmatched chips go back, the pots are counted, and all declare.

    In the stud the hole cards are turned up first.
    """
    back = unmatched(state.public)
    if back is not None:
        seat, chips = back
        public = state.public
        state = after(
            state,
            ChipsReturned(seat, chips),
            stacks=put(public.stacks, seat, public.stacks[seat] + chips),
            staked=put(public.staked, seat, public.staked[seat] - chips),
        )
    public = state.public
    nobody: tuple[Card, ...] = ()
    shown = (nobody,) * len(public.stacks)
    if public.named.base == "longhorn":
        for seat in live(public):
            shown = put(shown, seat, state.private[seat].cards)
            state = after(state, HandShown(seat, state.private[seat].cards, None))
    state = after(
        state,
        phase=Phase.DECLARE,
        turn=None,
        pots=pots(public),
        carry=0,
        carriers=(),
        pot=0,
        shown=shown,
        questions=public.questions + 1,
    )
    if public.options.assist != "full":
        return state
    rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
    for seat in live(public):
        state = _sealed(
            state, seat, best(state.private[seat].cards + shared(public, seat), rules, words)[0]
        )
    return reveal(state)


def declare(state: ScrokerState, seat: Seat, claim: Claim) -> ScrokerState:
    """The claim is sealed; once the last one is, all are shown."""
    state = after(_sealed(state, seat, claim), Declared(seat))
    return reveal(state) if set(state.public.declared) == set(live(state.public)) else state


def time_is_up(state: ScrokerState) -> ScrokerState:
    """A player who has not declared claims no word."""
    for seat in live(state.public):
        if seat not in state.public.declared:
            state = after(_sealed(state, seat, NO_WORD), Declared(seat))
    return reveal(state)


def _sealed(state: ScrokerState, seat: Seat, claim: Claim) -> ScrokerState:
    state = with_hands(state, {seat: replace(state.private[seat], claim=claim)})
    return after(state, declared=tuple(sorted((*state.public.declared, seat))))


def reveal(state: ScrokerState) -> ScrokerState:
    """Opens all claims from the dealer's left; of draw hands only the cards that count."""
    public = state.public
    claims: tuple[Claim | None, ...] = (None,) * len(public.stacks)
    shown = public.shown
    for seat in live(public):
        hand = state.private[seat]
        claim = hand.claim
        assert claim is not None
        claims = put(claims, seat, claim)
        used = {card for word in claim.words for card in word}
        used.update(hand.cards if public.named.hot == "hand" and claim.words else ())
        shown = put(
            shown, seat, tuple(card for card in hand.cards if card in used or card in shown[seat])
        )
        presented = OF_LENGTHS[tuple(map(len, claim.words))]
        state = after(
            state,
            ClaimShown(seat, claim, tuple(spell(word, claim) for word in claim.words), presented),
        )
    return adjudicate(after(state, claims=claims, shown=shown))


def adjudicate(state: ScrokerState) -> ScrokerState:
    """Pot by pot from the main pot outward, until a window has to open or all are settled."""
    while state.public.pot < len(state.public.pots):
        public = state.public
        pot = public.pots[public.pot]
        contenders = [seat for seat in pot.eligible if seat not in public.disqualified]
        if not contenders:
            state = _carried(state, pot)
            continue
        hands = {seat: strength(state, seat) for seat in contenders}
        most = max(hand.key for hand in hands.values())
        leaders = [seat for seat in contenders if hands[seat].key == most]
        if has_challenges(public) and len(pot.eligible) > 1:
            asked = next(
                (seat for seat in leaders if hands[seat].words and contestable(public, seat)), None
            )
            if asked is not None:
                return _open_window(state, asked, hands[asked])
        opener = next(
            (seat for seat in leaders if seat == public.opener and seat not in public.opened_well),
            None,
        )
        if opener is not None:
            state = _prove(state, opener)
            continue
        state = _won(state, pot, leaders, hands)
    return settlement.settle(state)


def _prove(state: ScrokerState, seat: Seat) -> ScrokerState:
    """The leading hand opened the betting and shows its openers; without them it wins nothing."""
    public = state.public
    found = opened_on(public, state.private[seat].dealt)
    if found is None:
        return after(state, OpenersMissing(seat), disqualified=(*public.disqualified, seat))
    return after(
        state,
        OpenersProved(seat, found.cards, found.word),
        opened_well=(*public.opened_well, seat),
        openers_shown=found.cards,
    )


def _carried(state: ScrokerState, pot: Pot) -> ScrokerState:
    public = state.public
    return after(
        state,
        PotCarried(public.pot, pot.chips),
        pots=put(public.pots, public.pot, replace(pot, carried=True)),
        pot=public.pot + 1,
        carry=public.carry + pot.chips,
        carriers=tuple(dict.fromkeys((*public.carriers, *public.players))),
    )


def _won(
    state: ScrokerState, pot: Pot, leaders: Sequence[Seat], hands: dict[Seat, Hand]
) -> ScrokerState:
    contested = len(pot.eligible) > 1
    if contested:
        for seat in leaders:
            if not hands[seat].words:
                state = show(state, seat, None)
    public = state.public
    share, odd = divmod(pot.chips, len(leaders))
    chips = tuple(share + (place < odd) for place in range(len(leaders)))
    stacks = public.stacks
    for seat, won in zip(leaders, chips, strict=True):
        stacks = put(stacks, seat, stacks[seat] + won)
    first = hands[leaders[0]]
    others = (
        (seat, presented(public, seat, public.counts[seat]))
        for seat in hands
        if seat not in leaders
    )
    open_ones = [(seat, hand) for seat, hand in others if hand is not None]
    beaten = max(open_ones, key=lambda one: one[1].key, default=None)
    event = PotWon(
        public.pot,
        tuple(leaders),
        chips,
        first.category if contested else None,
        None if beaten is None else beaten[0],
        None if beaten is None else why(first, beaten[1], hand_rules(public.named)),
    )
    won_pot = replace(pot, winners=tuple(leaders))
    return after(
        state,
        event,
        stacks=stacks,
        pots=put(public.pots, public.pot, won_pot),
        pot=public.pot + 1,
    )


def show(state: ScrokerState, seat: Seat, asked_by: Seat | None) -> ScrokerState:
    """The whole hand of this seat lies open, unless it does already."""
    public, cards = state.public, state.private[seat].cards
    if len(public.shown[seat]) == len(cards):
        return state
    return after(state, HandShown(seat, cards, asked_by), shown=put(public.shown, seat, cards))


# -- spellchecks


def _open_window(state: ScrokerState, seat: Seat, hand: Hand) -> ScrokerState:
    public = state.public
    leads = Leads(seat, public.pot, hand.category)
    return after(
        state,
        leads,
        phase=Phase.CHALLENGE,
        leader=seat,
        answered=(),
        questions=public.questions + 1,
    )


def answer(state: ScrokerState, seat: Seat, word: int) -> ScrokerState:
    """The answer is sealed; once the last one is, the window closes."""
    state = with_hands(state, {seat: replace(state.private[seat], answer=word)})
    state = after(state, answered=tuple(sorted((*state.public.answered, seat))))
    return close(state) if set(state.public.answered) == set(asked(state.public)) else state


def close(state: ScrokerState) -> ScrokerState:
    """Closes the window: the first challenge from the leader's left counts."""
    public = state.public
    leader = public.leader
    assert leader is not None
    answers = {seat: state.private[seat].answer for seat in asked(public)}
    state = with_hands(state, {seat: replace(state.private[seat], answer=None) for seat in answers})
    state = after(state, leader=None, answered=())
    by, word = next(
        ((seat, word) for seat, word in answers.items() if word is not None and word != LET_STAND),
        (None, LET_STAND),
    )
    if by is None:
        return adjudicate(after(state, LetStood(leader), accepted=(*public.accepted, leader)))
    return adjudicate(_spellchecked(state, by, leader, word))


def _spellchecked(state: ScrokerState, by: Seat, seat: Seat, index: int) -> ScrokerState:
    public = state.public
    claim = public.claims[seat]
    assert claim is not None
    word = spell(claim.words[index], claim)
    listed = lexicon(public.options.lexicon).holds(word)
    payer = by if listed else seat
    paid = min(public.staked[payer], public.stacks[payer])
    marker = public.staked[payer] - paid if public.options.shortfall == "marker" else 0
    pot = public.pots[public.pot]
    return after(
        state,
        Spellchecked(by, seat, word, listed, payer, paid + marker, marker),
        stacks=put(public.stacks, payer, public.stacks[payer] - paid),
        markers=put(public.markers, payer, public.markers[payer] + marker),
        pots=put(public.pots, public.pot, replace(pot, chips=pot.chips + paid + marker)),
        proved=(*public.proved, (seat, index)) if listed else public.proved,
        fouled=public.fouled if listed else (*public.fouled, seat),
    )
