"""Two builds side by side: a page has the files of its own build, whichever process is asked."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.settings import ROOT
from tests.conftest import NewDatabase, NewServer
from tests.ops.conftest import SECRET, NewVisitor
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

CHANGED = ("js/site/boot.js", "js/table/shell/main.js", "css/base.css", "css/table/room.css")
FILES = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css)(?:\?[^"]*)?)"')


NEWER = "tests.ops.newer_build"
"""The module of a server with the files of `newer_files`."""


def newer_files(folder: Path) -> dict[str, str]:
    """The environment of a server whose scripts and styles have changed."""
    static = folder / "static"
    shutil.copytree(ROOT / "static", static)
    for name in CHANGED:
        with (static / name).open("a", encoding="utf-8") as file:
            file.write("\n/* of the newer build */\n")
    return {"NEWER": str(static)}


class TwoBuilds(NamedTuple):
    old: ServerProcess
    new: ServerProcess


@pytest.fixture(scope="module")
def builds(
    new_database: NewDatabase, new_server: NewServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TwoBuilds]:
    files = newer_files(tmp_path_factory.mktemp("newer"))
    shared = {"DATABASE_URL": new_database(), "PECKING_ORDER_SIBLINGS_SECRET": SECRET}
    with (
        new_server(**shared) as old,
        new_server(NEWER, **files, **shared) as new,
    ):
        yield TwoBuilds(old, new)


def build_of(page: str) -> str:
    found = re.search(r'data-build="([0-9a-f]{12})"', page)
    assert found is not None
    return found[1]


def test_each_page_has_the_files_of_its_build_from_either_process(
    builds: TwoBuilds, visitor: NewVisitor
) -> None:
    old, new = (visitor(server) for server in builds)
    pages = [each.get("/").text for each in (old, new)]
    assert build_of(pages[0]) != build_of(pages[1])
    for page, home, other in ((pages[0], old, new), (pages[1], new, old)):
        files = FILES.findall(page)
        assert len(files) > 2
        for file in files:
            there = other.get(file)
            assert (there.status_code, there.text) == (200, home.get(file).text), file
            assert "immutable" in there.headers["cache-control"], file
    newer = [file for file in FILES.findall(pages[1]) if "of the newer" in old.get(file).text]
    assert newer, "what has changed is as the page's build has it"


def test_a_file_of_no_living_build_is_gone(builds: TwoBuilds, visitor: NewVisitor) -> None:
    gone = visitor(builds.old).get("/static/~0123456789ab/js/table/shell/main.js")
    assert gone.status_code == 410


def test_the_page_of_a_table_is_of_the_build_that_runs_it(
    builds: TwoBuilds, visitor: NewVisitor
) -> None:
    """So one reload is enough, wherever it is led: the table's page and messages agree."""
    for here, there in (builds, builds[::-1]):
        host = visitor(here)
        room = host.open_room()
        elsewhere: Visitor = visitor(there, host)
        with host.connect(room) as line:
            build = line.receive_until("welcome")["build"]
            with elsewhere.connect(room) as passed:
                assert passed.receive_until("welcome")["build"] == build
            for asked in (host, elsewhere):
                page = asked.get(f"/table/{room}")
                assert (page.status_code, build_of(page.text)) == (200, build)


def test_a_script_that_names_its_build_is_answered_by_that_build(
    builds: TwoBuilds, visitor: NewVisitor
) -> None:
    old, new = (visitor(server) for server in builds)
    newer = build_of(new.get("/").text)
    assert build_of(old.get("/", headers={"X-Pecking-Order-Build": newer}).text) == newer
