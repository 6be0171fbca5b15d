"""From text to a command and from a notice to text; what cannot be read is answered with a sentence and changes nothing."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from app.table.model.client_messages import Heartbeat, Incoming, Ping, Say, SetOptions
from app.table.model.server_messages import AnyServerMessage, Refused

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
"""As pages spell them: most of what comes to a house in which people think."""


class Malformed(Exception):
    """What was sent is no command. `id` is the command's own, where it could be read."""

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
    """The command or ping that a browser sent. Raises Malformed."""
    if (sign := _FIXED_MESSAGES.get(text)) is not None:
        return sign
    if len(text) > MAX_BYTES or (
        4 * len(text) > MAX_BYTES and len(text.encode("utf-8", "replace")) > MAX_BYTES
    ):
        raise Malformed(f"That message is too long: at most {MAX_BYTES} bytes.")
    if text.count("[") + text.count("{") > MAX_DEPTH and depth(text) > MAX_DEPTH:
        raise Malformed(f"That message is nested too deeply: at most {MAX_DEPTH} levels.")
    if "\\u0000" in text:
        raise Malformed("That message holds the character U+0000, which nothing here has.")
    try:
        incoming = _incoming.decode(text)
    except msgspec.ValidationError as error:
        raise Malformed(f"That message cannot be read: {error}.", id_in(text)) from None
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise Malformed("That message is not JSON.") from None
    match incoming:
        case Say(id=named, text=said) | SetOptions(id=named, options=said):
            if unwelcome := next(
                (letter for words in strings_in(said) for letter in words if is_control(letter)),
                None,
            ):
                raise Malformed(
                    f"Text cannot hold the control character U+{ord(unwelcome):04X}.", named
                )
    return incoming


encode: Final[Callable[[AnyServerMessage], bytes]] = _encoder.encode
"""As UTF-8."""


def id_in(text: str) -> str | None:
    """The id of a command that is otherwise wrong."""
    try:
        found = _named.decode(text).id
    except msgspec.DecodeError:
        return None
    return found if len(found) <= 40 else None


def strings_in(value: Any) -> Iterator[str]:
    """Every text in decoded JSON, the names of fields included."""
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
    """How deeply JSON is nested, also where it is broken."""
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
    """Control characters, and those that turn the direction of the text after them."""
    return (
        unicodedata.category(character) == "Cc"
        or character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
