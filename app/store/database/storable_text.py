"""Text that the database accepts: no NUL, no lone surrogate, no control character."""

import re
import unicodedata

import msgspec

_encoder = msgspec.json.Encoder()
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class UnstorableText(ValueError):
    """Text with characters that have no place in words."""

    def __init__(self, what: str) -> None:
        self.sentence = (
            f"{what} holds characters that cannot be written: leave out control characters."
        )
        super().__init__(self.sentence)


def is_unstorable(text: str) -> bool:
    """True if `text` holds a control character (but line feed, tab) or a lone surrogate."""
    return not text.isprintable() and any(
        unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in text
    )


def require_storable(text: str, what: str = "This text") -> str:
    """Returns `text` unchanged. Raises UnstorableText, whose sentence begins with `what`."""
    if is_unstorable(text):
        raise UnstorableText(what)
    return text


def replace_unstorable(text: str, most: int) -> str:
    """The first `most` characters of text that nobody typed, unstorable ones replaced."""
    return "".join("·" if is_unstorable(letter) else letter for letter in text[:most])


def is_id(text: str) -> bool:
    """True if `text` has the form of an id, secret or code; anything else is simply not found."""
    return _ID.fullmatch(text) is not None


def to_json_text(value: object, what: str = "This") -> str:
    """`value` as JSON text for jsonb. Raises UnstorableText where a string in it is unstorable."""
    try:
        text = _encoder.encode(value).decode()
    except UnicodeEncodeError:
        raise UnstorableText(what) from None
    if "\\" in text or not text.isprintable():
        _require_storable_values(msgspec.to_builtins(value), what)
    return text


def _require_storable_values(value: object, what: str) -> None:
    match value:
        case str():
            require_storable(value, what)
        case dict():
            for key, inner in value.items():
                _require_storable_values(key, what)
                _require_storable_values(inner, what)
        case list() | tuple():
            for inner in value:
                _require_storable_values(inner, what)
        case _:
            pass
