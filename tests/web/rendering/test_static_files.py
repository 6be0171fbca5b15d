"""Static files: kept for ever under a URL with their version, checked again under any other."""

import gzip
import re
import struct
from pathlib import Path

import pytest
from starlette.responses import Response

from app.games import BY_SLUG
from app.settings import ROOT
from app.web.rendering.scripts import required_modules
from app.web.rendering.static_files import Assets, StaticAssets, accepts_gzip
from app.web.rendering.templating import page_digest
from tests.web.conftest import NewVisitor

STATIC = ROOT / "static"


def test_an_address_names_the_content(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("one")
    assets = Assets(tmp_path)
    first = assets.url("a.css")
    assert first == assets.url("a.css")
    (tmp_path / "a.css").write_text("another")
    assert first != assets.url("a.css")


def test_what_is_not_there_or_outside_has_no_version(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret").write_text("x")
    assets = Assets(tmp_path / "inside")
    assert assets.url("none.css") == "/static/none.css"
    assert assets.version("../secret") is None
    assert assets.version("") is None


def test_the_present_version_is_kept_for_ever_and_others_are_asked_for_again(
    visitor: NewVisitor,
) -> None:
    person = visitor()
    url = Assets(STATIC).url("css/base.css")
    kept = person.get(url)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    for other in ("/static/css/base.css", "/static/css/base.css?v=000000000000"):
        assert person.get(other).headers["cache-control"] == "no-cache"
    again = person.get("/static/css/base.css", headers={"If-None-Match": kept.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_address_of_a_script_names_the_content_of_all_scripts(tmp_path: Path) -> None:
    """The scripts that it imports lie beside it, so they are as new and may be kept as long."""
    clock = [0.0]
    (tmp_path / "js").mkdir()
    (tmp_path / "js/a.js").write_text('import "./b.js";')
    (tmp_path / "js/b.js").write_text("one")
    assets = Assets(tmp_path, now=lambda: clock[0])
    first = assets.url("js/a.js")
    assert first == assets.url("js/a.js")
    (tmp_path / "js/b.js").write_text("another")
    clock[0] += 1
    assert first != assets.url("js/a.js")
    assert assets.urls_for("js/a.js") == (assets.url("js/a.js"), assets.url("js/b.js"))


def test_what_pages_hold_beside_the_files_is_a_part_of_the_build(tmp_path: Path) -> None:
    """Defaults that the server writes into a page fill the frames there."""
    (tmp_path / "a.js").write_text("one")
    one, other = Assets(tmp_path, page_digest="one"), Assets(tmp_path, page_digest="other")
    assert one.build() != other.build()
    assert one.url("a.js") != other.url("a.js")


def test_the_page_digest_names_the_templates_and_the_facts_about_games(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("one")
    first = page_digest(tmp_path, BY_SLUG)
    assert first == page_digest(tmp_path, dict(BY_SLUG))
    assert first != page_digest(tmp_path, {})
    (tmp_path / "a.html").write_text("another")
    assert first != page_digest(tmp_path, BY_SLUG)


def test_scripts_of_the_present_build_are_kept_for_ever_and_others_are_gone(
    visitor: NewVisitor,
) -> None:
    """New content at an old address would mix with the modules that an old page already has."""
    person = visitor()
    page = person.get("/").text
    url = re.search(r'src="(/static/~([0-9a-f]{12})/js/site/page\.js)"', page)
    assert url is not None
    assert f'data-build="{url[2]}"' in page
    for each in (url[1], url[1].replace("page.js", "theme.js")):
        kept = person.get(each)
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    for older in ("js/site/page.js", "games/none/table.js", "css/base.css", "../../app/main.py"):
        gone = person.get(f"/static/~000000000000/{older}")
        assert gone.status_code in (404, 410)
        assert gone.headers["cache-control"] == "no-store"
    assert person.get("/static/~000000000000/js/site/page.js").status_code == 410
    assert person.get("/static/js/site/page.js").status_code == 200


def test_the_first_script_of_a_page_has_a_version_of_its_own(visitor: NewVisitor) -> None:
    """It reloads a page whose other scripts are gone, so an old page must still get it."""
    person = visitor()
    url = re.search(r'src="(/static/js/site/boot\.js\?v=)[0-9a-f]{12}"', person.get("/").text)
    assert url is not None
    assert person.get(url[1] + "000000000000").status_code == 200


def test_all_that_a_script_imports_is_known_and_there(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import { x } from "./b.js";\nimport "htm";\nconst c = import("./late.js");\n'
    )
    (tmp_path / "b.js").write_text(
        'export { y } from "./sub/c.js";\nimport {\n  z,\n} from "./a.js";\n'
    )
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/c.js").write_text('import "../gone.js";')
    assert required_modules(tmp_path, "a.js", "none.js") == ("a.js", "b.js", "sub/c.js")


def test_text_is_packed_for_who_can_unpack_it(visitor: NewVisitor) -> None:
    person = visitor()
    packed = person.get("/static/css/base.css", headers={"Accept-Encoding": "gzip"})
    plain = person.get("/static/css/base.css", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.content == plain.content == (STATIC / "css/base.css").read_bytes()
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    again = person.get(
        "/static/css/base.css",
        headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]},
    )
    assert (again.status_code, again.content) == (304, b"")


async def test_what_was_packed_before_is_packed_anew_when_it_has_changed(tmp_path: Path) -> None:
    static, scope = (
        StaticAssets(Assets(tmp_path)),
        {"type": "http", "method": "GET", "query_string": b""},
    )

    async def packed(*wishes: tuple[bytes, bytes]) -> Response:
        return await static.get_response(
            "a.css", {**scope, "headers": [(b"accept-encoding", b"gzip"), *wishes]}
        )

    (tmp_path / "a.css").write_text("a { color: red }")
    first, again = await packed(), await packed()
    assert (
        gzip.decompress(bytes(first.body))
        == gzip.decompress(bytes(again.body))
        == b"a { color: red }"
    )
    assert dict(first.headers) == dict(again.headers)
    (tmp_path / "a.css").write_text("a { color: blue }")
    changed = await packed((b"if-none-match", first.headers["etag"].encode()))
    assert gzip.decompress(bytes(changed.body)) == b"a { color: blue }"
    assert (await packed((b"if-none-match", changed.headers["etag"].encode()))).status_code == 304


def test_a_picture_or_a_part_of_a_file_is_sent_as_it_is(visitor: NewVisitor) -> None:
    person = visitor()
    font = next((STATIC / "vendor").glob("*.woff2")).name
    assert (
        "content-encoding"
        not in person.get(f"/static/vendor/{font}", headers={"Accept-Encoding": "gzip"}).headers
    )
    part = person.get(
        "/static/css/base.css", headers={"Accept-Encoding": "gzip", "Range": "bytes=0-9"}
    )
    assert (part.status_code, len(part.content)) == (206, 10)


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("", False),
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("identity", False),
    ],
)
def test_who_refuses_packed_bodies_gets_none(accepted: str, takes: bool) -> None:
    assert accepts_gzip(accepted) is takes


def test_style_sheets_of_a_folder_come_as_one(visitor: NewVisitor) -> None:
    person = visitor()
    page = person.get("/login").text
    url = re.search(r'href="(/static/css/tokens\+base[^"]*\?v=)([0-9a-f]{12})"', page)
    assert url is not None
    both = person.get(f"/static/css/tokens+base.css?v={url[2]}")
    assert both.headers["content-type"] == "text/css; charset=utf-8"
    assert both.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (
        both.text
        == (STATIC / "css/tokens.css").read_text() + "\n" + (STATIC / "css/base.css").read_text()
    )
    assert (
        person.get(str(both.url), headers={"If-None-Match": both.headers["etag"]}).status_code
        == 304
    )
    assert "content-encoding" not in both.headers, (
        "packed bodies are kept, and anybody may think of more such addresses"
    )
    named = re.findall(r'href="(/static/[^"]*\+[^"]*)"', page)
    assert named
    assert all(person.get(each).headers["content-encoding"] == "gzip" for each in named)
    for wrong in (
        "css/tokens+none.css",
        "css/tokens+tokens.css",
        "js/html+html.js",
        "css/tokens+..%2f..%2fx.css",
        "css/+.css",
    ):
        assert person.get(f"/static/{wrong}").status_code == 404, wrong


def test_every_style_sheet_that_a_template_joins_is_there() -> None:
    for template in (STATIC.parent / "templates").rglob("*.html"):
        for folder, names in re.findall(r"""styles\("([^"]+)", ([^)]+)\)""", template.read_text()):
            for name in re.findall(r'"([^"]+)"', names):
                assert (STATIC / folder / f"{name}.css").is_file(), (template.name, name)


def test_the_icons_for_a_home_screen_are_there_in_the_sizes_that_are_promised(
    visitor: NewVisitor,
) -> None:
    person = visitor()
    page = person.get("/").text
    found = (
        re.search(r'rel="manifest" href="([^"]+)"', page),
        re.search(r'rel="apple-touch-icon" href="([^"]+)"', page),
    )
    assert found[0] is not None
    assert found[1] is not None
    icons = person.get(found[0][1]).json()["icons"]
    pictures = {
        f"/static/icons/{icon['src']}": icon["sizes"]
        for icon in icons
        if icon["type"] == "image/png"
    }
    for path, size in {**pictures, found[1][1]: "180x180"}.items():
        picture = person.get(path)
        assert picture.headers["content-type"] == "image/png"
        assert "{}x{}".format(*struct.unpack(">II", picture.content[16:24])) == size
