"""Static files: kept for ever under an address that names their content, asked for again under any other."""

from pathlib import Path

from app.web.static import Assets
from tests.web.conftest import NewVisitor


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


def test_the_present_version_is_kept_for_ever_and_others_are_asked_for_again(visitor: NewVisitor) -> None:
    person = visitor()
    url = Assets(Path(__file__).resolve().parents[2] / "static").url("css/base.css")
    kept = person.get(url)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    for other in ("/static/css/base.css", "/static/css/base.css?v=000000000000"):
        assert person.get(other).headers["cache-control"] == "no-cache"
    again = person.get("/static/css/base.css", headers={"If-None-Match": kept.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
