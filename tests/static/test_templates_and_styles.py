"""Templates and styles obey the content security policy, and name only files that exist."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((HERE / "templates").rglob("*.html"))
STYLES = sorted(path for path in (HERE / "static").rglob("*.css") if "vendor" not in path.parts)
SVGS = sorted((HERE / "static").rglob("*.svg"))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def _tags(path: Path) -> list[tuple[str, dict[str, str | None]]]:
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    parser = _Tags()
    parser.feed(re.sub(r"\{\{.*?\}\}", "value", bare, flags=re.DOTALL))
    return parser.seen


@pytest.mark.parametrize("path", [*TEMPLATES, *SVGS], ids=lambda path: str(path.relative_to(HERE)))
def test_no_page_or_picture_has_inline_style_or_handlers(path: Path) -> None:
    for tag, attributes in _tags(path):
        assert tag != "style"
        assert "style" not in attributes, f"<{tag} style=...>"
        assert not [name for name in attributes if name.startswith("on")], (
            f"<{tag}> handles an event inline"
        )
        if (
            tag == "script"
            and path.suffix == ".html"
            and attributes.get("type") != "application/json"
        ):
            assert "src" in attributes or "nonce" in attributes, (
                "a script is a file or carries the page's nonce"
            )


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(HERE)))
def test_every_asset_that_a_template_names_exists(path: Path) -> None:
    for named in re.findall(r"asset\(\s*['\"]([^'\"]+)['\"]\s*\)", path.read_text()):
        assert (HERE / "static" / named).is_file(), named


@pytest.mark.parametrize("path", STYLES, ids=lambda path: str(path.relative_to(HERE)))
def test_every_picture_and_face_that_a_style_names_exists(path: Path) -> None:
    for named in re.findall(r"url\(\s*[\"']?([^\"')]+)", path.read_text()):
        assert named.startswith("data:") or (path.parent / named).is_file(), named


def _simple(selector: str) -> str:
    """The selector without its functions, with `:has` where one of them had it."""
    before = ""
    while before != selector:
        before = selector
        selector = re.sub(r":is\(([^(),]*)[^()]*\)", r"\1", selector)
        selector = re.sub(
            r":[a-z-]+\([^()]*\)", lambda one: ":has" if ":has" in one[0] else "", selector
        )
    return selector


@pytest.mark.parametrize("path", STYLES, ids=lambda path: str(path.relative_to(HERE)))
def test_a_style_names_what_it_changes_inside_an_element_that_has_something(path: Path) -> None:
    """Chromium keeps one list of what all `:has()` of a page can change. With `*` in it, each part
    that comes or goes makes it look at the style of every element again."""
    rules = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for selector in re.findall(r"[^{};]*:has\([^{};]*(?=\{)", rules):
        for one in _simple(selector).split(","):
            _, *inside = re.split(r"\s*[\s>+~]\s*", one.strip().partition(":has")[2])
            assert all(part[0] in ".#[" or part[0].isalpha() for part in inside), selector.strip()


def test_every_colour_of_a_page_has_a_name() -> None:
    """A colour is a token or a named property, so that none misses a theme."""
    for path in (HERE / "static/css").glob("*.css"):
        rules = re.sub(r"--[\w-]+:[^;]*;", "", path.read_text())
        assert re.findall(r"(?<![\w&-])#[0-9a-fA-F]{3,8}\b", rules) == [], path.relative_to(HERE)


def test_a_style_sets_a_token_again_only_to_a_colour_of_its_own() -> None:
    """A length under the name of a colour once took the borders from a desk's controls."""
    tokens = HERE / "static/css/tokens.css"
    names = set(re.findall(r"(--[\w-]+):", tokens.read_text()))
    wrong = [
        f"{path.name}: {name}: {value}"
        for path in STYLES
        if path != tokens
        for name, value in re.findall(r"(?<![\w-])(--[\w-]+): ([^;]+);", path.read_text())
        if name in names and not value.startswith("#")
    ]
    assert not wrong, "\n".join(wrong)


def test_the_oldest_browsers_are_the_same_wherever_they_are_named() -> None:
    said = re.compile(r"Chrome or Edge (\d+), Firefox (\d+),\s+Safari ([\d.]+)")
    page, readme = (
        said.findall((HERE / name).read_text(encoding="utf-8"))
        for name in ("templates/base.html", "README.md")
    )
    assert page == readme
    [(chrome, firefox, safari)] = page
    target = f'["chrome{chrome}", "edge{chrome}", "firefox{firefox}", "safari{safari}"]'
    assert f"target: {target}" in (HERE / "bundle.js").read_text(encoding="utf-8")


def test_the_account_page_names_the_birds_and_what_they_wear_as_the_scripts_draw_them() -> None:
    page = (HERE / "templates/account/account.html").read_text()
    portraits = HERE / "static/js/table/portraits"
    named = re.compile(r'^ +name: "(an? [a-z ]+|[a-z]+)",$', re.MULTILINE)
    drawn = [named.findall((portraits / file).read_text()) for file in ("birds.js", "portrait.js")]
    shown = [re.findall(r'"([^"]+)"', words) for words in re.findall(r"\{%- set .* = \[(.*)\]", page)]
    assert shown == [drawn[0], [*drawn[1], "nothing"]]
