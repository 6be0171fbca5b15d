"""A match whose entries lie in an archive file: its result stays, and the rest says so."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match
from tests.web.visitors import Visitor


def test_an_archived_match_keeps_its_page_and_receipt_and_says_where_its_moves_are(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    scene = finished_match(visitor)
    receipt = receipt_on(scene.guest.get(f"/match/{scene.match}").text)

    async def archive(db: AsyncSession) -> None:
        match = {"id": scene.match}
        await db.execute(
            text(
                "UPDATE matches SET archived_at = now(), archived_hash = (SELECT hash FROM entries"
                " WHERE match_id = :id ORDER BY ply DESC LIMIT 1) WHERE id = :id"
            ),
            match,
        )
        await db.execute(text("SET LOCAL session_replication_role = replica"))
        await db.execute(text("DELETE FROM entries WHERE match_id = :id"), match)

    in_database(archive)
    page = scene.guest.get(f"/match/{scene.match}")
    assert (page.status_code, "Gustav" in page.text) == (200, True)
    assert receipt_on(page.text) == receipt
    for part in ("steps", "export", "shuffles", "transcript"):
        answer = scene.guest.get(f"/api/matches/{scene.match}/{part}")
        assert answer.status_code == 409, part
        assert "moved to an archive" in answer.text, part
    log = admin.get(f"/admin/matches/{scene.match}")
    assert (log.status_code, "moved to an archive" in log.text) == (200, True)
    void = admin.post(f"/admin/matches/{scene.match}/void", {"reason": "It was a trial."})
    assert void.status_code == 303


def receipt_on(page: str) -> str:
    """The receipt as the page shows it."""
    begin = page.index("Receipt")
    return page[begin : begin + 400]
