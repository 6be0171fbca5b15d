"""Matches that are not replayed: entries in an archive file, or older rules. The result stays."""

import json
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from tests.web.conftest import NewVisitor
from tests.web.routes.test_look_back import refusal
from tests.web.scenes import finished_match
from tests.web.visitors import Visitor

OLDER = ("UPDATE matches SET rules_version = rules_version - 1 WHERE id = :id",)
ARCHIVED = (
    (
        "UPDATE matches SET archived_at = now(), archived_hash ="
        " (SELECT hash FROM entries WHERE match_id = :id ORDER BY ply DESC LIMIT 1) WHERE id = :id"
    ),
    "SET LOCAL session_replication_role = replica",
    "DELETE FROM entries WHERE match_id = :id",
)
PARTS = ("steps", "shuffles", "transcript", "export")


@pytest.mark.parametrize(
    ("change", "why", "refused"),
    [(OLDER, "older rules", PARTS[:2]), (ARCHIVED, "moved to an archive", PARTS)],
    ids=["older", "archived"],
)
def test_a_match_that_is_not_replayed_keeps_its_page_and_receipt_and_says_why(
    visitor: NewVisitor,
    admin: Visitor,
    in_database: Any,
    change: tuple[str, ...],
    why: str,
    refused: tuple[str, ...],
) -> None:
    scene = finished_match(visitor)
    receipt = receipt_on(scene.guest.get(f"/match/{scene.match}").text)

    async def make(db: AsyncSession) -> None:
        for statement in change:
            await db.execute(text(statement), {"id": scene.match} if ":id" in statement else {})

    in_database(make)
    page = scene.guest.get(f"/match/{scene.match}")
    assert (page.status_code, "Gustav" in page.text) == (200, True)
    assert receipt_on(page.text) == receipt
    told = {part: scene.guest.get(f"/api/matches/{scene.match}/{part}") for part in PARTS}
    for part in refused:
        assert (told[part].status_code, why in told[part].text) == (409, True), part
    status, error = refusal(scene.guest, scene.match)
    assert (status, why in error) == (409, True)
    if change is OLDER:
        moves = told["transcript"].text.partition("These are the moves themselves.\n\n")[2]
        head, *lines = told["export"].text.splitlines()
        assert len(moves.splitlines()) == len(lines) > 0
        assert json.loads(head)["receipt"] == json.loads(lines[-1])["hash"]
    log = admin.get(f"/admin/matches/{scene.match}")
    assert (log.status_code, why in log.text) == (200, True)
    void = admin.post(f"/admin/matches/{scene.match}/void", {"reason": "It was a trial."})
    assert void.status_code == 303


def receipt_on(page: str) -> str:
    """The receipt as the page shows it."""
    begin = page.index("Receipt")
    return page[begin : begin + 400]
