"""No module of the app imports itself through others, not even for its types alone."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch) -> dict[str, frozenset[str]]:
    """Every module of the app, with the modules that it imports."""
    monkeypatch.syspath_prepend(ROOT)
    graph = grimp.build_graph("app", exclude_type_checking_imports=False, cache_dir=None)
    return {
        module: frozenset(graph.find_modules_directly_imported_by(module))
        for module in graph.modules
    }


def cycle(imported: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """A cycle of modules, if there is one."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


def test_no_module_imports_itself_through_others(imported: dict[str, frozenset[str]]) -> None:
    assert len(imported) > 100
    assert cycle(imported) == ()


def test_a_planted_cycle_is_found(imported: dict[str, frozenset[str]]) -> None:
    low, high = "app.table.clients.client", "app.table.actor.messages"
    assert low in imported[high]
    imported[low] |= {high}
    assert set(cycle(imported)) >= {low, high}
