"""The sentences for players: questions, and what the table waits for. All chips are play chips."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scroker import betting, dealing, settlement, shown_hands
from app.games.scroker.claims import spell
from app.games.scroker.display_names import chips, game, people
from app.games.scroker.hands import CATEGORY_WORDS, OF_LENGTHS
from app.games.scroker.options import Options
from app.games.scroker.state import Phase, ScrokerView, Tableau, in_the_middle, live
from app.rules.game import Seat
from app.rules.phrases import join_words


def config_problem(options: Options) -> str | None:
    """The reason why these options cannot be played by anybody, or None."""
    return "The ante cannot be higher than the buy-in." if options.ante > options.buy_in else None


def say_prompt(view: ScrokerView, names: Sequence[str]) -> str:
    """The question to this view's seat, in words."""
    public = view.public
    match public.phase:
        case Phase.ANTE:
            assert public.dealer is not None
            return f"{names[public.dealer]} deals {game(public.named)}. {open_question(view)}"
        case Phase.CHALLENGE:
            assert public.leader is not None
            return f"{_claimed(public, public.leader, names)} {_stake(view)}"
        case _:
            return open_question(view)


def _claimed(public: Tableau, seat: Seat, names: Sequence[str]) -> str:
    claim = public.claims[seat]
    assert claim is not None
    spelled = join_words([spell(word, claim) for word in claim.words])
    kind = CATEGORY_WORDS[OF_LENGTHS[tuple(map(len, claim.words))]]
    return f"{names[seat]} leads with {spelled}, {kind}."


def _stake(view: ScrokerView) -> str:
    public, seat = view.public, view.seat
    assert seat is not None
    assert public.leader is not None
    own, other = public.staked[seat], public.staked[public.leader]
    return (
        f"Challenge, or let it stand? If the word is in the list, you pay {own} into the pot; if "
        f"not, they pay {other}."
    )


def to_stay(public: Tableau, seat: Seat) -> str:
    owed, has = betting.owes(public, seat), public.stacks[seat]
    if owed <= has:
        return f"{chips(owed)} to call."
    return (
        f"{chips(owed)} to call; with your {has} you can tap out."
        if betting.may_tap_out(public)
        else "You cannot match the bet, so you can only fold."
    )


def open_question(view: ScrokerView) -> str:
    """The open question in a sentence or two that need no names."""
    public, seat = view.public, view.seat
    assert seat is not None
    match public.phase:
        case Phase.NAMING:
            return "You deal: choose the game for this hand, and its options."
        case Phase.ANTE:
            return f"Ante {chips(public.options.ante)}, or sit this hand out."
        case Phase.BET:
            return _betting(public, seat)
        case Phase.CONSENT:
            return (
                "May players who cannot match a bet tap out? The answer counts for the session. "
                "No answer means yes."
            )
        case Phase.DRAW:
            most = dealing.DRAWS[public.named.base]
            return f"Exchange up to {most} cards, or stand pat and keep them all."
        case Phase.DECLARE:
            return (
                "Claim a word, or no word. Nobody checks the spelling unless somebody challenges "
                "it."
            )
        case Phase.CHALLENGE:
            return "Challenge, or let it stand."
        case Phase.INTERVAL:
            return _between(public, seat)
        case _:
            return "Nothing to do right now."


def _betting(public: Tableau, seat: Seat) -> str:
    if public.level:
        return f"{to_stay(public, seat)} Call, raise or fold."
    if not betting.has_check(public):
        return "Open the betting, or fold: there is no checking in this round."
    if public.round == 1 and public.named.base != "longhorn":
        return "Open with two Animals or a three-letter word, check, or fold."
    return "Open, check, or fold."


def _between(public: Tableau, seat: Seat) -> str:
    if public.markers[seat]:
        return f"You owe the bank a marker of {chips(public.markers[seat])}: rebuy, or sit out."
    if public.stacks[seat] < public.options.ante:
        return f"You have {chips(public.stacks[seat])}, not enough for the ante: rebuy, or sit out."
    if seat in public.sitting_out:
        return "You are sitting out. Come back for the next hand, or stay out."
    return "Ready for the next hand?"


def say_wait(public: Tableau, names: Sequence[str]) -> str:
    """The sentence for those who are not asked; from public facts alone."""
    match public.phase:
        case Phase.LOT:
            return "Drawing the first dealer."
        case Phase.NAMING:
            assert public.turn is not None
            return f"{names[public.turn]} chooses the game for this hand."
        case Phase.ANTE:
            asked = people(_waiting(public), names)
            return f"{game(public.named)}. Waiting for {asked}: ante, or sit out?"
        case Phase.DEAL:
            return "The cards are dealt."
        case Phase.RESHUFFLE:
            return "The stock has run out: discards and folded hands are shuffled."
        case Phase.BET:
            assert public.turn is not None
            who = names[public.turn]
            return (
                f"Waiting for {who}: {chips(betting.owes(public, public.turn))} to call."
                if public.level
                else f"Waiting for {who} to bet."
            )
        case Phase.CONSENT:
            return "Everybody is asked whether players may tap out. Answers are sealed."
        case Phase.DRAW:
            assert public.turn is not None
            return f"{names[public.turn]} exchanges cards."
        case Phase.DECLARE:
            waiting = tuple(seat for seat in live(public) if seat not in public.declared)
            return (
                f"{chips(in_the_middle(public))} in the middle. Waiting for the claims of "
                f"{people(waiting, names)}."
            )
        case Phase.CHALLENGE:
            assert public.leader is not None
            waiting = tuple(
                seat for seat in shown_hands.asked(public) if seat not in public.answered
            )
            return (
                f"{_claimed(public, public.leader, names)} "
                f"Waiting for {people(waiting, names)}: challenge?"
            )
        case Phase.INTERVAL:
            waiting = tuple(seat for seat in public.seats if seat not in public.confirmed)
            return f"Hand {public.hand} is over. Not ready yet: {people(waiting, names)}."
        case Phase.OVER:
            return session_over(public, names)
        case _:
            assert_never(public.phase)


def _waiting(public: Tableau) -> tuple[Seat, ...]:
    return tuple(seat for seat in public.players if seat not in public.confirmed)


def session_over(public: Tableau, names: Sequence[str]) -> str:
    """The reconciliation in a sentence."""
    found = settlement.outcome(public)
    assert found is not None
    first = found.ranking[0]
    result = found.points[first[0]]
    how = (
        f"{chips(result)} up" if result > 0 else "even" if not result else f"{chips(-result)} down"
    )
    return (
        f"The session is over. {people(first, names)} {'does' if len(first) == 1 else 'do'} best: "
        f"{how}."
    )
