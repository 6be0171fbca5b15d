"""The sentences for refused moves of Skuncum: the rule, and what would work."""

from typing import assert_never

from app.games.skuncum.duels import may_power_play
from app.games.skuncum.moves import Area, Reason
from app.games.skuncum.prompt_text import colour_rule, open_question
from app.games.skuncum.state import SkuncumView


def say_refusal(view: SkuncumView, reason: Reason) -> str:
    """The reason for the refusal, and what would work."""
    match reason:
        case Reason.NOT_ASKED:
            return f"That answers another question. {open_question(view)}"
        case Reason.NOT_YOUR_CARD:
            return "You do not hold that card. Choose among the ones in your hand."
        case Reason.SUIT_CARD_NEEDED:
            return "That takes a Suit card; BONUS and ATTACK cards are for Politiks and duels."
        case Reason.ACTION_CARD_NEEDED:
            return "Politiks takes a BONUS or an ATTACK card, not a Suit card."
        case Reason.MUST_LEAD:
            why = "All others have passed" if view.public.passed else "Nobody else can lead"
            return f"{why}: lead a Suit card."
        case Reason.NO_SUCH_TARGET:
            return (
                "Politiks goes on the Candidate’s card, a Challenger’s, or the Kingmaker’s. That "
                "player has none of these."
            )
        case Reason.FROZEN:
            return "The Finger lies on that stack: it takes no Suit card and no BONUS in this Race."
        case Reason.POLITIKS_ONCE:
            return "Politiks is played once a turn. Play a Suit card, or drop out."
        case Reason.WRONG_COLOUR_FOR_BANDWAGON:
            return f"{colour_rule(view, Area.BANDWAGON)} Try the Coalition, or challenge."
        case Reason.WRONG_COLOUR_FOR_COALITION:
            return f"{colour_rule(view, Area.COALITION)} Try the Bandwagon, or challenge."
        case Reason.MUST_PLAY_A_SUIT_CARD:
            return "You hold a Suit card: play it, or play Politiks before you drop out."
        case Reason.FINGER_IS_POLITIKS:
            return "The Finger is for Politiks in the Scrum; it is not played in a duel."
        case Reason.STAYS_BEHIND:
            return (
                f"That leaves you behind. You need {_needs(view)} more points than your opponent "
                "gets; or concede."
            )
        case Reason.NOT_AHEAD:
            return "At a tie a play has to put you ahead. Play more, or stand."
        case Reason.NO_POWER_PLAY:
            return _no_power_play(view)
        case Reason.POWER_PLAY_NEEDS_TWO:
            return "A Power Play lays two or more cards; play a single card as usual."
        case Reason.NOT_TIED:
            return "You are behind: play a card that catches up, or concede."
        case Reason.NOT_BEHIND:
            return "You are tied: play a card that puts you ahead, or stand."
        case Reason.TOO_MANY_PICKS:
            return "That names more hats than you have to choose."
        case Reason.HAT_NOT_OPEN:
            return "That hat cannot be marked by this card. Choose one that is open to it."
        case Reason.CANNOT_BUY:
            return "Your votes do not buy that many hats. Buy fewer, or none."
        case _:
            assert_never(reason)


def _needs(view: SkuncumView) -> int:
    assert view.public.duel is not None
    return view.public.duel.needs


def _no_power_play(view: SkuncumView) -> str:
    public, seat = view.public, view.seat
    assert seat is not None
    assert not may_power_play(public, seat)
    if seat == public.kingmaker and public.power_used:
        return "The Power Play of this Race is made. Play one card, or concede."
    return "Several cards at once are the Kingmaker’s Power Play, in the King duel alone."
