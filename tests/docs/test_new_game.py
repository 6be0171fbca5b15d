"""The pages on new games, followed in a checkout, lead to games that pass all checks."""

import re
from pathlib import Path

import pytest

from app.ops.new_game import create
from app.settings import ROOT
from tests.docs.page_runner import (
    blocks,
    check,
    check_types,
    copy_checkout,
    replace_definitions,
    run,
    run_page,
    script_faults,
)

PAGE = "docs/new-game.md"
PAGES = (
    (PAGE, "sandcastles", 145, 75),
    ("docs/new-game-2.md", "night_market", 400, 110),
    ("docs/new-game-3.md", "tall_tales", 280, 70),
)
"""Each page with its game's package, and the lines of Python and scripts at most."""
STUB = "Nine Lanterns"
STYLE = (["ruff", "format", "--check", "--no-cache"], ["ruff", "check", "--no-cache"])
TRANSCRIPTS = ".venv/bin/python -m tests.games.kit.transcripts --write "
TESTS = "python3 run.py test tests/games --game "


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout in which all pages were followed, and a stub was made."""
    folder = copy_checkout(tmp_path_factory.mktemp("checkout"))
    for page, package, *_ in PAGES:
        (made,) = run_page(folder, page, commands=False)
        assert f"app/games/{package}/game.py" in made, "the first command says what it made"
    create(folder, STUB)
    return folder


@pytest.mark.slow
def test_the_pages_and_the_stub_lead_to_small_games_that_keep_every_promise(checkout: Path) -> None:
    """The last two commands of the pages run for all games at once: each would begin a Python."""
    for page, package, most_python, most_script in PAGES:
        slug = package.replace("_", "-")
        shell = "".join(one.text for one in blocks(checkout / page) if one.language == "sh")
        assert shell.splitlines()[1:] == [TRANSCRIPTS + slug, TESTS + slug]
        assert lines(checkout / "app/games" / package, "*.py") < most_python
        assert lines(checkout / "static/games" / slug, "*.js") < most_script
        for said in (f"under {most_python} lines of Python", f"{most_script} of JavaScript"):
            assert said in " ".join((ROOT / page).read_text().split()), "as the page says"
    slugs = [package.replace("_", "-") for _, package, *_ in PAGES]
    run(checkout, TRANSCRIPTS + " ".join(slugs))
    slugs.append("nine-lanterns")
    told = run(checkout, TESTS + " --game ".join(slugs))
    looked_at = re.findall(r"^[\w-]+(?= .* B$)", told, re.MULTILINE)
    assert sorted(looked_at) == sorted(slugs), "the kit's table names each game"


@pytest.mark.slow
def test_the_games_of_the_pages_and_the_stub_pass_the_checks(checkout: Path) -> None:
    """Types are checked for the whole project each time, so for all games at once."""
    packages = (*(package for _, package, *_ in PAGES), "nine_lanterns")
    folders = [f"{where}/games/{package}" for where in ("app", "tests") for package in packages]
    places = [*folders, "app/games/__init__.py"]
    for command in STYLE:
        check(checkout, [*command, *places])
    check_types(checkout, places)
    assert script_faults(checkout) == ""


def lines(folder: Path, files: str) -> int:
    return sum(len(file.read_text().splitlines()) for file in folder.glob(files))


def test_the_page_stays_true_to_the_stub_where_it_says_that_nothing_changes() -> None:
    """The page repeats the stub's unchanged parts so that readers see the whole game."""
    page = (ROOT / PAGE).read_text()
    stub = (ROOT / "app/ops/stub/game.py.txt").read_text()
    kept = ["class Put", "class Private", "Table ="]
    kept += [
        f"    def {name}("
        for name in (
            "setup",
            "pending_shuffle_size",
            "active_seats",
            "awaited_seats",
            "legal_moves",
            "apply",
            "outcome",
        )
    ]
    for name in kept:
        there = stub[stub.index(name) :].split("\n\n", 1)[0]
        assert there in page, name.strip()


def test_a_piece_takes_the_place_of_what_has_its_name() -> None:
    source = (
        '"""Old."""\n\nA, B = 1, 2\n\n\n'
        "class One:\n    x = 1\n\n    def y(self) -> int:\n        return 1\n\n\n"
        "def z() -> int:\n    ...\n"
    )
    assert replace_definitions(source, "A, B = 3, 4\n") == source.replace("1, 2", "3, 4")
    assert replace_definitions(
        source, "    def y(self) -> int:\n        return 2\n"
    ) == source.replace("        return 1", "        return 2")
    assert replace_definitions(source, '"""New."""\n') == source.replace("Old", "New")
    with pytest.raises(AssertionError, match="there 0 times"):
        replace_definitions(source, "    def w(self) -> int:\n        return 2\n")
