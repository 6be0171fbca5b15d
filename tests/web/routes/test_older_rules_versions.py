"""A match under older rules of its game: it is not replayed under the new ones."""

import json
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match
from tests.web.visitors import Visitor


def test_a_match_of_earlier_rules_keeps_its_result_and_is_not_laid_out_again(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    scene = finished_match(visitor)

    async def long_ago(db: AsyncSession) -> None:
        await db.execute(
            text("UPDATE matches SET rules_version = rules_version - 1 WHERE id = :id"),
            {"id": scene.match},
        )

    assert scene.guest.get(f"/api/matches/{scene.match}/steps").status_code == 200
    in_database(long_ago)
    page = scene.guest.get(f"/match/{scene.match}")
    assert page.status_code == 200
    assert "Gustav" in page.text
    for part in ("steps", "shuffles"):
        answer = scene.guest.get(f"/api/matches/{scene.match}/{part}")
        assert (answer.status_code, "older rules" in answer.json()["error"]) == (409, True), part
    text_of = scene.guest.get(f"/api/matches/{scene.match}/transcript").text
    head, *lines = scene.guest.get(f"/api/matches/{scene.match}/export").text.splitlines()
    assert "These are the moves themselves." in text_of
    assert len(text_of.partition("themselves.\n\n")[2].splitlines()) == len(lines)
    assert json.loads(head)["receipt"] == json.loads(lines[-1])["hash"]
    log = admin.get(f"/admin/matches/{scene.match}")
    assert (log.status_code, "older rules" in log.text) == (200, True)
    assert (
        admin.post(f"/admin/matches/{scene.match}/void", {"reason": "It was a trial."}).status_code
        == 303
    )
