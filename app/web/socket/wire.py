"""Messages on the wire: JSON text to commands, and server messages to JSON."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from app.rules.expected_form import say_expected
from app.table.model.client_messages import Heartbeat, Incoming, Ping, Say, SetOptions
from app.table.model.match_messages import Frame
from app.table.model.server_messages import AnyServerMessage, Refused
from app.web.socket.short_form import AboutShuffle, short_form, short_frame

MAX_BYTES: Final = 8 * 1024
"""Bytes of one message."""
MAX_DEPTH: Final = 16
"""Levels of lists and objects within each other."""

_incoming: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
_encoder = msgspec.json.Encoder()
_FIXED_MESSAGES: Final[Mapping[str, Incoming]] = {
    '{"type":"ping"}': Ping(),
    '{"type":"heartbeat"}': Heartbeat(),
}
"""By their exact text: while players think, most messages are these."""


class Malformed(Exception):
    """A message that is no command. `id` is the command's, if it could be read."""

    def __init__(self, sentence: str, id: str | None = None) -> None:  # noqa: A002  the field's name on the wire
        super().__init__(sentence)
        self.sentence, self.id = sentence, id

    @property
    def refusal(self) -> Refused:
        return Refused(id=self.id, code="malformed", reason=None, text=self.sentence)


class _Named(msgspec.Struct):
    id: str


_named = msgspec.json.Decoder(_Named)


def decode(text: str) -> Incoming:
    """The command, heartbeat or ping in a message. Raises Malformed."""
    if (sign := _FIXED_MESSAGES.get(text)) is not None:
        return sign
    if len(text) > MAX_BYTES or (
        4 * len(text) > MAX_BYTES and len(text.encode("utf-8", "replace")) > MAX_BYTES
    ):
        raise Malformed(f"This message is too long: the limit is {MAX_BYTES} bytes.")
    if text.count("[") + text.count("{") > MAX_DEPTH and depth(text) > MAX_DEPTH:
        raise Malformed(f"This message is nested too deeply: the limit is {MAX_DEPTH} levels.")
    if "\\u0000" in text:
        raise Malformed("Messages cannot contain the character U+0000.")
    try:
        incoming = _read(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise Malformed("This message is not JSON.") from None
    match incoming:
        case Say(id=named, text=said) | SetOptions(id=named, options=said):
            if unwelcome := next(
                (letter for words in strings_in(said) for letter in words if is_control(letter)),
                None,
            ):
                raise Malformed(
                    f"Text cannot contain the control character U+{ord(unwelcome):04X}.", named
                )
    return incoming


def _read(text: str) -> Incoming:
    """Raises Malformed, DecodeError, UnicodeEncodeError."""
    try:
        return _incoming.decode(text)
    except msgspec.ValidationError:
        expected = say_expected(Incoming, msgspec.json.decode(text), "message")
        raise Malformed(f"This message cannot be read. {expected}", id_in(text)) from None


encode: Final[Callable[[AnyServerMessage], bytes]] = _encoder.encode
"""A server message as UTF-8."""


def encode_short(message: AnyServerMessage) -> bytes:
    """A server message as UTF-8, frames and messages about shuffles in their short form."""
    if isinstance(message, Frame):
        return _encoder.encode(short_frame(message))
    if isinstance(message, AboutShuffle):
        return _encoder.encode(short_form(message))
    return encode(message)


def id_in(text: str) -> str | None:
    """The id of a command that is otherwise wrong, or None."""
    try:
        found = _named.decode(text).id
    except msgspec.DecodeError:
        return None
    return found if len(found) <= 40 else None


def strings_in(value: Any) -> Iterator[str]:
    """Every string in decoded JSON, the names of fields included."""
    match value:
        case str():
            yield value
        case list():
            for inner in value:
                yield from strings_in(inner)
        case dict():
            for name, inner in value.items():
                yield name
                yield from strings_in(inner)


def depth(text: str) -> int:
    """The depth of nesting in JSON text, even if it is broken."""
    deepest = level = 0
    quoted = escaped = False
    for character in text:
        if quoted:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                quoted = False
        elif character == '"':
            quoted = True
        elif character in "[{":
            level += 1
            deepest = max(deepest, level)
        elif character in "]}":
            level -= 1
    return deepest


def is_control(character: str) -> bool:
    """True for control characters and for those that change the direction of text."""
    return (
        unicodedata.category(character) == "Cc"
        or character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
