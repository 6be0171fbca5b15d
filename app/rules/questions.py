"""The questions of a game: what a seat is asked, what it may answer, and what stands open to it.

A part of `Game`, see game.py. A game that puts one question to a seat at a time defines `prompt`,
`legal_moves`, and perhaps `check`. Offers, spans and composed answers are for games that need them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic

from app.rules.values import (
    DefaultRefusal,
    H,
    M,
    MoveStep,
    P,
    Prompt,
    Q,
    Refusal,
    Span,
    TrickPass,
    View,
)


class Questions(ABC, Generic[P, Q, H, M]):
    """All follow from the view of the seat that is asked, so they cannot betray another hand."""

    @abstractmethod
    def prompt(self, view: View[P, Q]) -> Prompt | None:
        """The question that this view's seat is asked, or None; the first one if there are more."""

    @abstractmethod
    def legal_moves(self, view: View[P, Q]) -> Iterator[M]:
        """The moves that `check` accepts, each once; their order depends on the view alone."""

    def max_listed_moves(self, prompt: Prompt) -> int:
        """The number of legal moves that a page is sent at most.

        Make it small for answers that are composed piece by piece.
        """
        return 200

    def check(self, view: View[P, Q], move: M) -> Refusal | None:
        """The authority on legality: None, or the rule that forbids it. The seat is being asked.

        By default what `legal_moves` lists is legal, and one refusal serves for all else."""
        return None if move in self.legal_moves(view) else DefaultRefusal.NOT_ON_OFFER

    # -- several questions at once, offers and spans; a game with one question needs none of it

    def prompts(self, view: View[P, Q]) -> tuple[Prompt, ...]:
        """Every question and offer to this view's seat, each with a key of its own.

        `prompt` is the first question among them, if there is one. Where two are alike, their
        moves say which one they answer.
        """
        asked = self.prompt(view)
        return () if asked is None else (asked,)

    def legal_answers(self, view: View[P, Q], prompt: Prompt) -> Iterator[M]:
        """The moves that `check_answer` accepts for one of `prompts`, each once."""
        return self.legal_moves(view)

    def check_answer(self, view: View[P, Q], prompt: Prompt, move: M) -> Refusal | None:
        """As `check`, for one of `prompts`."""
        return self.check(view, move)

    def premove_stands(self, view: View[P, Q], move: M) -> bool:
        """True if a premove of this view's seat may not be withdrawn or changed now."""
        return False

    def trick_pass(self, view: View[P, Q]) -> TrickPass[M] | None:
        """The pass with which this view's seat may stay out of the trick, asked or not.

        None: there is no trick, the seat has no part in it, or its question is another. It answers
        each question of the seat while it is there. By default the game has none.
        """
        return None

    def next_step(
        self, view: View[P, Q], prompt: Prompt, picks: tuple[tuple[Any, ...], ...]
    ) -> MoveStep | None:
        """The step after `picks` of an answer that is composed, see composing.py.

        None: the picks are complete, or without any, answers to this prompt are not composed.
        """
        return None

    def composed_move(
        self, view: View[P, Q], prompt: Prompt, picks: tuple[tuple[Any, ...], ...]
    ) -> M:
        """The move that complete picks make."""
        raise NotImplementedError

    def spans(self, view: View[P, Q]) -> tuple[Span, ...]:
        """The spans whose clock this view's seat, or a spectator, sees run."""
        return ()


class OpenQuestions(Questions[P, Q, H, M]):
    """The questions of a game that asks several things at once, or has offers.

    It defines `prompts` and `legal_answers`; the rest follows from them.
    """

    @abstractmethod
    def prompts(self, view: View[P, Q]) -> tuple[Prompt, ...]: ...

    @abstractmethod
    def legal_answers(self, view: View[P, Q], prompt: Prompt) -> Iterator[M]: ...

    def prompt(self, view: View[P, Q]) -> Prompt | None:
        return next((one for one in self.prompts(view) if not one.offer), None)

    def legal_moves(self, view: View[P, Q]) -> Iterator[M]:
        asked = self.prompt(view)
        return iter(()) if asked is None else self.legal_answers(view, asked)

    def check_answer(self, view: View[P, Q], prompt: Prompt, move: M) -> Refusal | None:
        legal = move in self.legal_answers(view, prompt)
        return None if legal else DefaultRefusal.NOT_ON_OFFER
