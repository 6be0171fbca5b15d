"""An exception in a log line: the whole chain by kind and place, and none of its words."""

import json
import subprocess
import sys

import asyncpg
import pytest

from app.settings import ROOT
from app.text.error_chain import MAX_FRAMES, error_chain

SECRET = "the ace of spades"


def test_the_whole_chain_is_told_with_all_places_and_no_words() -> None:
    def deal() -> None:
        raise KeyError(SECRET)

    def play() -> None:
        try:
            deal()
        except KeyError as error:
            raise RuntimeError(SECRET) from error

    with pytest.raises(RuntimeError) as raised:
        play()
    last, first = error_chain(raised.value)
    assert last.startswith("RuntimeError at tests.web.test_error_chain:")
    assert [word for word in last.split() if word in ("play", "deal")] == ["play"]
    assert first.startswith("KeyError at tests.web.test_error_chain:")
    assert first.index(" in deal") < first.index(" in play"), "the innermost first"
    assert SECRET not in last + first


def test_an_error_while_another_was_handled_names_both_unless_it_hides_it() -> None:
    error = OSError(5, SECRET)
    error.__context__ = KeyError(SECRET)
    assert [line.split()[0] for line in error_chain(error)] == ["OSError", "KeyError"]
    assert error_chain(error)[0] == "OSError 5"
    error.__suppress_context__ = True
    assert len(error_chain(error)) == 1


def test_each_error_of_a_group_is_told_and_a_code_of_the_database() -> None:
    group = ExceptionGroup(SECRET, [asyncpg.UniqueViolationError(SECRET), ValueError(SECRET)])
    assert error_chain(group) == ("ExceptionGroup", "UniqueViolationError 23505", "ValueError")


def test_a_chain_that_bites_its_tail_and_a_deep_recursion_end() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert error_chain(one) == ("ValueError", "KeyError")

    def deeper(left: int) -> None:
        if not left:
            raise ValueError(SECRET)
        deeper(left - 1)

    with pytest.raises(ValueError, match=SECRET) as raised:
        deeper(3 * MAX_FRAMES)
    assert error_chain(raised.value)[0].count(" in deeper") == MAX_FRAMES


def test_what_a_library_logs_with_a_traceback_is_told_without_its_words() -> None:
    program = (
        "import logging; from app.ops import logs; logs.configure('info')\n"
        f"try: raise KeyError({SECRET!r})\n"
        "except KeyError: logging.getLogger('uvicorn.error').exception('Exception in ASGI')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    line = json.loads(done.stderr)
    assert line["error"] == ["KeyError at __main__:2 in <module>"]
    assert SECRET not in done.stderr
