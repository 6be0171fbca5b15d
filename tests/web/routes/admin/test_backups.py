"""Every page of the administration says how old the newest backup is, in red after two days."""

from datetime import UTC, datetime, timedelta

from tests.conftest import run
from tests.database import execute
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

RED = '<p class="notice bad"><b>No backup for two days.</b>'


PAGES = [f"/admin/{name}" for name in ("matches", "people", "queue", "tables", "audit")]


def test_the_age_of_the_newest_backup_is_on_every_page(
    admin: Visitor, web_server: ServerProcess
) -> None:
    run(execute(web_server.database_url, "DELETE FROM backups"))
    for path in PAGES:
        assert "<b>No backup.</b>" in admin.get(path).text, path
    for hours, is_red in ((47, False), (49, True)):
        at = datetime.now(UTC) - timedelta(hours=hours)
        run(
            execute(
                web_server.database_url,
                "DELETE FROM backups",
                "INSERT INTO backups (checksum, taken_at, size)"
                f" VALUES (sha256('one'), '{at.isoformat()}', 1000)",
            )
        )
        for path in PAGES:
            page = admin.get(path).text
            assert (RED in page) is is_red, path
            assert ("Newest backup: <time" in page) is not is_red, path
            assert "No backup." not in page, path
