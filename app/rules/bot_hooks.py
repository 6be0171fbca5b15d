"""The hooks of a game for bots: worlds that fit a view, candidates, scores, values of worlds.

A part of `Game`, see game.py. The rules never call it.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from app.rules.questions import Questions
from app.rules.values import FAIR, Chance, H, HintReason, M, Manner, P, Prompt, Q, Seat, State, View


class BotHooks(Questions[P, Q, H, M]):
    """Sees a view, or a world drawn for one; never the true state."""

    search_depth: ClassVar[int] = 12
    """Choices that a playout makes before the search calls `evaluate`, if the game defines it."""
    switch_margin: ClassVar[float] = 0.0
    """The standard errors by which a searched move must beat the one with the best score.

    More than 0 where luck decides most, so that a few worlds would mislead.
    """

    tempers: ClassVar[tuple[str, ...]] = ()
    """The tempers of bots, where the game knows them; tables show them beside the bots' names."""
    manner: Manner = FAIR
    """The manner of the bot that plays, see `in_manner`."""

    gives_reasons: ClassVar[bool] = False
    """True if the game says its moves in words, so that people may ask for hints."""

    def in_manner(self, manner: Manner) -> Self:
        """The game as a bot of this manner plays it: its scores and the offers that it takes.

        By default bots of every manner play alike.
        """
        return self

    @abstractmethod
    def resample(self, view: View[P, Q], chance: Chance) -> State[P, Q, H]:
        """A state drawn from those that this view's seat cannot tell from the truth."""

    def candidate_moves(self, view: View[P, Q]) -> Iterator[M]:
        """The legal moves that bots consider, at least one; their order depends on the view alone.

        Pages never see them, so a game may leave out hopeless moves here. By default all.
        """
        return self.legal_moves(view)

    def score_moves(self, view: View[P, Q], moves: Sequence[M]) -> Sequence[float]:
        """A heuristic score of each of these legal moves, from the view; larger is better."""
        return [0.0] * len(moves)

    def say_reason(
        self, view: View[P, Q], moves: Sequence[M], move: M, names: Sequence[str]
    ) -> HintReason:
        """The move in words, and what is true of it; from the view alone.

        `moves`: the candidates. Needed where `gives_reasons`.
        """
        raise NotImplementedError

    def evaluate(self, world: State[P, Q, H]) -> Sequence[float] | None:
        """The expected payoff of the running deal, by seat, from 0 to 1, or None to play on.

        It lets a search stop before the end. `world` is resampled, never the true state.
        """
        return None

    def payoff(self, public: P) -> Sequence[float] | None:
        """The payoff of the deal that has just ended, by seat, from 0 to 1, as `evaluate` estimates
        it.

        None: follows from the ranks of `standings`. In a game of chips ranks mislead: folding early
        ranks well and wins nothing.
        """
        return None

    def sample_worlds(self, view: View[P, Q], chance: Chance) -> Iterator[State[P, Q, H]]:
        """Resampled states for a search, without end.

        A game may draw those more often in which the others played sensibly, where that is faster
        than `likelihood`.
        """
        while True:
            yield self.resample(view, chance)

    def likelihood(self, world: State[P, Q, H], viewer: Seat) -> float:
        """The likelihood of the others' play, as `viewer` saw it, if `world` were the true state.

        Above 0; only its ratio to other worlds counts. By default all worlds are equally likely.
        """
        return 1.0

    def candidate_answers(self, view: View[P, Q], prompt: Prompt) -> Iterator[M]:
        """As `candidate_moves`, for one of `prompts`."""
        return self.candidate_moves(view)

    def accepted_offer(self, view: View[P, Q], prompt: Prompt) -> M | None:
        """The move by which a bot takes an offer; None: it does not.

        Asked when the offer opens, and again after each move of the seat.
        """
        return None
