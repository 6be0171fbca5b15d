"""The moments that a game's page names, asked for in Node."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from app.rules.codec import omitted_defaults, to_json
from app.rules.game import AnyGame, AnyState
from app.settings import ROOT
from tests.js.test_scripts import IMPORT_MAP, NODE

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
SCRIPT: Final = """
const { momentsOf } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
for (const line of text.split("\\n")) {
  if (!line) continue;
  const { events, ...scene } = JSON.parse(line);
  console.log(JSON.stringify(events.flatMap((event) => momentsOf(event, scene))));
}
"""
Moment = dict[str, Any]


def scene(game: AnyGame, before: AnyState, now: AnyState) -> dict[str, Any]:
    """The step from one state to the next as a page gets it, as far as moments read it."""
    usual = omitted_defaults(game)["public"]
    parts = [whole(to_json(game.shown_public(state.public)), usual) for state in (before, now)]
    return {
        "events": [to_json(event) for event in now.events],
        "before": parts[0],
        "now": parts[1],
        "names": NAMES,
        "seat": None,
    }


def whole(part: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """The part as the page makes it whole: records with usual values are filled in as well."""
    both = {name: value for name, value in usual.items() if isinstance(value, dict)}
    return usual | part | {name: {**both[name], **part[name]} for name in both if name in part}


def moments_script(game: AnyGame) -> Path:
    return ROOT / "static/games" / game.slug / "moments.js"


def moments_of(game: AnyGame, scenes: Sequence[dict[str, Any]]) -> list[list[Moment]]:
    """The moments of each scene. Raises AssertionError where the script fails."""
    done = subprocess.run(
        [*NODE, "--import", IMPORT_MAP.as_uri(), "--input-type=module", "-e", SCRIPT,
         moments_script(game).as_uri()],
        input=b"\n".join(map(msgspec.json.encode, scenes)),
        capture_output=True,
        timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


def moments(game: AnyGame, before: AnyState, now: AnyState) -> list[Moment]:
    """The moments of one step."""
    return moments_of(game, [scene(game, before, now)])[0]


def words(found: Sequence[Moment]) -> list[str]:
    """Each stamp with its line, as a reader sees them."""
    return [f"{one['stamp']}: {one['line']}" for one in found]
