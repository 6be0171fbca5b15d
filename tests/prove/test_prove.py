"""The verb `prove --games`: it counts what it looked at, and keeps what fails."""

import argparse
import sys
from itertools import count
from pathlib import Path

import pytest

from tests.games.kit import seeds
from tests.games.kit.checks import CHECKS, Check
from tests.games.kit.record import Broken
from tests.games.kit.seeds import Kept
from tests.prove import __main__ as verb
from tests.prove import games


def asked(*names: str, minutes: float = 0.05, seed: int | None = 40) -> argparse.Namespace:
    return argparse.Namespace(names=list(names), minutes=minutes, seed=seed)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it a second later."""
    ticks = count()
    monkeypatch.setattr(games, "monotonic", lambda: float(next(ticks)))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    found: list[Kept] = []
    monkeypatch.setattr(games, "keep", found.append)
    return found


@pytest.mark.usefixtures("seconds")
def test_what_holds_is_counted_and_nothing_is_kept(capsys: pytest.CaptureFixture[str], kept: list[Kept]) -> None:
    assert games.prove(asked("high-card", minutes=0.2))
    said = capsys.readouterr().out
    assert "from seed 40" in said
    assert "0 failures." in said
    assert kept == []


@pytest.mark.usefixtures("seconds")
def test_what_fails_is_told_and_kept(capsys: pytest.CaptureFixture[str], kept: list[Kept], monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object) -> None:
        raise Broken("a card is gone")

    monkeypatch.setattr(games, "CHECKS", {"worlds": Check(look, 30, 1)})
    assert not games.prove(asked("high-card", minutes=1.0))
    said = capsys.readouterr().out
    assert "FAILED high-card worlds seed 40: Broken: a card is gone" in said
    assert kept == [Kept("high-card", "worlds", seed, 30) for seed in (40, 41, 42)], "after three it is left alone"


def test_a_game_nobody_knows_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert not games.prove(asked("whist"))
    assert "There is no game 'whist'; there are high-card" in capsys.readouterr().out


def test_the_verb_wants_to_know_which_promise(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["prove"])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    assert ended.value.code == 2
    assert "--games" in capsys.readouterr().err


def test_its_status_says_whether_everything_held(monkeypatch: pytest.MonkeyPatch) -> None:
    for holds, status in ((True, 0), (False, 1)):
        monkeypatch.setattr(verb, "PROMISES", {"games": ("", lambda asked, holds=holds: holds)})
        monkeypatch.setattr(sys, "argv", ["prove", "--games", "--minutes", "3", "high-card"])
        with pytest.raises(SystemExit) as ended:
            verb.main()
        assert ended.value.code == status


def test_kept_seeds_name_checks_that_there_are() -> None:
    assert all(one.check in CHECKS for one in seeds.kept(Path(seeds.FILE)))
