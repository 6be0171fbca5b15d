"""Every event of the log has one spelling, and locates what failed."""

from collections import defaultdict
from pathlib import Path

from tests.docs.log_events import LEVELS, events, events_of


def test_each_event_has_one_spelling_in_plain_words() -> None:
    spellings = defaultdict(set)
    for event in events():
        spellings["".join(filter(str.isalnum, event.name.lower().removeprefix("the ")))].add(
            event.name
        )
        assert event.level in LEVELS, f"{event.where}: {event.level}, which quotes the error"
        assert event.name == event.name.lower(), event.where
        assert "-" not in event.name.replace("read-only", ""), event.where
        assert event.name != "?", f"{event.where}: the name is no constant"
    assert [names for names in spellings.values() if len(names) > 1] == []


def test_every_warning_and_error_in_a_handler_tells_the_whole_chain() -> None:
    silent = [
        event.where
        for event in events()
        if event.in_handler and event.level in ("warning", "error") and not event.tells_chain
    ]
    assert set(silent) <= allowed(), silent


def test_no_line_quotes_an_error() -> None:
    """Its text may hold cards; its place alone is one frame."""
    quoting = [event.where for event in events() if {"exc_info", "where"} & {*event.fields}]
    assert quoting == []


def test_the_checks_see_the_old_way(tmp_path: Path) -> None:
    old = """
try:
    play()
except Exception as error:
    log.error("bot-failed", error=type(error).__name__, where="one frame")
"""
    (tmp_path / "old.py").write_text(old)
    [event] = events_of(tmp_path / "old.py", tmp_path)
    assert (event.in_handler, event.tells_chain) == (True, False)
    assert (event.level, event.name, event.fields) == ("error", "bot-failed", ("error", "where"))


def allowed() -> set[str]:
    """Refusals of our own rules, told by their code; a broken chain, by its ply."""
    known = ("app/table/actor/automation.py", "app/store/log/move_log.py")
    return {event.where for event in events() if event.where.startswith(known)}
