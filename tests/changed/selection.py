"""Options of pytest that take the tests of one game, or of the rows of docs/what-to-run.md."""

import re
from typing import Final

import pytest

PLACE: Final = re.compile(r"(?P<path>[^\[]*)(?:\[(?P<game>.+)\])?")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("selection")
    group.addoption(
        "--game",
        action="append",
        default=[],
        help="only the tests of this game: those in its folder, and its case of any other",
    )
    group.addoption(
        "--only",
        action="append",
        default=[],
        metavar="PLACES",
        help="only what lies in these places, separated by spaces; PLACE[GAME] is of one game",
    )


class NoTest(pytest.Item):
    """A failure in place of tests that were named and do not exist; an error would end a worker."""

    def runtest(self) -> None:
        pytest.fail(f"There is no test in {self.name}", pytrace=False)


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Keeps what the options name."""
    wanted = [*config.getoption("--only"), *(f"[{name}]" for name in config.getoption("--game"))]
    if not wanted:
        return
    kept: set[pytest.Item] = set()
    missing: list[pytest.Item] = []
    for places in wanted:
        found = {item for item in items if any(lies_in(item.nodeid, at) for at in places.split())}
        kept |= found
        if not found:
            missing.append(NoTest.from_parent(session, name=places))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [*missing, *(item for item in items if item in kept)]


def lies_in(test: str, place: str) -> bool:
    """True if a test's id is that of the place, or of a test in it."""
    named = PLACE.fullmatch(place)
    assert named is not None, place
    path, game = named["path"], named["game"]
    inside = not path or test == path or test.startswith((f"{path}/", f"{path}::", f"{path}["))
    return inside and (game is None or is_of(test, game))


def is_of(test: str, game: str) -> bool:
    """True if the test lies in the game's folder, or is the game's case of another test."""
    path, _, case = test.partition("[")
    name = game.replace("_", "-")
    return f"/{name}/" in path.replace("_", "-") or name in case.replace("_", "-")
