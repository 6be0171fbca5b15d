"""The games' scripts tell the same decks and plans as the rules, from what a page is shown."""

import random
import subprocess
from typing import Any

import msgspec
import pytest

from app.games import GAMES
from app.rules.codec import omitted_defaults, to_json
from app.rules.game import AnyGame
from app.settings import ROOT
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import new_match, random_entry
from tests.js.moments import whole
from tests.js.test_scripts import IMPORT_MAP, NODE

SHUFFLES = 120
"""Shuffles that are compared, of one game."""
SCRIPT = """
const { deckOf } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(deckOf)));
"""


def plan_script(game: AnyGame) -> Any:
    return ROOT / "static/games" / game.slug / "shuffle_plan.js"


def shuffles(game: AnyGame) -> list[tuple[Any, Any]]:
    """The public facts before shuffles of random matches, and the deck and plan by the rules."""
    found, usual = list[tuple[Any, Any]](), omitted_defaults(game)["public"]
    setups = len(pairwise_setups(game))
    for seed in range(SHUFFLES):
        record, chance = new_match(game, seed), random.Random(seed)
        for _ in range(400):
            if record.over:
                break
            public = record.now.public
            if game.pending_shuffle_size(record.now):
                rule = {
                    "codes": list(game.deck_codes(public)),
                    "plan": list(game.deal_plan(public)),
                }
                found.append((whole(to_json(game.shown_public(public)), usual), rule))
            record.take(random_entry(record, chance))
        if len(found) >= SHUFFLES and seed >= setups:
            break
    return found


@pytest.mark.parametrize(
    "game", [game for game in GAMES if plan_script(game).exists()], ids=lambda game: game.slug
)
def test_a_script_tells_the_deck_and_the_plan_of_the_rules(game: AnyGame) -> None:
    cases = shuffles(game)
    done = subprocess.run(
        [*NODE, "--import", IMPORT_MAP.as_uri(), "--input-type=module", "-e", SCRIPT,
         plan_script(game).as_uri()],
        input=msgspec.json.encode([public for public, _ in cases]).decode(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = msgspec.json.decode(done.stdout)
    assert len(told) >= SHUFFLES
    assert {len(rule["codes"]) for _, rule in cases} != {0}
    for (public, rule), found in zip(cases, told, strict=True):
        assert found == rule, public
