"""A table for tests: hands by kinds of cards, moves in words, stated positions."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.games.skuncum import GAME
from app.games.skuncum.cards import DECK, FACES, HATS, Card, packed, sort_hand
from app.games.skuncum.hats import marks
from app.games.skuncum.leading import begin_race
from app.games.skuncum.moves import (
    Area,
    BuyHats,
    ChooseHats,
    Concede,
    DropOut,
    Join,
    Lead,
    Move,
    PassLead,
    Play,
    Politiks,
    PowerPlay,
    Reason,
    Stand,
)
from app.games.skuncum.options import Options
from app.games.skuncum.state import Hand, Phase, Tableau
from app.games.skuncum.table_records import Box
from app.rules.game import Prompt, Seat, State
from app.rules.play import prompts
from tests.games.kit.game_table import GameTable

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Finn", "Gil", "Hal")
ANN, BOB, CY, DEE, EVE, FINN = map(Seat, range(6))


class Table(GameTable[Tableau, Hand, tuple[Card, ...], Move]):
    """A match in progress, with hands in notation and moves in words."""

    game, names = GAME, NAMES

    def refuses(self, seat: int, move: Move) -> Reason:
        """The reason for the refusal."""
        refused = self.refused(seat, move)
        assert refused.sentence.endswith(".")
        return Reason(refused.reason)

    @property
    def totals(self) -> dict[str, int]:
        """The points of the two sides of the running duel, by name."""
        assert self.public.duel is not None
        return {NAMES[side.seat]: side.total for side in self.public.duel.sides}

    def question(self, seat: int) -> Prompt:
        return prompts(GAME, self.state)[Seat(seat)]

    def card(self, seat: int, kind: str) -> Card:
        """A card of this kind in the seat's hand; a copy that nobody holds if it has none."""
        held = [card for card in self.state.private[seat].cards if FACES[card].kind == kind]
        return held[0] if held else Card(f"{kind}.1")

    def kinds(self, seat: int) -> str:
        return " ".join(FACES[card].kind for card in self.state.private[seat].cards)

    def lead(self, seat: int, kind: str) -> "Table":
        return self.move(seat, Lead(self.card(seat, kind)))

    def passes(self, seat: int) -> "Table":
        return self.move(seat, PassLead())

    def join(self, seat: int, kind: str, area: str) -> "Table":
        return self.move(seat, Join(self.card(seat, kind), Area(area)))

    def politiks(self, seat: int, kind: str, target: int) -> "Table":
        return self.move(seat, Politiks(self.card(seat, kind), Seat(target)))

    def drop(self, seat: int) -> "Table":
        return self.move(seat, DropOut())

    def play(self, seat: int, kind: str) -> "Table":
        return self.move(seat, Play(self.card(seat, kind)))

    def power(self, seat: int, *kinds: str) -> "Table":
        held = list(self.state.private[seat].cards)
        cards = []
        for kind in kinds:
            cards.append(next(card for card in held if FACES[card].kind == kind))
            held.remove(cards[-1])
        return self.move(seat, PowerPlay(tuple(cards)))

    def stand(self, seat: int) -> "Table":
        return self.move(seat, Stand())

    def concede(self, seat: int) -> "Table":
        return self.move(seat, Concede())

    def choose(self, seat: int, *ranks: str) -> "Table":
        return self.move(seat, ChooseHats(tuple(rank for rank in HATS if rank in ranks)))

    def buy(self, *numbers: int) -> "Table":
        """Every seat buys this many hats."""
        for seat, number in enumerate(numbers):
            self.move(seat, BuyHats(number))
        return self

    def hats(self, seat: int) -> dict[str, int]:
        """The hats marked in this seat's box."""
        marked = zip(HATS, self.public.boxes[seat].hats, strict=True)
        return {str(rank): many for rank, many in marked if many}


def dealt(
    *hands: str,
    first: int = 0,
    options: Options | None = None,
    boxes: Sequence[Box] = (),
    stock: int | None = None,
    **public: Any,
) -> Table:
    """A hand in which seat i holds `hands[i]`; `first` is asked to lead. The rest is the deck."""
    options = options or Options(box="standard")
    taken: Counter[str] = Counter()
    private = []
    for kinds in hands:
        cards = []
        for kind in kinds.split():
            taken[kind] += 1
            cards.append(Card(f"{kind}.{taken[kind]}"))
            assert cards[-1] in FACES, f"there is no {cards[-1]}"
        private.append(Hand(sort_hand(cards)))
    held = {card for hand in private for card in hand.cards}
    rest = [card for card in DECK if card not in held]
    left = len(rest) if stock is None else stock
    before = GAME.setup(len(hands), options, False).public
    boxes = tuple(boxes) or before.boxes
    facts = {
        "phase": Phase.LEAD,
        "hand": 1,
        "first": Seat(first),
        "starter": Seat(first),
        "counts": tuple(len(hand.cards) for hand in private),
        "boxes": boxes,
        "before": tuple(map(marks, boxes)),
        "suited": (None,) * len(hands),
        "stock": left,
        "deck_size": len(DECK),
        "played": packed(rest[left:]),
    } | public
    state = State(replace(before, **facts), tuple(private), tuple(rest[:left]))
    return Table(begin_race(state, Seat(first)))
