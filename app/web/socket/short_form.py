"""The short form of messages, for clients that ask for it in the address.

About shuffles: bytes are in base 64, and cards that are opened together are lists by field.
Frames: usual values are left out, and alike moves of an offer stand together. The view has no
seat: the frame says it.
"""

from base64 import b64encode
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from app.table.model.match_messages import (
    CardOpened,
    CardsOpened,
    DealtShown,
    Frame,
    OpenPrompt,
    ShuffleShown,
)

AboutShuffle = ShuffleShown | DealtShown | CardsOpened
SHORT = "short"
"""The value of `form` in the address, and in each short message."""
Move: TypeAlias = dict[str, Any]
FEWEST: Final = 3
"""Moves that stand together; fewer are as short apart."""


def short_form(message: AboutShuffle) -> dict[str, Any]:
    """The short message that is sent instead. The receiver makes the whole message from it."""
    short: dict[str, Any] = {**msgspec.structs.asdict(message), "form": SHORT}
    short = {name: value for name, value in short.items() if value is not msgspec.UNSET}
    match message:
        case ShuffleShown(promise=promise, head=head, seals=seals, decks=decks):
            short |= {"type": "shuffle", "promise": base64(promise), "head": base64(head)}
            if isinstance(seals, dict):
                short["seals"] = by_seat(seals)
            if decks is not msgspec.UNSET:
                roots = tuple(map(base64, decks.roots))
                names = None if decks.names is None else base64(decks.names)
                short["decks"] = msgspec.structs.replace(decks, roots=roots, names=names)
        case DealtShown(openings=openings, asks=asks, keys=keys):
            short |= opened(message)
            short |= {"type": "dealt", "openings": by_seat(openings), "asks": by_ask(asks)}
            short["keys"] = [base64(key) for key in keys]
        case CardsOpened():
            short |= {"type": "cards-opened", **opened(message)}
    return short


def opened(message: DealtShown | CardsOpened) -> dict[str, Any]:
    """Cards by field, and the nodes, without what separates them."""
    return {
        "cards": columns(message.cards),
        "nodes": base64("".join(message.nodes)),
        "names_nodes": base64("".join(message.names_nodes)),
    }


def columns(cards: tuple[CardOpened, ...]) -> dict[str, Any]:
    """Codes and the salts of names only where the codes are hidden."""
    short: dict[str, Any] = {
        "position": [card.position for card in cards],
        "thing": [card.thing for card in cards],
        "salt": base64("".join(card.salt for card in cards)),
    }
    if any(isinstance(card.code, str) for card in cards):
        short["code"] = [card.code for card in cards]
        short["name_salt"] = base64("".join(str(card.name_salt) for card in cards))
    return short


def by_seat(values: dict[str, str]) -> dict[str, str]:
    return {seat: base64(value) for seat, value in values.items()}


def by_ask(asks: dict[str, str]) -> dict[str, list[int]]:
    """The seats by what their pages said: nearly always the same."""
    seats: dict[str, list[int]] = {}
    for seat, ask in asks.items():
        seats.setdefault(base64(ask), []).append(int(seat))
    return seats


def base64(hexadecimal: str) -> str:
    """Without padding."""
    return b64encode(bytes.fromhex(hexadecimal)).decode().rstrip("=")


class ShortPrompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of an OpenPrompt in their order."""

    prompt: Any
    text: str
    moves: Any
    complete: bool = True
    step: Any = None


class ShortFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag="frame", tag_field="type"):
    """The fields of a Frame in their order; those with a default are left out where they have it.

    `...` is no value of a field: such a field is always sent.
    """

    match: Any
    n: int
    seat: Any
    names: Any
    view: Any
    prompt: Any
    prompt_text: str
    moves: Any
    moves_complete: bool = True
    premove: Any = None
    events: Any = ...
    awaited: Any = ...
    clocks: Any = ...
    now: Any = ...
    paused: bool = False
    outcome: Any = None
    receipt: Any = None
    more: Any = ()
    spans: Any = ()
    step: Any = None
    trick_pass: Any = msgspec.UNSET


_VIEW, _MORE = map(ShortFrame.__struct_fields__.index, ("view", "more"))


def short_frame(frame: Frame) -> ShortFrame:
    """The short message that is sent instead. The receiver makes the whole frame from it."""
    fields = list(msgspec.structs.astuple(frame))
    fields[_VIEW] = {name: part for name, part in frame.view.items() if name != "seat"}
    if frame.more:
        fields[_MORE] = tuple(map(short_prompt, frame.more))
    return ShortFrame(*fields)


def short_prompt(one: OpenPrompt) -> ShortPrompt:
    moves = grouped(bytes(one.moves)) if isinstance(one.moves, msgspec.Raw) else one.moves
    return ShortPrompt(one.prompt, one.text, moves, one.complete, one.step)


@lru_cache(maxsize=512)
def grouped(moves: bytes) -> msgspec.Raw:
    """The moves as JSON, in order. Neighbours that differ in one field alone are one entry.

    Such an entry is `{"field": its name, "values": one for each move, "move": the rest}`.
    """
    runs = list[_Run]()
    for move in msgspec.json.decode(moves):
        if not runs or not runs[-1].takes(move):
            runs.append(_Run(move))
    return msgspec.Raw(msgspec.json.encode([entry for run in runs for entry in run.entries()]))


class _Run:
    """Moves that follow each other and differ in one field alone."""

    def __init__(self, first: Move) -> None:
        self._moves = [first]
        self._field: str | None = None

    def takes(self, move: Move) -> bool:
        """True if the move belongs to the run, which has it then."""
        first = self._moves[0]
        other = [name for name in move if first.get(name) != move[name]]
        same = first.keys() == move.keys() and len(other) == 1
        if not same or other[0] == "type" or self._field not in (None, other[0]):
            return False
        self._field = other[0]
        self._moves.append(move)
        return True

    def entries(self) -> list[Move]:
        if self._field is None or len(self._moves) < FEWEST:
            return self._moves
        rest = {name: value for name, value in self._moves[0].items() if name != self._field}
        values = [move[self._field] for move in self._moves]
        return [{"field": self._field, "values": values, "move": rest}]
