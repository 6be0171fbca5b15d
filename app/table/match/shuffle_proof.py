"""The proof of the latest shuffle: commitments, openings, and each seat's own cards."""

from app.fair import shuffle
from app.fair.tree import Tree
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.replay import Shuffled
from app.table.model.room import MatchId
from app.table.model.server_messages import CardOpened, DealtShown


class ShuffleProof:
    """Made when a shuffle stands in the log.

    A seat learns only which cards were dealt to itself.
    """

    def __init__(
        self,
        game: AnyGame,
        match: MatchId,
        match_secret: bytes,
        before: AnyState,
        entry: Shuffled,
        after: AnyState,
    ) -> None:
        assert entry.proof is not None, "the shuffle can be checked"
        self.proof, self.n = entry.proof, len(entry.order)
        self._secret = shuffle.secret_of(
            match_secret, match, entry.proof.number, entry.proof.attempt
        )
        self._game, self._match, self._order, self._after = game, match, entry.order, after
        self.things = game.deck_codes(before.public)
        self._tree: Tree | None = None
        self._shown: dict[Seat | None, DealtShown] = {}

    def message_for(self, seat: Seat | None) -> DealtShown:
        """The message for a seat; the same value each time."""
        if seat not in self._shown:
            self._shown[seat] = self._build(seat)
        return self._shown[seat]

    def _build(self, seat: Seat | None) -> DealtShown:
        proof, own = (
            self.proof,
            ()
            if seat is None or seat >= len(self._after.private)
            else self._game.dealt_positions(view(self._after, seat)),
        )
        tree = self._tree = self._tree or Tree(self._secret, self._order)
        return DealtShown(
            match=self._match,
            number=proof.number,
            attempt=proof.attempt,
            version=proof.version,
            seat=seat,
            n=self.n,
            commitment=shuffle.commitment(self._match, proof.number, proof.attempt, self._secret),
            seals=proof.seals,
            openings=proof.openings,
            refused=proof.refused,
            restarted=proof.restarted,
            root=tree.root,
            things=self.things,
            cards=tuple(
                CardOpened(
                    position,
                    self._order[position],
                    self.things[self._order[position]],
                    tree.salt(position),
                    tree.path(position),
                )
                for position in own
            ),
        )
