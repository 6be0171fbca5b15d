"""The verb `bench`: measures the server and prints tables; never a timed test.

  run.py bench [NAME ...] [--seconds S] [--minutes M] [--seed N] [--peers FOLDER]
  run.py bench --list                                     lists all benchmarks

Without a NAME all run but the long ones. --seconds is for each measurement, --minutes for a long
benchmark, --matches and --keep DIR for `history`, --part NAME for one of its parts. Without them
each runs as it is best measured. FOLDER holds the published servers and engines to compare with,
installed as bench/peers/README.md says. The exit status is 1 if a limit was not kept.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench import (
    browser,
    crowd,
    engine,
    growth,
    history,
    line,
    many,
    memory,
    pages,
    strength,
    table,
    wire,
    worlds,
)
from bench.report import Ask, Bench, machine, printed, written

BENCHES: Final[tuple[Bench, ...]] = (
    engine.BENCH,
    table.BENCH,
    wire.BENCH,
    growth.BENCH,
    worlds.BENCH,
    pages.BENCH,
    memory.BENCH,
    history.BENCH,
    crowd.BENCH,
    many.BENCH,
    strength.BENCH,
    browser.BENCH,
    line.BENCH,
)


def chosen(wanted: Sequence[str]) -> list[Bench]:
    """The benchmarks of these names; all but the long ones if none is named.

    Raises LookupError.
    """
    known = [bench.name for bench in BENCHES]
    for name in wanted:
        if name not in known:
            raise LookupError(f"There is no benchmark {name!r}; there are {', '.join(known)}.")
    return [bench for bench in BENCHES if bench.name in wanted or not (wanted or bench.long)]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="run.py bench", description="Measures the server and prints tables."
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="say what there is")
    parser.add_argument("--seconds", type=float, help="how long each single measurement may take")
    parser.add_argument("--minutes", type=float, help="how long a long benchmark may take")
    parser.add_argument("--matches", type=int, help="how many matches `history` seeds")
    parser.add_argument("--keep", type=Path, help="the folder of `history` for further runs")
    parser.add_argument("--part", action="append", default=[], help="of a long one, instead of all")
    parser.add_argument(
        "--tables", type=int, action="append", default=[], help="tables of `wire`; may be repeated"
    )
    parser.add_argument("--think", type=float, help="seconds that players of `wire` think")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--peers", type=Path, help="where published servers and engines were installed"
    )
    parser.add_argument(
        "--against", type=Path, help="another checkout whose pages `browser` measures too"
    )
    given = parser.parse_args(arguments)
    try:
        benches = chosen(given.names)
    except LookupError as error:
        sys.exit(str(error.args[0]))
    if given.list:
        for bench in BENCHES:
            print(f"{bench.name:10}  {bench.says}{' (only if named)' if bench.long else ''}")
        return
    kept = True
    for bench in benches:
        began = machine()
        print(f"\n== {bench.name}: {bench.says}", flush=True)
        sheets = []
        ask = Ask(
            given.seconds,
            given.seed,
            given.peers,
            minutes=given.minutes,
            matches=given.matches,
            keep=given.keep,
            parts=tuple(given.part),
            tables=tuple(given.tables),
            think=given.think,
            against=given.against,
        )
        for sheet in bench.run(ask):
            print(printed(sheet), flush=True)
            sheets.append(sheet)
            kept = kept and sheet.passed is not False
        print(
            f"\nload {began['load']} on {began['cores']} cores at the beginning;"
            f" written to {written(bench.name, sheets, began)}",
            flush=True,
        )
    if not kept:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
