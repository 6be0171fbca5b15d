"""The moments that a game's page names, asked for in Node."""

import atexit
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from app.rules.codec import omitted_defaults, to_json
from app.rules.game import AnyGame, AnyState
from app.settings import ROOT
from tests.js.test_scripts import IMPORT_MAP, NODE

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
SCRIPT: Final = """
import { createInterface } from "node:readline";
const { momentsOf } = await import(process.argv[1]);
for await (const line of createInterface({ input: process.stdin })) {
  const { events, ...scene } = JSON.parse(line);
  console.log(JSON.stringify(events.flatMap((event) => momentsOf(event, scene))));
}
"""
UNSTAGED: Final = """
import { Session } from "node:inspector/promises";
import { readFileSync } from "node:fs";
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
%s
const { result } = await session.post("Profiler.takePreciseCoverage");
const source = readFileSync(new URL(process.argv[1]), "utf8");
const { functions } = result.find(({ url }) => url === process.argv[1]);
const never = functions.flatMap(({ ranges }) => ranges).filter(({ count }) => !count);
const parts = never.map(({ startOffset, endOffset }) => source.slice(startOffset, endOffset));
console.log(JSON.stringify(parts.filter((part) => /[A-Z][a-z]|stamp/.test(part))));
"""
"""The parts with words to show that no scene has reached, as the last line."""
Moment = dict[str, Any]
Step = tuple[AnyState, AnyState]


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
    node, found = _answering(game), list[list[Moment]]()
    assert node.stdin is not None
    assert node.stdout is not None
    for one in scenes:
        node.stdin.write(msgspec.json.encode(one) + b"\n")
        node.stdin.flush()
        line = node.stdout.readline()
        assert line, f"{moments_script(game).name} fails, as standard error says"
        found.append(msgspec.json.decode(line))
    return found


@cache
def _answering(game: AnyGame) -> "subprocess.Popen[bytes]":
    """A Node with the game's script that answers all questions of this process."""
    node = subprocess.Popen(_command(game, SCRIPT), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(node.communicate)
    return node


def _command(game: AnyGame, script: str) -> list[str]:
    return [
        *NODE, "--import", IMPORT_MAP.as_uri(), "--input-type=module", "-e", script,
        moments_script(game).as_uri(),
    ]  # fmt: skip


def unstaged(game: AnyGame, scenes: Sequence[dict[str, Any]]) -> list[str]:
    """The parts of the game's script that name a moment and that no scene has reached."""
    done = subprocess.run(
        _command(game, UNSTAGED % SCRIPT),
        input=b"\n".join(map(msgspec.json.encode, scenes)),
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    found: list[str] = msgspec.json.decode(done.stdout.splitlines()[-1])
    return found


def steps_of_tests(game: AnyGame) -> list[Step]:
    """The steps whose moments the game's own tests name: each moment can be staged from them."""
    module = import_module(f"tests.games.{game.slug.replace('-', '_')}.test_moments")
    found: list[Step] = []

    def noted(_: AnyGame, before: AnyState, now: AnyState) -> list[Moment]:
        found.append((before, now))
        return moments(game, before, now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "moments", noted)
        for name, test in list(vars(module).items()):
            if name.startswith("test_"):
                test()
    return found


def moments(game: AnyGame, before: AnyState, now: AnyState) -> list[Moment]:
    """The moments of one step."""
    return moments_of(game, [scene(game, before, now)])[0]


def words(found: Sequence[Moment]) -> list[str]:
    """Each stamp with its line, as a reader sees them."""
    return [f"{one['stamp']}: {one['line']}" for one in found]
