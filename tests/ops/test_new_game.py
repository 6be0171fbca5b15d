"""`new-game`: names that are refused, nothing overwritten.

tests/docs/test_new_game.py shows that its stub is a game at once, and that it passes the checks.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.games import GAMES
from app.ops.new_game import REGISTRY, GameName, InvalidName, create, register, spellings
from app.settings import ROOT
from tests.docs.page_runner import copy_checkout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout; tests that make games in it make each their own."""
    return copy_checkout(tmp_path_factory.mktemp("checkout"))


def test_it_needs_no_database(checkout: Path) -> None:
    line = [sys.executable, "-P", "-m", "app", "new-game", "Quiet Heron"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
    }
    done = subprocess.run(
        line, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "docs/new-game.md" in done.stdout, "it says how to go on"


def test_a_game_goes_to_the_end_of_the_shelf(checkout: Path) -> None:
    made = create(checkout, "Brass Gong")
    assert made[-1] == REGISTRY
    source = (checkout / REGISTRY).read_text()
    assert "from app.games.brass_gong import GAME as BRASS_GONG\n" in source
    shelf = next(node for node in ast.parse(source).body if isinstance(node, ast.AnnAssign))
    assert ast.unparse(shelf).endswith(", BRASS_GONG)")


def test_nothing_is_ever_written_over(checkout: Path) -> None:
    create(checkout, "Tin Whistle")
    place = checkout / "app/games/tin_whistle/game.py"
    place.write_text("mine")
    registry = (checkout / REGISTRY).read_text()
    with pytest.raises(InvalidName, match="is there already"):
        create(checkout, "Tin Whistle")
    assert place.read_text() == "mine"
    assert (checkout / REGISTRY).read_text() == registry


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("", "no name for a folder"),
        ("42", "no name for a folder"),
        ("!?", "no name for a folder"),
        ("import", "a word of Python's own"),
        ("A Name That Is Far Too Long for Any Cover", "too long for a cover"),
        ("Hearts <b>", "no page can show"),
        ("Card", "stands in app/"),
        (GAMES[0].title, "is there already"),
        (f"New {GAMES[0].title}", "holds the name of another game"),
    ],
)
def test_a_name_that_cannot_be_a_games_is_refused_with_a_sentence(
    checkout: Path, title: str, why: str
) -> None:
    before = (checkout / REGISTRY).read_text()
    with pytest.raises(InvalidName, match=why) as refused:
        create(checkout, title)
    assert str(refused.value).endswith(".")
    assert (checkout / REGISTRY).read_text() == before


def test_a_title_is_spelled_for_folders_addresses_and_python() -> None:
    assert spellings("High  Tide") == GameName("High Tide", "high-tide", "high_tide", "HighTide")
    assert spellings("Grüße, O’Hara 2") == GameName(
        "Grüße, O’Hara 2", "grusse-ohara-2", "grusse_ohara_2", "GrusseOhara2"
    )


def test_a_full_shelf_has_one_game_a_line() -> None:
    source = (ROOT / REGISTRY).read_text()
    for number in range(9):
        source = register(source, spellings(f"A Game With a Long Name {number}"))
    assert "    A_GAME_WITH_A_LONG_NAME_8,\n)\n" in source
    assert max(map(len, source.splitlines())) <= 100
    compile(source, REGISTRY, "exec")
