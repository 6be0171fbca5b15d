"""The verb `bench` and its tables."""

import re

import pytest

from app.settings import ROOT
from bench import __main__ as verb
from bench.__main__ import BENCHES, chosen, main
from bench.report import Bench, Sheet, printed


def test_all_but_the_long_ones_are_meant_if_none_is_named() -> None:
    assert chosen([]) == [bench for bench in BENCHES if not bench.long]
    assert [bench.name for bench in chosen(["memory"])] == ["memory"]


def test_the_list_and_the_docs_name_every_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--list"])
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    modules = (path.read_text(encoding="utf-8") for path in (ROOT / "bench").glob("*.py"))
    written = [
        found for text in modules for found in re.findall(r'^BENCH\b[^"]*"(.+?)"', text, re.M)
    ]
    docs = (ROOT / "docs/performance.md").read_text(encoding="utf-8")
    table = docs.partition("| benchmark |")[2].partition("\n\n")[0]
    documented = re.findall(r"^\| `(.+?)` \|", table, re.M)
    assert sorted(listed) == sorted(written) == sorted(documented)


def test_an_unknown_benchmark_is_answered_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r"no benchmark 'speed'"):
        chosen(["speed"])


def test_a_table_stands_in_columns_and_says_what_was_not_measured() -> None:
    sheet = Sheet(
        "moves",
        ["game", "moves/s"],
        [["usurp", 115_624.0], ["a peer", None], ["slow", 1.5]],
        ["one core"],
    )
    assert (
        printed(sheet)
        == "\nmoves\ngame    moves/s\nusurp   115,624\na peer        -\nslow       1.50\n  one core"
    )


def test_a_limit_that_was_not_kept_is_an_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = Sheet("growth", ["what"], [["memory"]], passed=False)
    monkeypatch.setattr(verb, "BENCHES", (Bench("memory", "", lambda ask: [sheet], long=True),))
    monkeypatch.setattr(verb, "written", lambda *asked: "nowhere")
    with pytest.raises(SystemExit, match="1"):
        verb.main(["memory"])
    assert "FAILED" in capsys.readouterr().out
