"""The file with everything that is kept of a person."""

import json
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin.notes import Kind, write
from app.store.database.base import Base
from app.store.people import own_data
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match


def test_everything_that_is_kept_of_a_person_is_in_one_file_of_their_own(
    visitor: NewVisitor, in_database: Any
) -> None:
    scene = finished_match(visitor)
    scene.host.say_once_there(scene.room, "Well played")
    form = {"kind": "fault", "said": "The cards flicker."}
    assert scene.host.post(f"/match/{scene.match}/report", form).status_code == 303
    mute = {"person": scene.guest_id, "level": "mute"}
    assert scene.host.post("/account/mute", mute).status_code == 303

    async def warn(db: AsyncSession) -> None:
        await write(db, scene.host_id, scene.guest_id, Kind.WARNING, "Please be kind.")
        await write(db, scene.host_id, scene.guest_id, Kind.PRIVATE, "Was rude in March.")

    in_database(warn)
    answer = scene.host.get("/account/export")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    told = json.loads(answer.text)
    assert told.keys() == own_data.QUERIES.keys()
    assert told["account"][0]["id"] == scene.host_id
    assert [one["text"] for one in told["chat"]] == ["Well played"]
    assert [one["said"] for one in told["reports"]] == ["The cards flicker."]
    assert [one["other_id"] for one in told["muted"]] == [scene.guest_id]
    assert [one["text"] for one in told["told"]] == ["Please be kind."]
    assert [one["match_id"] for one in told["matches"]]
    assert told["deals"]
    assert told["rooms"][0]["code"] == scene.code
    assert "Was rude in March." not in answer.text
    assert "password" not in answer.text
    theirs = json.loads(scene.guest.get("/account/export").text)
    assert theirs["chat"] == theirs["reports"] == theirs["muted"] == []
    assert visitor().get("/account/export").status_code == 303
    limited = [scene.host.get("/account/export").status_code for _ in range(3)]
    assert set(limited) <= {200, 429}


def test_every_table_that_knows_people_is_in_the_file_or_has_a_reason_why_not() -> None:
    known = {
        table.name
        for table in Base.metadata.tables.values()
        if table.name == "accounts"
        or any(key.column.table.name == "accounts" for key in table.foreign_keys)
        or "account_id" in table.columns
        or "people" in table.columns
    }
    asked = " ".join(own_data.QUERIES.values())
    told = {name for name in known if f"FROM {name} " in asked}
    assert told | own_data.LEFT_OUT.keys() == known
    assert not told & own_data.LEFT_OUT.keys()
