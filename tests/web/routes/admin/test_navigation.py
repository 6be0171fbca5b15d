"""The administrators' navigation: every page says how many cases wait for an answer."""

import re

from tests.web.all_routes import ADMIN
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match
from tests.web.visitors import Visitor, whole_queue

PAGES = sorted(
    path for method, path in ADMIN if method == "GET" and "AAAA" not in path and path != "/admin"
)


def open_reports(page: str) -> int:
    """The number beside Queue, as a screen reader says it; 0 where there is none."""
    nav = page.split('aria-label="Administration"')[1].split("</nav>")[0]
    found = re.search(r'>Queue \((\d+)\)<span class="unseen"> open</span></a>', nav)
    assert found is not None or ">Queue</a>" in nav, nav
    return 0 if found is None else int(found[1])


def test_open_reports_are_counted_until_they_are_answered(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    before = open_reports(admin.get("/admin/matches").text)
    said = "Somebody has to count this."
    report = {"kind": "fault", "said": said, "noted": ""}
    assert scene.guest.post(f"/match/{scene.match}/report", report).status_code == 303
    assert open_reports(admin.get("/admin/people").text) == before + 1
    part = next(part for part in whole_queue(admin).split("<section") if said in part)
    case = re.findall(r'"(/admin/queue/[0-9]+)"', part)[0]
    admin.post(f"{case}/take")
    admin.post(f"{case}/answer", {"outcome": "nothing"})
    assert open_reports(admin.get("/admin/people").text) == before


def test_every_page_of_the_administration_shows_the_same_count(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    counts = {
        open_reports(admin.get(path).text)
        for path in (
            *PAGES,
            f"/admin/matches/{scene.match}",
            f"/admin/people/{scene.guest_id}",
        )
    }
    assert len(counts) == 1
    refused = admin.post(f"/admin/people/{scene.guest_id}/suspend", {"reason": ""})
    assert refused.status_code == 422
    assert {open_reports(refused.text)} == counts
