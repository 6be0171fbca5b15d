"""Known sessions: whom a cookie belongs to, as far as the server remembers."""

import pytest

from app.web.server.known_sessions import KnownSessions

TOKEN = "A" * 43


def cookie(text: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"here"), (b"cookie", text.encode("latin-1"))]


@pytest.fixture
def known() -> KnownSessions:
    sessions = KnownSessions("po", most=2)
    sessions.note(TOKEN, "somebody")
    return sessions


@pytest.mark.parametrize(
    "text", [f"po={TOKEN}", f"flash=hello; po={TOKEN}", f"po={TOKEN};x=y", f"  po={TOKEN} "]
)
def test_a_cookie_is_found_among_others(known: KnownSessions, text: str) -> None:
    assert known.person_in(cookie(text)) == "somebody"


@pytest.mark.parametrize(
    "text", ["", "po", "po=", f"pop={TOKEN}", f"po={TOKEN}x", "po=" + "A" * 5000, "po=\xff", ";;="]
)
def test_anything_else_is_a_strangers(known: KnownSessions, text: str) -> None:
    assert known.person_in(cookie(text)) is None
    assert known.person_in([]) is None


def test_a_cookie_that_opens_nothing_any_more_is_forgotten(known: KnownSessions) -> None:
    known.note(TOKEN, None)
    assert known.person_in(cookie(f"po={TOKEN}")) is None
    assert known.is_empty


def test_who_was_here_longest_ago_is_forgotten_first(known: KnownSessions) -> None:
    known.note("B" * 43, "another")
    known.note(TOKEN, "somebody")
    known.note("C" * 43, "third")
    assert known.person_in(cookie(f"po={TOKEN}")) == "somebody"
    assert known.person_in(cookie("po=" + "B" * 43)) is None
