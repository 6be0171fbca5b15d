"""The verb `prove`: it counts what it looked at, keeps what fails, and fails where a planted fault goes unnoticed."""

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
from tests.prove import proof as proofs
from tests.prove.proof import Ask, Found, Planted, Proof


def ask(*names: str, minutes: float = 0.05, seed: int = 40) -> Ask:
    return Ask(minutes, seed, names)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it a second later."""
    ticks = count()
    monkeypatch.setattr(proofs, "monotonic", lambda: float(next(ticks)))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    found: list[Kept] = []
    monkeypatch.setattr(games, "keep", found.append)
    return found


@pytest.mark.usefixtures("seconds")
def test_what_holds_is_counted_and_nothing_is_kept(kept: list[Kept]) -> None:
    found = games.prove(ask("high-card", minutes=0.2))
    assert found.faults == ()
    assert "0 failures in" in found.figures["P3"]
    assert kept == []


@pytest.mark.usefixtures("seconds")
def test_what_fails_is_told_and_kept(kept: list[Kept], monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object) -> None:
        raise Broken("a card is gone")

    monkeypatch.setattr(games, "CHECKS", {"worlds": Check(look, 30, 1)})
    found = games.prove(ask("high-card", minutes=1.0))
    assert found.faults[0] == "high-card worlds seed 40: Broken: a card is gone"
    assert kept == [Kept("high-card", "worlds", seed, 30) for seed in (40, 41, 42)], "after three it is left alone"


def test_a_game_nobody_knows_is_said_so() -> None:
    assert games.prove(ask("whist")).faults[0].startswith("There is no game 'whist'; there are high-card")


def proof(*faults: str, planted: Found | None = None) -> Proof:
    plants = {"leak": Planted("P3", "a card too many", lambda _: planted)} if planted is not None else {}
    return Proof("toy", ("P3",), "a proof of nothing", lambda _: Found({"P3": "1 of 1"}, faults), quick=0.1, planted=plants)


@pytest.mark.parametrize(
    ("asked", "given", "status"),
    [
        ([], proof(), 0),
        ([], proof("seed 4: a card"), 1),
        (["P3", "--minutes", "3"], proof(), 0),
        (["--quick"], proof(planted=Found({}, ("seen",))), 0),
        (["--quick"], proof(planted=Found({})), 1),
        ([], proof(planted=Found({})), 0),
    ],
    ids=["holds", "fails", "by promise", "planted and found", "planted and not found", "not planted"],
)
def test_its_status_says_whether_everything_held(monkeypatch: pytest.MonkeyPatch, asked: list[str], given: Proof, status: int) -> None:
    monkeypatch.setattr(verb, "PROOFS", (given,))
    monkeypatch.setattr(sys, "argv", ["prove", *asked])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    assert ended.value.code == status


def test_it_says_what_there_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["prove", "P99"])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    assert ended.value.code == 2
    assert "no proof or promise 'P99'" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["prove", "--list"])
    verb.main()
    assert "simulation" in capsys.readouterr().out


def test_kept_seeds_name_checks_that_there_are() -> None:
    assert all(one.check in CHECKS for one in seeds.kept(Path(seeds.FILE)))
