"""The decks of one shuffle with their codes and plan, and the order that follows from parts."""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import asdict

from app.fair import parts
from app.fair.decks import DECKS, Deck, HiddenNames, deck_key, names_key
from app.rules.game import AnyGame, AnyState, Seat
from app.table.model.match_messages import CardOpened, DecksShown
from app.table.model.room import MatchId


class Drawn(NamedTuple):
    """The deck that is played, and the index in it of each position."""

    chosen: int
    perm: tuple[int, ...]


class Opened(NamedTuple):
    """Cards that are opened together, with the nodes that lead to the roots."""

    cards: tuple[CardOpened, ...]
    nodes: tuple[str, ...]
    names_nodes: tuple[str, ...]


class MatchDecks:
    """The decks of a match's shuffles; those made last are kept. No repr: it holds the secret.

    An object of its own, so that proofs which need decks again do not hold what holds them.
    """

    def __init__(self, game: AnyGame, match: MatchId, secret: bytes) -> None:
        self._game, self._match, self._secret = game, match, secret
        self._last: tuple[int, AnyState, ShuffleDecks] | None = None

    def of(self, number: int, before: AnyState) -> "ShuffleDecks":
        """The decks of shuffle `number`, which the state `before` awaits."""
        if self._last is None or self._last[0] != number or self._last[1] is not before:
            self._last = (number, before, self._make(number, before))
        return self._last[2]

    def _make(self, number: int, before: AnyState) -> "ShuffleDecks":
        return ShuffleDecks(self._game, self._match, self._secret, number, before)


class ShuffleDecks:
    """The decks of one shuffle, the same for every attempt. No repr: it holds secrets."""

    def __init__(
        self, game: AnyGame, match: MatchId, match_secret: bytes, number: int, before: AnyState
    ) -> None:
        """`before`: the state just before the shuffle."""
        self.match, self.number = match, number
        self.n = n = game.pending_shuffle_size(before)
        self.pile = game.deck_codes(before.public)
        """The codes in the order of the rules' own list."""
        self.names: HiddenNames | None = None
        if not self.pile:
            self.pile = game.hidden_codes(before)
            self.names = HiddenNames(names_key(match_secret, match, number), self.pile)
        assert len(self.pile) == n, "every card has a code"
        self.codes = "" if self.names is not None else " ".join(self.pile)
        self.plan = " ".join(game.deal_plan(before.public) or ("-",) * n)
        self._decks = [Deck(deck_key(match_secret, match, number, at), n) for at in range(DECKS)]

    @cached_property
    def shown(self) -> DecksShown:
        return DecksShown(
            n=self.n,
            codes=self.codes,
            plan=self.plan,
            roots=tuple(deck.root for deck in self._decks),
            names=None if self.names is None else self.names.root,
        )

    def ask(
        self,
        attempt: int,
        head: str,
        promise: str,
        seals: Mapping[Seat, str],
        refused: Collection[Seat],
    ) -> str:
        """The hash of all that is shown as parts are asked for."""
        asked = {int(seat): sealed for seat, sealed in seals.items()}
        place, decks = (self.match, self.number, attempt, head, promise), asdict(self.shown)
        return parts.Shown(*place, **decks, seals=asked, refused=refused).ask

    def draw(self, ask: str, openings: Mapping[Seat, bytes]) -> Drawn:
        return Drawn(*parts.draw(parts.seed(ask, openings), self.n))

    def order(self, drawn: Drawn) -> tuple[int, ...]:
        """The place in the rules' own list of the card at each position."""
        things = self._decks[drawn.chosen].things
        if self.names is None:
            return tuple(things[index] for index in drawn.perm)
        return tuple(self.names.labels[things[index]] for index in drawn.perm)

    def other_keys(self, chosen: int) -> tuple[str, ...]:
        """The secrets of the decks that are not played, hexadecimal."""
        return tuple(deck.key.hex() for at, deck in enumerate(self._decks) if at != chosen)

    def open(self, drawn: Drawn, positions: Collection[int]) -> Opened:
        """The cards at these positions."""
        deck, names = self._decks[drawn.chosen], self.names
        cards: list[CardOpened] = []
        for position in sorted(positions):
            index = drawn.perm[position]
            thing = deck.things[index]
            card = CardOpened(position, thing, deck.salt(index))
            if names is not None:
                card = CardOpened(position, thing, card.salt, names.codes[thing], names.salt(thing))
            cards.append(card)
        return Opened(
            tuple(cards),
            deck.missing([drawn.perm[card.position] for card in cards]),
            () if names is None else names.missing([card.thing for card in cards]),
        )
