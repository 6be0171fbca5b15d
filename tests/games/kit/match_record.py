"""A match played for a check: its entries, the states between them, and what is broken."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.rules.game import AnyGame, AnyState, AnyView, Chance, Prompt, Seat, Span, view
from app.rules.play import all_prompts, clock_keys, first_questions, spans
from app.rules.replay import Entry, Setup, Shuffled, step
from tests.games.kit.first_difference import first_difference


class Broken(AssertionError):
    """A game, or the table, breaks a rule of the kit."""


@dataclass
class Record:
    """`states[i]` is the moment before `entries[i]`; one state more than entries."""

    game: AnyGame
    setup: Setup
    states: list[AnyState]
    entries: list[Entry] = field(default_factory=list)
    _open: "_Open | None" = field(default=None, init=False, repr=False, compare=False)

    @property
    def now(self) -> AnyState:
        return self.states[-1]

    @property
    def asked(self) -> dict[Seat, Prompt]:
        """The first question to each seat that is asked something."""
        return first_questions(self.open_to)

    @property
    def open_to(self) -> dict[Seat, tuple[Prompt, ...]]:
        """Every question and offer."""
        return self._opened().questions

    @property
    def keys(self) -> list[str]:
        """The keys that time can run out for."""
        return sorted(clock_keys(self.open_to, self._opened().spans))

    @property
    def beside(self) -> list[str]:
        """The keys of spans that the match does not wait for."""
        running = (one for found in self._opened().spans.values() for one in found)
        return sorted({one.key for one in running if one.beside})

    def _opened(self) -> "_Open":
        """The open questions and spans of now, listed once for each state."""
        if self._open is None or self._open.state is not self.now:
            state = self.now
            self._open = _Open(state, all_prompts(self.game, state), spans(self.game, state))
        return self._open

    @property
    def over(self) -> bool:
        return self.game.outcome(self.now.public) is not None

    def take(self, entry: Entry) -> None:
        self.states.append(step(self.game, self.now, entry))
        self.entries.append(entry)

    def until(self, ply: int) -> "Record":
        """The match as it stood before entry `ply`."""
        return Record(self.game, self.setup, self.states[: ply + 1], self.entries[:ply])

    def deal(self, deck: Callable[[AnyState], Sequence[Hashable]]) -> "Record | None":
        """The part from the last shuffle on before which no cards were out; None before the first
        one.
        """
        shuffles = [
            ply
            for ply, entry in enumerate(self.entries)
            if isinstance(entry, Shuffled) and not deck(self.states[ply])
        ]
        if not shuffles:
            return None
        return Record(
            self.game, self.setup, self.states[shuffles[-1] :], self.entries[shuffles[-1] :]
        )


@dataclass(frozen=True)
class _Open:
    """The questions, offers and spans of a state."""

    state: AnyState
    questions: dict[Seat, tuple[Prompt, ...]]
    spans: dict[Seat | None, tuple[Span, ...]]


def new_record(game: AnyGame, setup: Setup) -> Record:
    return Record(game, setup, [game.setup(setup.seats, setup.options, setup.ranked)])


def viewers(state: AnyState) -> Sequence[Seat | None]:
    """Everybody who may look: each seat, and a spectator (None)."""
    return (*map(Seat, range(len(state.private))), None)


def drawn_world(game: AnyGame, seen: AnyView, chance: Chance) -> AnyState:
    """A world drawn for this view, which it keeps."""
    world = game.resample(seen, chance)
    kept = view(world, seen.seat)
    if kept != seen:
        raise Broken(
            f"a world keeps the viewer's view; viewer: {seen.seat}; "
            f"differs: {first_difference(seen, kept)}"
        )
    return world


def require(holds: bool, what: str, **facts: Any) -> None:
    """Raises Broken with what should hold, and the facts that say where it does not."""
    if not holds:
        raise Broken("; ".join([what, *(f"{name}: {fact}" for name, fact in facts.items())]))
