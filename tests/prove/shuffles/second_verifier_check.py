"""The proof `two-verifiers`: two programs judge matches of all games, honest and false, alike."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

import pytest

from app.games import BY_SLUG
from app.rules.game import AnyGame
from tests.fair.altered_records import LIES, lied
from tests.fair.load_verifier import verify
from tests.fair.played_matches import PlayedMatch
from tests.fair.two_verifiers import TwoVerifiers
from tests.prove.runner.planting import Plant, with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.shuffles.planted_faults import parts_are_ignored

ENTRIES: Final = (10, 40, 80, 80, 80, 400)
"""Entries of a match, shuffles among them, after which it may be cut off."""
ROUND: Final = 4
"""Honest matches between two lies."""


def judged_match(both: TwoVerifiers, game: AnyGame, name: str, chance: Random) -> tuple[str, int]:
    """The verdict on an honest match, and its shuffles. Raises AssertionError if it is accused."""
    played = PlayedMatch(game, name, chance, chance.choice(ENTRIES))
    lines = played.record()
    verdict = both.agreed(lines, played.files(), lines[0]["receipt"])
    assert verdict in ("fair", "not-checked"), f"an honest match is {verdict}"
    return verdict, played.coming.number


def judged_lie(both: TwoVerifiers, chance: Random) -> None:
    """Raises AssertionError where a lie is not found."""
    name = chance.choice(list(LIES))
    lines, files = lied(LIES[name], chance, reveals=chance.random() < 0.5)
    verdict = both.agreed(lines, files)
    assert verdict == "not-fair", f"{name}: {verdict}"


def prove(options: RunOptions, least: int = 0) -> Findings:
    """At least `least` matches, or one of each game."""
    progress, games = Progress(options), _games(options.games)
    counts: Counter[str] = Counter()
    faults: list[str] = []
    number = lies = 0
    with TwoVerifiers() as both:
        while not faults and (not progress.over or number < max(least, len(games))):
            chance = Random(f"{options.seed} {number}")
            game, name = games[number % len(games)], f"match-{options.seed}-{number}"
            try:
                verdict, shuffles = judged_match(both, game, name, chance)
                counts.update({verdict: 1, game.slug: 1, "shuffles": shuffles})
                if number % ROUND == 0:
                    judged_lie(both, chance)
                    lies += 1
            except AssertionError as error:
                faults.append(f"{game.slug}, match {number}, seed {options.seed}: {error}")
            number += 1
            progress.show(f"{number:,} matches, {lies:,} lies, {len(faults)} faults")
    matches = sum(counts[game.slug] for game in games)
    figure = (
        f"two verifiers agree on {matches:,} honest matches ("
        + ", ".join(f"{counts[game.slug]:,} {game.slug}" for game in games)
        + f") with {counts['shuffles']:,} shuffles, {counts['fair']:,} fair and "
        f"{counts['not-checked']:,} not checked, and on {lies:,} lies"
    )
    return Findings({"P11": figure}, tuple(faults))


def _games(slugs: Sequence[str]) -> list[AnyGame]:
    return [game for slug, game in BY_SLUG.items() if not slugs or slug in slugs]


# -- planted


def nothing_is_doubted(patch: pytest.MonkeyPatch) -> None:
    """The first verifier believes everything."""
    patch.setattr(verify, "main", lambda: 0)


def ask_otherwise(patch: pytest.MonkeyPatch) -> None:
    """The first verifier reads the page otherwise."""
    ask_of = verify.ask_of
    patch.setattr(verify, "ask_of", lambda *parts: ask_of(*parts)[::-1])


PLANTED: Final[dict[str, Plant]] = {
    "nothing-doubted": nothing_is_doubted,
    "ask-otherwise": ask_otherwise,
    "parts-ignored": parts_are_ignored,
}

PROOF: Final = Proof(
    name="two-verifiers",
    promises=("P11",),
    summary="two verifiers, written apart, judge played and false matches alike",
    run=prove,
    quick=0.1,
    planted={
        name: PlantedFault("P11", with_patch(plant, partial(prove, least=20)))
        for name, plant in PLANTED.items()
    },
)
