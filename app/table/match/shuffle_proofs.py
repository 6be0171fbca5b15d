"""The proofs of a match's last shuffles, and which of their cards each viewer was shown."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any, Final, TypeVar

from app.fair import parts
from app.rules.game import AnyGame, AnyState, OpenedPosition, Seat, view
from app.rules.replay import Proof, Shuffled
from app.table.match.shuffle_decks import MatchDecks, ShuffleDecks
from app.table.model.match_messages import CardsOpened, DealtShown, ShuffleShown
from app.table.model.room import MatchId

M = TypeVar("M", DealtShown, CardsOpened)
Viewer = Seat | None
"""None: spectators."""

KEPT: Final = 4
"""Shuffles of which cards can still be opened; the decks of the last one alone are kept."""


class DealFacts:
    """All that follows from a proof and the decks: the question, the draw and the next head."""

    def __init__(self, promise: str, proof: Proof, decks: ShuffleDecks) -> None:
        self.decks = decks
        openings = {Seat(int(seat)): bytes.fromhex(one) for seat, one in proof.openings.items()}
        seals = {Seat(int(seat)): one for seat, one in proof.seals.items()}
        self.ask = decks.ask(proof.attempt, proof.head, promise, seals, proof.refused)
        self.drawn = decks.draw(self.ask, openings)
        self.next_head = parts.next_head(self.ask, openings)


class ShuffleProof:
    """Made when a shuffle stands in the log. Each viewer learns the cards that it was shown.

    No repr: it holds secrets.
    """

    def __init__(
        self, promise: str, entry: Shuffled, make_decks: Callable[[], ShuffleDecks]
    ) -> None:
        assert entry.proof is not None, "the shuffle can be checked"
        self.proof, self.promise = entry.proof, promise
        self._order, self._make_decks = entry.order, make_decks
        self._facts: DealFacts | None = None
        self._opened: dict[Viewer, list[int]] = {None: []}
        """The positions that each viewer was shown, in the order in which they were."""
        self._sent: dict[tuple[object, Viewer], tuple[tuple[int, int], Any]] = {}
        """The last message of each kind to each viewer, with the cards that it tells."""

    @property
    def facts(self) -> DealFacts:
        if self._facts is None:
            self._facts = DealFacts(self.promise, self.proof, self._make_decks())
        return self._facts

    @property
    def fits(self) -> bool:
        """False where rules were changed after the shuffle, so that nothing follows from it."""
        return self.facts.decks.order(self.facts.drawn) == self._order

    def forget_trees(self) -> None:
        """Another shuffle came: these decks are made again if they are needed once more."""
        self._facts, self._sent = None, {}

    # -- cards

    def open(self, viewer: Viewer, positions: Iterable[int]) -> int:
        """Notes that a viewer is shown these positions; returns how many of them are new."""
        known = self._opened.setdefault(viewer, [])
        new = [position for position in positions if position not in known]
        known.extend(new)
        return len(new)

    def opened_count(self, viewer: Viewer) -> int:
        return len(self._opened_to(viewer))

    def _opened_to(self, viewer: Viewer) -> list[int]:
        """A seat that is not dealt in yet sees what everybody sees."""
        return self._opened.get(viewer, self._opened[None])

    # -- messages

    def question_for(self, viewer: Viewer) -> ShuffleShown:
        """The message with which parts were asked for."""
        proof = self.proof
        return ShuffleShown(
            match=self.facts.decks.match,
            number=proof.number,
            attempt=proof.attempt,
            version=proof.version,
            seat=viewer,
            promise=self.promise,
            head=proof.head,
            refused=proof.refused,
            opening=True,
            due=None,
            sealed=tuple(sorted(Seat(int(seat)) for seat in proof.seals)),
            seals=proof.seals,
            decks=self.facts.decks.shown,
        )

    def dealt_for(self, viewer: Viewer) -> DealtShown:
        """The message with all cards that a viewer was shown so far; the same value each time."""
        proof, facts = self.proof, self.facts
        return self._with_cards(
            DealtShown,
            viewer,
            openings=proof.openings,
            asks=dict.fromkeys(proof.openings, facts.ask),
            chosen=facts.drawn.chosen,
            keys=facts.decks.other_keys(facts.drawn.chosen),
        )

    def cards_for(self, viewer: Viewer, since: int) -> CardsOpened:
        """The message with the cards after the first `since` that a viewer was shown."""
        return self._with_cards(CardsOpened, viewer, since)

    def _with_cards(self, kind: Callable[..., M], viewer: Viewer, since: int = 0, **more: Any) -> M:
        positions = self._opened_to(viewer)
        key, known = (since, len(positions)), self._sent.get((kind, viewer))
        if known is None or known[0] != key:
            facts, proof = self.facts, self.proof
            message = kind(
                match=facts.decks.match,
                number=proof.number,
                attempt=proof.attempt,
                version=proof.version,
                seat=viewer,
                **facts.decks.open(facts.drawn, positions[since:])._asdict(),
                **more,
            )
            known = self._sent[kind, viewer] = (key, message)
        return known[1]


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
        self._listed_by: tuple[object, int] | None = None
        """The origin of these lists, and the number of seats; None: the next state is asked."""

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
        self._listed, self._listed_by = {}, None
        for old in [old for old in self._proofs if old <= number - KEPT]:
            del self._proofs[old]

    def open_cards(self, state: AnyState) -> None:
        """Notes the cards that each viewer is shown in this state."""
        if not self._proofs:
            return
        by = self._game.opened_by(state.public)
        if by is not None:
            if (by, len(state.private)) == self._listed_by:
                return
            self._listed_by = by, len(state.private)
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
