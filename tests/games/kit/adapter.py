"""A game's answers to the kit, from its module `tests/games/<package>/conformance.py`.

Required functions:

- `deck(state)`: the cards in play, in the order of a shuffle's numbers; () while none are out.
- `places(state)`: the cards of each place. A `Seat` is that seat's hand; in any other place the
  order counts.

Optional ones, where the defaults here do not fit:

- `shows(before, entry, viewer)`: what a viewer may learn from an entry, as JSON values, or None
  for nothing. By default the whole entry without its key. Secrets leave a hand only here, so keep
  it narrow.
- `spoken(before, entry, viewer)`: a part of that which needs no step of the rules, to find an equal
  entry sooner. Entries that show the same must say the same. By default nothing.
- `past(world, record, viewer)`: the entries that would have led to `world`, one for each entry of
  `record`. That begins with the last shuffle before which no cards were out. By default unseen
  cards are exchanged. This suits games with unique card codes and moves that name their cards.
- `MATCHES`: the matches of the golden transcripts by name, see transcripts.py.
- `UNPAIRED`: the share of steps (0 to 1) for which no matching world may be found.
"""

import importlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Seat
from app.rules.replay import Entry, Expired, Played
from tests.games.kit import card_exchange
from tests.games.kit.match_record import Broken, Record, require

Places: TypeAlias = Mapping[Any, Sequence[Hashable]]


def whole(before: AnyState, entry: Entry, viewer: Seat | None) -> Any:
    """Every move is seen by everybody, and a time-out for what it is."""
    match entry:
        case Played(seat, _, move):
            return ["played", seat, to_json(move)]
        case Expired():
            return ["expired"]
        case _:
            return to_json(entry)


def nothing(before: AnyState, entry: Entry, viewer: Seat | None) -> Any:
    """Entries are told apart by all that they show."""
    return None


@dataclass(frozen=True)
class Adapter:
    game: AnyGame
    deck: Callable[[AnyState], Sequence[Hashable]]
    places: Callable[[AnyState], Places]
    shows: Callable[[AnyState, Entry, Seat | None], Any] = whole
    past: Callable[[AnyState, Record, Seat | None], list[Entry]] | None = None
    matches: Mapping[str, Any] = field(default_factory=dict)
    folder: Path = Path()
    unpaired: float = 0.25
    unlisted: frozenset[str] = frozenset()
    """Kinds of questions whose many answers are neither listed in full nor composed in steps."""
    spoken: Callable[[AnyState, Entry, Seat | None], Any] = nothing

    def history(self, world: AnyState, record: Record, viewer: Seat | None) -> list[Entry]:
        if self.past is not None:
            return self.past(world, record, viewer)
        return card_exchange.exchanged_history(self.deck, self.places, world, record)


def adapter(game: AnyGame) -> Adapter:
    """Raises Broken where the game's test folder does not say enough."""
    name = f"tests.games.{game.slug.replace('-', '_')}.conformance"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise Broken(f"{game.title} does not say where its cards lie: there is no {name}") from None
    for function in ("deck", "places"):
        require(hasattr(module, function), f"{name} has a function {function}")
    return Adapter(
        game=game,
        deck=module.deck,
        places=module.places,
        shows=getattr(module, "shows", whole),
        spoken=getattr(module, "spoken", nothing),
        past=getattr(module, "past", None),
        matches=getattr(module, "MATCHES", {}),
        folder=Path(str(module.__file__)).parent,
        unpaired=getattr(module, "UNPAIRED", 0.25),
        unlisted=getattr(module, "UNLISTED", frozenset()),
    )
