"""The table of limits in docs/security.md has the numbers of the code, and a test with two each."""

import re

from app.settings import ROOT
from app.table.lobby import lesson_store
from app.table.lobby.table_list import MAX_FOR_NETWORK, MAX_FOR_PERSON, MAX_FOR_SITE, MAX_LISTED
from app.web.context.hashing_queue import MAX_IN_LINE, MAX_OF_NETWORK
from app.web.rate_limits import OWN_RATES, RATES, WIDER, Rate
from app.web.server.connection_limits import LIMITS
from app.web.server.socket_quota import (
    CONCURRENT_JOINS,
    EVERYBODY_PER_NETWORK,
    KNOWN_ONLY,
    PER_NETWORK,
    PER_PERSON,
    STRANGERS_JOINING,
    TOTAL,
)

PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Limits\n")[2].partition("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in SECTION.splitlines()
    if line.startswith("| ")
]
BY_ACTION = {row[0].strip("` "): row[1:] for row in ROWS if row[0].strip().startswith("`")}


def said(rate: Rate | None) -> str:
    """A rate as the table has it."""
    if rate is None:
        return "–"
    then = f"1 in {rate.seconds:,} s" if rate.seconds > 1 else f"{1 / rate.seconds:g} a second"
    return f"{rate.burst:,}, then {then}"


def test_every_limit_has_its_row_with_the_numbers_of_the_code() -> None:
    assert list(BY_ACTION) == [*dict.fromkeys([*BY_ACTION])]
    assert BY_ACTION.keys() == RATES.keys() | OWN_RATES
    for action, (strangers, own, *_) in BY_ACTION.items():
        assert strangers == said(RATES.get(action)), action
        assert own.partition(" for each")[0] == said(OWN_RATES.get(action)), action


def test_every_row_says_whom_it_protects_what_a_school_sees_and_which_two_try_it() -> None:
    for action, cells in BY_ACTION.items():
        assert len(cells) == 5, action
        protects, school, tests = cells[2:]
        assert " from " in protects, action
        assert school, action
        shared, own = action in RATES, action in OWN_RATES
        assert shared == ("whatever_the_other_does" in tests), action
        assert (shared and own) == ("strangers_who_took_all" in tests), action
        assert (own and not shared) == ("touched_by_nobody_else" in tests), action


def test_what_may_be_open_at_a_time_is_as_in_the_code() -> None:
    table = {row[0]: row[1:] for row in ROWS}
    each = (LIMITS.per_network, LIMITS.per_person, LIMITS.everybody_per_network, LIMITS.total)
    assert table["connections"] == [f"{number:,}" for number in each]
    each = (PER_NETWORK, PER_PERSON, EVERYBODY_PER_NETWORK, TOTAL)
    assert table["table sockets"] == [f"{number:,}" for number in each]
    joining = [str(STRANGERS_JOINING), "–", "–", str(CONCURRENT_JOINS)]
    assert table["sockets that join a table"] == joining
    assert table["passwords in line"][0] == str(MAX_OF_NETWORK)
    assert re.findall(r"\d+", table["passwords in line"][-1]) == [str(MAX_IN_LINE)] * 2
    assert KNOWN_ONLY * 10 == TOTAL, "the last tenth"
    assert (WIDER, WIDER**2) == (4, 16), "four times its budget, sixteen times"
    listed, lessons = table["public tables in the list"], table["lessons"]
    assert (listed[1], lessons[1]) == (str(MAX_FOR_PERSON), "1")
    assert re.findall(r"\d+", listed[2])[:2] == [str(MAX_FOR_SITE), str(MAX_FOR_NETWORK)]
    assert lessons[2:] == [str(lesson_store.MAX_FOR_NETWORK), str(lesson_store.MAX_LESSONS)]
    assert f"{MAX_LISTED} shown" in listed[3]
