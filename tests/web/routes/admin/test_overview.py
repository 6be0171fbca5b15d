"""The overview of an evening: numbers now, charts with their tables, and what needs a person."""

import re
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.routes.admin.conftest import LeaveNote
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
    assert after.count('<svg viewBox="0 0 240 60" preserveAspectRatio="none" aria-hidden') == 3
    assert after.count('<th scope="row"') == 2 * (24 + 7 + 30), "each bar is a row of a table"
    for game in GAMES:
        assert after.count(f'<th scope="col">{game.title}</th>') == 3


def test_the_overview_counts_open_tables_and_leads_to_what_needs_a_person(
    visitor: NewVisitor, admin: Visitor
) -> None:
    host = visitor()
    with host.connect(host.open_room("Hanna")) as line:
        line.receive_until("room")
        page = admin.get("/admin/overview").text
        for word in ("People at tables", "Open tables", "Connections"):
            found = re.search(rf"<dt>{word}</dt><dd>(\d+)</dd>", page)
            assert found is not None
            assert int(found[1]) >= 1, word
    assert re.search(r'<a href="/admin/queue">\d+ open cases? in the queue</a>', page)
    assert re.search(r'<a href="/admin/tables">\d+ quarantined tables?</a>', page)
    for word in ("Nine of ten moves", "Last daily job", "Disk", "takes writes"):
        assert word in page


def counted(page: str, title: str) -> list[tuple[str, str]]:
    """The rows of a chart's table of people and tables, newest first."""
    rows = page.split(f"<summary>The numbers of “{title}”</summary>")[1].split("</table>")[0]
    cell = '<td data-label="Most {}">([^<]+)</td>'
    return re.findall(cell.format("people") + cell.format("open tables"), rows)


def test_people_and_tables_of_past_hours_stand_as_bars_and_in_a_table(
    admin: Visitor, in_database: Any
) -> None:
    """Hours in which nobody counted are told from those in which nobody was there."""

    async def write(db: AsyncSession) -> None:
        await db.execute(text("DELETE FROM hourly_counts"))
        await db.execute(
            text(
                "INSERT INTO hourly_counts SELECT date_trunc('hour', now(), 'UTC')"
                " - make_interval(hours => ago), people, tables"
                " FROM (VALUES (0, 12000, 3), (1, 0, 0), (24, 31, 7)) AS past (ago, people, tables)"
            )
        )

    in_database(write)
    page = admin.get("/admin/overview").text
    day = counted(page, "People and tables, the last day by hour")
    assert len(day) == 24
    assert [one for one in day if one[0] != "not counted"][:2] == [("12,000", "3"), ("0", "0")]
    assert ("not counted", "not counted") in day
    week = counted(page, "People and tables, the last week by day")
    month = counted(page, "People and tables, the last month by day")
    assert (len(week), len(month)) == (7, 30)
    assert week == month[:7]
    assert week[:2] == [("12,000", "3"), ("31", "7")]
    assert "Nobody counted in the shaded hours." in page
    assert "People, 12,000 at most" in page
    assert page.count('class="not-counted"') == 2 * (22 + 5 + 28)


def test_tables_that_do_not_follow_stand_under_what_needs_a_person(
    visitor: NewVisitor, admin: Visitor, leave_note: LeaveNote
) -> None:
    page = admin.get("/admin/overview").text
    assert "No table is late to take over a change of an account" in page
    rooms = [visitor().open_room(f"Late {number}") for number in range(6)]
    for number, room in enumerate(rooms):
        leave_note(room, 12 + 2 * number)
    page = admin.get("/admin/overview").text
    needs = page.split('id="needs"')[1].split("</section>")[0]
    for number in range(6):
        assert (f"<bdi>Late {number}</bdi></a> since <time" in needs) == (number > 1), number
    assert needs.index("Late 5") < needs.index("Late 2"), "the one that waits longest is the first"
    assert 'href="/admin/tables#late"' not in needs
    for room in rooms:
        leave_note(room, 60)
    needs = admin.get("/admin/overview").text.split('id="needs"')[1].split("</section>")[0]
    assert needs.count("has not taken over a change") == 5
    assert '<a href="/admin/tables#late">All tables that do not follow</a>' in needs
