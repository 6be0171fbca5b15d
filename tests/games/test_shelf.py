"""The shelf: every game's folders and modules, and how it introduces itself."""

import random
from pathlib import Path
from types import ModuleType
from typing import get_args

import msgspec
import pytest

from app import games
from app.bots.arena import final_state
from app.bots.move_choice import STRENGTHS
from app.games import BY_SLUG, GAMES
from app.rules import codec
from app.rules.game import AnyGame, Game, Refusal
from app.rules.values import Preset
from tests.games.kit.presets import preset_faults

ROOT = Path(__file__).resolve().parents[2]
SCANNED = ("app", "templates", "static", "migrations")
TEXT = {".py", ".html", ".js", ".css", ".svg", ".toml", ".json", ".mako"}

COMMON = {
    "cards",
    "display_names",
    "event_text",
    "events",
    "game",
    "heuristics",
    "moves",
    "odds",
    "options",
    "prompt_text",
    "prompts",
    "refusal_text",
    "resampling",
    "shuffle_plan",
    "state",
    "transitions",
}
"""The modules of every game that is more than one file; docs/new-game.md describes each."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def package(game: AnyGame) -> str:
    return game.slug.replace("-", "_")


def folders(game: AnyGame) -> list[Path]:
    return [
        ROOT / "app/games" / package(game),
        ROOT / "templates/games" / game.slug,
        ROOT / "static/games" / game.slug,
        ROOT / "tests/games" / package(game),
    ]


def module_of(game: AnyGame) -> ModuleType:
    import importlib

    return importlib.import_module(f"{games.__name__}.{package(game)}")


def test_games_are_found_by_their_slug() -> None:
    assert list(BY_SLUG.values()) == list(GAMES)
    assert all(slug == game.slug for slug, game in BY_SLUG.items())


@every_game
def test_a_game_has_its_four_folders_with_rules_page_and_table_module(game: AnyGame) -> None:
    assert all(folder.is_dir() for folder in folders(game))
    assert (ROOT / "templates/games" / game.slug / "rules.html").is_file()
    assert (ROOT / "static/games" / game.slug / "table.js").is_file()
    assert len((module_of(game).__doc__ or "").split()) > 40, (
        "the package tells the game in one paragraph"
    )


@every_game
def test_a_game_of_several_modules_has_them_under_the_common_names(game: AnyGame) -> None:
    folder = ROOT / "app/games" / package(game)
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert "game" in modules
    assert modules == {"game"} or modules >= COMMON


def test_the_page_on_new_games_lists_the_common_modules() -> None:
    page = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
    assert {name for name in COMMON if f"| `{name}.py` |" in page} == COMMON


@every_game
def test_nothing_outside_its_folders_knows_a_game(game: AnyGame) -> None:
    """A page, table or query that knows one game by name makes the next game work twice."""
    own = (*folders(game), ROOT / "app/games/__init__.py")
    known = [
        str(path.relative_to(ROOT))
        for folder in SCANNED
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in TEXT and not any(path.is_relative_to(home) for home in own)
        if any(
            name in path.read_text(encoding="utf-8")
            for name in (game.slug, package(game), game.title)
        )
    ]
    assert known == []


@every_game
def test_a_game_introduces_itself(game: AnyGame) -> None:
    assert game.title
    assert game.tagline.endswith((".", "?"))
    assert len(game.tagline) <= 100
    assert 0 < game.minutes[0] <= game.minutes[1]
    assert len(game.seats) >= 1
    assert game.rules_version >= 1
    assert game.config_problem(game.seats[0] - 1, game.options()) or game.seats[0] == 1
    assert all(game.config_problem(seats, game.options()) is None for seats in game.seats)


@every_game
def test_the_hosts_form_can_be_drawn_from_the_options(game: AnyGame) -> None:
    fields = msgspec.inspect.type_info(game.options).fields  # type: ignore[attr-defined]
    for field in fields:
        assert not field.required, f"{field.name} has a default"
        assert isinstance(field.type, msgspec.inspect.Metadata)
        assert (field.type.extra_json_schema or {}).get("title"), f"{field.name} has a title"
    assert codec.read_options(game, codec.to_json(game.options())) == game.options()


@every_game
def test_moves_and_reasons_are_named_in_kebab_case(game: AnyGame) -> None:
    tags = [move.__struct_config__.tag for move in get_args(game.moves) or (game.moves,)]
    assert len(set(tags)) == len(tags)
    reasons = [
        reason
        for refusal in Refusal.__subclasses__()
        if refusal.__module__.split(".")[2:3] == [package(game)]
        for reason in refusal
    ]
    assert reasons or type(game).check is Game.check, "who judges moves gives reasons"
    for name in (*tags, *reasons):
        assert name == name.lower()
        assert name.replace("-", "").isalnum()


@every_game
def test_bots_of_every_strength_play_a_match_to_its_end(game: AnyGame) -> None:
    names = sorted(STRENGTHS)
    players = [names[seat % len(names)] for seat in range(game.seats[0])]
    shortest = codec.read_options(game, game.presets[0].options)
    last = final_state(game, players, shortest, random.Random(7))
    assert game.outcome(last.public) is not None


@every_game
def test_the_presets_of_a_game_fit_and_a_large_game_has_three(game: AnyGame) -> None:
    assert [*preset_faults(game)] == []
    small = not (ROOT / "app/games" / package(game) / "options.py").is_file()
    names = ["standard"] if small else ["quick", "standard", "long"]
    assert [preset.name for preset in game.presets] == names
    assert small or game.option_groups, "the form of options has headings"


@pytest.mark.parametrize(
    ("presets", "fault"),
    [
        ((Preset("quick", "One hand.", {"no-such": 1}), Preset("standard", "All.")), "no options"),
        ((Preset("standard", "All.", {"best_of": 1}),), "is not the game's defaults"),
        ((Preset("standard", "no sentence"),), "no sentence"),
        ((Preset("quick", "One hand."),), "one preset is the standard"),
        ((Preset("standard", "All."), Preset("standard", "All.")), "a name of its own"),
    ],
)
def test_a_faulty_preset_is_found(
    monkeypatch: pytest.MonkeyPatch, presets: tuple[Preset, ...], fault: str
) -> None:
    game = next(game for game in GAMES if "best_of" in game.options.__struct_fields__)
    monkeypatch.setattr(type(game), "presets", presets)
    assert fault in " ".join(preset_faults(game))


def test_a_preset_of_play_now_that_does_not_fit_its_table_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES[0]
    monkeypatch.setattr(type(game), "solo_seats", game.seats[-1] + 1)
    assert "does not fit the table of one person" in " ".join(preset_faults(game))
