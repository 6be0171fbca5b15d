"""Tests with browsers or real processes are rerun once when they fail; others never.

The first failure is printed at the end of the run, and more than MAX_RERUNS of them fail it
(decision 103).
"""

from pathlib import Path
from typing import Final

import pytest

TESTS = Path(__file__).parent
REAL: Final = frozenset({"bench", "browser", "docs", "ops", "prove", "store", "bot_workers", "web"})
"""The folders whose tests wait for browsers, PostgreSQL and other processes."""
MAX_RERUNS: Final = 2
"""The most reruns that a run may need."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(TESTS) and item.path.relative_to(TESTS).parts[0] in REAL:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    once = terminalreporter.getreports("rerun")
    if once:
        terminalreporter.section(
            f"failed once: {len(once)}"
            + (f", more than {MAX_RERUNS}, so the run has failed" if len(once) > MAX_RERUNS else "")
        )
    for report in once:
        terminalreporter.section(report.nodeid, "_")
        terminalreporter.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if (
        reporter is not None
        and len(reporter.getreports("rerun")) > MAX_RERUNS
        and session.exitstatus == pytest.ExitCode.OK
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
