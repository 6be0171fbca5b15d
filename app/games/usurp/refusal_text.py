"""The sentences for refused moves of Usurp: the rule, and what would work."""

from typing import assert_never

from app.games.usurp.display_names import SUIT
from app.games.usurp.moves import Reason
from app.games.usurp.prompt_text import open_question
from app.games.usurp.state import Tableau, UsurpView


def say_refusal(view: UsurpView, reason: Reason) -> str:
    """The reason for the refusal, and what would work. It names a suit or a rule, never a card."""
    public = view.public
    match reason:
        case Reason.NOT_ASKED:
            return f"That answers another question. {open_question(view)}"
        case Reason.NOT_YOUR_CARD:
            return "That card is not in your hand. Choose among the ones that are."
        case Reason.FOLLOW_SUIT:
            assert public.upcard is not None
            suit = SUIT[public.upcard.suit]
            choices = f"play {suit}, usurp with a card of the same rank, or uprise with any card"
            if public.options.renegs == "honour":
                return f"Your Reneg was taken back, and you hold {suit}: {choices}."
            return f"Following suit is enforced at this table, and you hold {suit}: {choices}."
        case Reason.NO_UPRISING_YET:
            return (
                "There is nothing to uprise against yet: the Leader’s first card is played face up."
            )
        case Reason.NOTHING_TO_CALL:
            return _nothing_to_call(public)
        case _:
            assert_never(reason)


def _nothing_to_call(public: Tableau) -> str:
    if public.options.renegs == "enforced":
        return "Following suit is enforced at this table, so there are no Renegs to call."
    return (
        "You may call an opponent’s Sluff Off once, when it is your turn to play or to answer. "
        "There is none to call now."
    )
