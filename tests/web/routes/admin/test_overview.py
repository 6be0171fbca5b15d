"""The overview of an evening: numbers now, charts with their tables, and what needs a person."""

import re

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match
from tests.web.visitors import Visitor


def all_matches(page: str, title: str) -> int:
    """The sum below a chart's title."""
    found = re.search(rf"<h3>{title}</h3><p>([\d,]+) matches", page)
    assert found is not None, page
    return int(found[1].replace(",", ""))


def test_a_match_that_began_is_in_every_chart_and_in_its_table(
    visitor: NewVisitor, admin: Visitor
) -> None:
    titles = ("The last day, by hour", "The last week, by day", "The last month, by day")
    before = admin.get("/admin/overview").text
    finished_match(visitor)
    after = admin.get("/admin/overview").text
    for title in titles:
        assert all_matches(after, title) == all_matches(before, title) + 1, title
    assert after.count('<svg viewBox="0 0 240 60" preserveAspectRatio="none" aria-hidden') == 1
    assert after.count('<th scope="row"') == 24 + 7 + 30, "each bar is a row of a table"
    for game in GAMES:
        assert after.count(f'<th scope="col">{game.title}</th>') == 3


def test_the_overview_counts_open_tables_and_leads_to_what_needs_a_person(
    visitor: NewVisitor, admin: Visitor
) -> None:
    host = visitor()
    with host.connect(host.open_room("Hanna")) as line:
        line.receive_until("room")
        page = admin.get("/admin/overview").text
        for word in ("Open tables", "Connections"):
            found = re.search(rf"<dt>{word}</dt><dd>(\d+)</dd>", page)
            assert found is not None
            assert int(found[1]) >= 1, word
    assert re.search(r'<a href="/admin/queue">\d+ open cases? in the queue</a>', page)
    assert re.search(r'<a href="/admin/tables">\d+ quarantined tables?</a>', page)
    for word in ("Nine of ten moves", "Last daily job", "Disk", "takes writes"):
        assert word in page


def test_the_overview_is_for_administrators(visitor: NewVisitor) -> None:
    assert visitor().get("/admin/overview").status_code == 404
