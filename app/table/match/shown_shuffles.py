"""The last shuffles of a match, and which of their cards each viewer was shown."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from app.fair import parts
from app.rules.game import AnyGame, AnyState, OpenedPosition, Seat, view
from app.rules.replay import Shuffled
from app.table.match.shuffle_decks import MatchDecks, ShuffleDecks
from app.table.match.shuffle_proof import ShuffleProof, Viewer
from app.table.model.room import MatchId

KEPT: Final = 4
"""Shuffles of which cards can still be opened; the decks of the last one alone are kept."""


class ShownShuffles:
    """Follows the match entry by entry. No repr: it holds the match's secret."""

    def __init__(self, game: AnyGame, match: MatchId, secret: bytes) -> None:
        self._game, self.match = game, match
        self._decks = MatchDecks(game, match, secret)
        self.promise = parts.promise(match, secret)
        self.opened = 0
        """Grows with every card that somebody is shown."""
        self._proofs: dict[int, ShuffleProof] = {}
        self._listed: dict[Viewer, tuple[OpenedPosition, ...]] = {}
        """The positions that the game listed last, by viewer."""

    def __iter__(self) -> Iterator[ShuffleProof]:
        """The proofs that are kept, oldest first."""
        return iter(tuple(self._proofs.values()))

    @property
    def numbers(self) -> Collection[int]:
        """The shuffles that are kept."""
        return self._proofs.keys()

    @property
    def last(self) -> ShuffleProof | None:
        """The proof of the last shuffle; None before the first one."""
        return next(reversed(self._proofs.values()), None)

    @property
    def head(self) -> str:
        """The head of the chain after the last shuffle."""
        if self.last is None:
            return parts.first_head(self.match, self.promise)
        return self.last.facts.next_head

    def decks(self, number: int, before: AnyState) -> ShuffleDecks:
        """The decks of shuffle `number`, which the state awaits; those of the last are kept."""
        return self._decks.of(number, before)

    def add(self, number: int, before: AnyState, entry: Shuffled) -> None:
        """Notes a shuffle that stands in the log."""
        assert entry.proof is not None, "a match with a secret proves every shuffle"
        if self.last is not None:
            self.last.forget_trees()
        self._proofs[number] = ShuffleProof(
            self.promise, entry, partial(self._decks.of, number, before)
        )
        self._listed = {}
        for old in [old for old in self._proofs if old <= number - KEPT]:
            del self._proofs[old]

    def open_cards(self, state: AnyState) -> None:
        """Notes the cards that each viewer is shown in this state."""
        if not self._proofs:
            return
        for viewer in (None, *map(Seat, range(len(state.private)))):
            listed = self._game.opened_cards(view(state, viewer))
            if not listed or listed is self._listed.get(viewer):
                continue
            self._listed[viewer] = listed
            positions: dict[int, list[int]] = {}
            for one in listed:
                number = max(self._proofs) if one.shuffle is None else one.shuffle
                positions.setdefault(number, []).append(one.position)
            for number in positions.keys() & self._proofs.keys():
                self.opened += self._proofs[number].open(viewer, positions[number])
