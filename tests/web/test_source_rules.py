"""Rules about our source: text never becomes markup, SQL or scripts, and packages are pinned."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
SCRIPTS = [path for path in (HERE / "static/js").rglob("*.js") if "vendor" not in path.parts]
TEMPLATES = list((HERE / "templates").rglob("*.html"))
CODE = [path for path in (HERE / "app").rglob("*.py") if "stub" not in path.parts]
SINKS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|DOMParser|createContextualFragment|srcdoc|setHTML"
    r"|\beval\(|new Function|setTimeout\([\"'`]|setInterval\([\"'`]|javascript:"
)
UNESCAPED = re.compile(r"\|\s*safe\b|autoescape|Markup\b|\|\s*forceescape")
WRITTEN_STATEMENT = re.compile(
    r"\b(?:text|execute|exec_driver_sql|fetch(?:row|val)?)"
    r"\(\s*(?:f[\"'](?!VACUUM \{)|[\"'][^\"']*[\"']\s*(?:%|\+|\.format))"
)
DEBUGGING = re.compile(r"debug=True|docs_url=\"|redoc_url=\"|breakpoint\(|pdb\b")


def found(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(HERE)}: {hit[0]}"
        for path in files
        for hit in pattern.finditer(path.read_text(encoding="utf-8"))
    ]


def test_no_script_of_ours_makes_markup_or_programs_from_words() -> None:
    assert len(SCRIPTS) > 20
    assert found(SINKS, SCRIPTS) == []


def test_no_template_writes_words_unescaped() -> None:
    assert len(TEMPLATES) > 20
    assert found(UNESCAPED, TEMPLATES) == []
    assert found(re.compile(r"autoescape=(?!True)"), CODE) == []


def test_no_statement_is_put_together_from_text() -> None:
    """VACUUM takes no parameters; what it is given are names of our own tables."""
    assert found(WRITTEN_STATEMENT, [path for path in CODE if "ops" not in path.parts]) == []


def test_nothing_is_left_for_those_who_look_for_mistakes() -> None:
    assert found(DEBUGGING, CODE) == []


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-embedded.lock", "requirements-dev.lock"]
)
def test_everything_we_build_on_is_pinned_by_its_content(name: str) -> None:
    lines = (HERE / name).read_text().replace("\\\n", " ").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    assert len(wanted) > 20
    assert [
        line.split()[0]
        for line in wanted
        if not re.match(r"[\w.-]+==[\w.]+", line) or "--hash=sha256:" not in line
    ] == []


def test_the_server_is_one_that_notices_who_does_not_read() -> None:
    """uvicorn before 0.52.1 had no flow control on the connections of tables."""
    version = re.search(
        r"^uvicorn==([\d.]+)", (HERE / "requirements.lock").read_text(), re.MULTILINE
    )
    assert version is not None
    assert tuple(map(int, version[1].split("."))) >= (0, 52, 1)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (SINKS, "node.innerHTML = name"),
        (SINKS, "setTimeout('go()', 1)"),
        (UNESCAPED, "{{ name | safe }}"),
        (UNESCAPED, "{{ name|safe }}"),
        (WRITTEN_STATEMENT, 'text(f"select {name}")'),
        (WRITTEN_STATEMENT, "execute('select ' + name)"),
        (DEBUGGING, "FastAPI(debug=True)"),
    ],
)
def test_these_rules_see_what_they_are_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
