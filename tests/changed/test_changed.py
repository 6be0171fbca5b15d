"""`run.py test --changed` and `--game`: which tests are taken, and what is said and refused."""

import re
from pathlib import Path

import pytest

from tests.changed import __main__ as command
from tests.changed.importers import Importers
from tests.changed.selection import is_of, lies_in
from tests.changed.what_to_run import Row, rows

pytest_plugins = ["pytester"]
CASES = "tests/games/test_conformance.py::test_a_game_keeps_its_promises"


@pytest.fixture(scope="module")
def importers() -> Importers:
    return Importers()


@pytest.mark.parametrize(
    ("area", "path", "found"),
    [
        ("app/rules", "app/rules/play.py", True),
        ("app/rules", "app/rules.py", False),
        ("static/js/*.js", "static/js/html.js", True),
        ("static/js/*.js", "static/js/site/page.js", False),
        ("app/games/GAME", "app/games/usurp/plays.py", True),
        ("app/games/GAME", "app/games/__init__.py", False),
        ("static/games/GAME", "static/games/scum-of-the-earth/table.js", True),
    ],
)
def test_an_area_is_a_file_a_folder_or_a_glob(area: str, path: str, found: bool) -> None:
    assert Row((area,), (), ()).has(path) is found


def test_a_row_for_each_game_names_the_tests_of_that_game() -> None:
    row = Row(("static/games/GAME",), ("tests/games/GAME", "tests/js[GAME]"), ())
    path = "static/games/scum-of-the-earth/table.js"
    assert row.tests_for(path) == "tests/games/scum_of_the_earth tests/js[scum-of-the-earth]"


def test_a_row_is_read_as_it_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| a | b | c |\n|---|---|---|\n| `x` `y` | `t` | |\n| `z` | | `p` |\n")
    assert rows(page) == (Row(("x", "y"), ("t",), ()), Row(("z",), (), ("p",)))


@pytest.mark.parametrize("game", ["scum-of-the-earth", "scum_of_the_earth"])
def test_a_test_is_of_a_game_by_its_folder_or_its_case(game: str) -> None:
    assert is_of("tests/games/scum_of_the_earth/test_cards.py::test_a_pair", game)
    assert is_of(f"{CASES}[scum-of-the-earth-worlds]", game)
    assert not is_of(f"{CASES}[usurp-worlds]", game)
    assert not is_of("tests/games/test_kit.py::test_scum", game)


def test_a_place_is_a_folder_a_file_or_a_test() -> None:
    test = f"{CASES}[usurp-worlds]"
    for place in ("tests/games", "tests/games/test_conformance.py", CASES, "tests/games[usurp]"):
        assert lies_in(test, place), place
    for place in ("tests/game", f"{CASES[:-1]}", "tests/games[skuncum]", "tests/bots[usurp]"):
        assert not lies_in(test, place), place


def test_a_change_of_a_game_takes_its_tests_and_no_browser(importers: Importers) -> None:
    found = dict(reversed(list(command.places_of("app/games/usurp/plays.py", rows(), importers))))
    assert "tests/games[usurp]" in " ".join(found)
    assert "tests/table/match/test_opened_cards.py" in " ".join(found), "it imports the game"
    assert "browser" not in " ".join(found)


def test_a_shared_part_of_the_tests_takes_what_uses_it(importers: Importers) -> None:
    assert importers.of_tests("tests/changed/test_changed.py") == {"tests/changed/test_changed.py"}
    assert "tests/changed/test_changed.py" in importers.of_tests("tests/changed/importers.py")
    assert "tests/store" in importers.of_tests("tests/store/conftest.py")
    assert "tests/web" in importers.of_tests("tests/web/visitors.py"), "its conftest imports it"
    assert importers.of_tests("tests/rules/test_that_is_gone.py") == set()


def test_a_file_without_a_row_is_refused_with_the_row_to_add(importers: Importers) -> None:
    with pytest.raises(SystemExit, match=re.escape("No row of docs/what-to-run.md has new/x.py")):
        list(command.places_of("new/x.py", rows(), importers))


def test_a_revision_that_git_does_not_know_is_refused() -> None:
    with pytest.raises(SystemExit, match="git knows no nowhere"):
        command.base_of(["nowhere"])


def run_main(
    monkeypatch: pytest.MonkeyPatch, changed: list[str], arguments: list[str]
) -> tuple[int, list[str]]:
    """The exit status, and the arguments that pytest got."""
    given: list[str] = []

    def take(taken: list[str]) -> int:
        given.extend(taken)
        return 5

    monkeypatch.setattr(command, "changed_files", lambda base: changed)
    monkeypatch.setattr(command, "base_of", lambda revisions: "HEAD")
    monkeypatch.setattr(pytest, "main", take)
    return command.main(arguments), given


def test_what_is_run_is_said_before_and_pytest_says_how_it_went(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, given = run_main(monkeypatch, ["app/table/lobby/lessons.py"], ["HEAD~2", "-x"])
    assert status == 5
    assert given[-1] == "-x"
    assert "tests/web/routes/test_lessons.py" in given
    assert "--only=tests/table/room tests/table/lobby" in given
    said = capsys.readouterr().out
    assert "    by the table: tests/table/room tests/table/lobby\n" in said
    assert "run.py prove --quick simulation races deeds\n" in said


def test_no_test_is_run_where_none_can_notice_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_main(monkeypatch, ["LICENSE"], []) == (0, [])
    assert capsys.readouterr().out.endswith("LICENSE\nThere is no test to run.\n")


def test_an_option_keeps_the_named_tests_and_fails_where_there_is_none(
    pytester: pytest.Pytester,
) -> None:
    pytester.makeconftest('pytest_plugins = ["tests.changed.selection"]')
    pytester.makepyfile(
        test_one="""
        import pytest
        @pytest.mark.parametrize("game", ["high-card", "usurp"])
        def test_each(game): pass
        def test_all(): pass
        """,
        test_two="def test_other(): pass",
    )
    quiet = ("-p", "no:cacheprovider", "-q")
    for options, passed in (
        (["--game", "usurp"], 1),
        (["--game", "high_card"], 1),
        (["--only=test_one.py::test_each test_two.py"], 3),
        (["--only=test_one.py[usurp]", "--only=test_two.py"], 2),
        ([], 4),
    ):
        pytester.runpytest(*quiet, *options).assert_outcomes(passed=passed, deselected=4 - passed)
    failed = pytester.runpytest(*quiet, "--only=test_one.py", "--only=test_two.py[usurp]")
    failed.assert_outcomes(passed=3, failed=1, deselected=1)
    failed.stdout.fnmatch_lines(["There is no test in test_two.py?usurp?"])
