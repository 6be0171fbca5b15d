"""The moments that a page names are the same in two worlds that its viewer cannot tell apart."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from app.rules.codec import omitted_defaults
from app.rules.game import AnyGame, Seat
from tests.games.kit.adapter import Adapter
from tests.games.kit.random_matches import NAMES
from tests.games.test_conformance import GAMES, adapter_of
from tests.js.moments import moments_of, moments_script, whole
from tests.prove.noninterference import run_pair
from tests.prove.noninterference.app_harness import WATCHERS
from tests.prove.noninterference.in_process_client import Received

SEEDS = 3
"""Pairs of each game."""


def scenes(game: AnyGame, heard: Sequence[Received], viewer: str) -> Iterator[dict[str, Any]]:
    """The scenes from which this viewer's page names moments, frame by frame."""
    usual = omitted_defaults(game)["public"]
    sent = [each.data for each in heard if each.viewer == viewer and each.kind == "frame"]
    frames = [frame for frame in map(msgspec.json.decode, sent) if "view" in frame]
    for before, now in pairwise(frames):
        yield {
            "events": [line["event"] for line in now["events"]],
            "before": whole(before["view"]["public"], usual),
            "now": whole(now["view"]["public"], usual),
            "names": now["names"],
            "seat": now["seat"],
        }


@pytest.mark.parametrize(
    "adapter",
    [one for one in map(adapter_of, GAMES) if moments_script(one.game).exists()],
    ids=lambda adapter: adapter.game.slug,
)
def test_two_worlds_have_the_same_moments(
    adapter: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    truths, worlds = list[dict[str, Any]](), list[dict[str, Any]]()

    def collect(
        truth: Sequence[Received], world: Sequence[Received], viewer: Seat | None, _: Any
    ) -> None:
        for name in (*WATCHERS, *(() if viewer is None else (NAMES[viewer],))):
            truths.extend(scenes(adapter.game, truth, name))
            worlds.extend(scenes(adapter.game, world, name))

    monkeypatch.setattr(run_pair, "compare", collect)
    for seed in range(SEEDS):
        run_pair.compare_pairs(adapter, seed, run_pair.Count())
    named, other = (moments_of(adapter.game, found) for found in (truths, worlds))
    assert sum(map(len, named)) > 0
    assert named == other
