"""Vendored files are as published, and no page loads anything from another host."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
LISTS = [HERE / "static/vendor/VENDOR.toml", HERE / "tests/browser/vendor/VENDOR.toml"]
OURS = sorted(
    path
    for folder in ("templates", "static")
    for path in (HERE / folder).rglob("*")
    if path.suffix in {".html", ".css", ".js", ".svg", ".webmanifest", ".txt", ".xml"}
    and "vendor" not in path.parts
)
XML_NAMES = re.compile(r"http://www\.w3\.org/(2000/svg|1999/xlink|1999/xhtml)")
FOREIGN = re.compile(r"(?:https?|wss?):(?://|\\/\\/)[\w\[]|[\"'(=]\s*//[\w\[]", re.IGNORECASE)


@pytest.mark.parametrize("listing", LISTS, ids=lambda path: str(path.relative_to(HERE)))
def test_every_vendored_file_is_listed_with_its_checksum_and_licence(listing: Path) -> None:
    files = tomllib.loads(listing.read_text())["file"]
    assert files, "a list of nothing protects nothing"
    for each in files:
        assert set(each) == {
            "file",
            "name",
            "package",
            "version",
            "licence",
            "licence_file",
            "sha256",
        }
        made = listing.parent / each["file"]
        assert hashlib.sha256(made.read_bytes()).hexdigest() == each["sha256"], (
            f"{each['file']} is not what was published"
        )
        assert each["version"] in each["file"], "a new version is a new address"
        assert (listing.parent / each["licence_file"]).stat().st_size > 500
    code = {
        str(path.relative_to(listing.parent))
        for path in listing.parent.rglob("*.*")
        if path.suffix in {".js", ".mjs", ".css", ".woff2", ".ttf"}
    }
    assert code == {each["file"] for each in files}


@pytest.mark.parametrize("listing", LISTS, ids=lambda path: str(path.relative_to(HERE)))
def test_the_list_of_vendored_files_names_no_host(listing: Path) -> None:
    assert "://" not in listing.read_text()


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(HERE)))
def test_nothing_of_ours_names_an_address_on_another_host(path: Path) -> None:
    text = XML_NAMES.sub("", path.read_text(encoding="utf-8"))
    assert FOREIGN.findall(text) == []


def test_vendored_code_imports_only_names_of_the_import_map_and_its_own_neighbours() -> None:
    named = set(re.findall(r'"([^"]+)": "\{\{ asset\(', (HERE / "templates/base.html").read_text()))
    assert {"preact", "preact/hooks", "@preact/signals", "htm", "htm/preact"} <= named
    for path in (HERE / "static/vendor").rglob("*.js"):
        imported = set(re.findall(r'from\s*"([^"]+)"', path.read_text()))
        for name in imported - named:
            assert name.startswith("./"), f"{path.name} imports {name}"
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"
