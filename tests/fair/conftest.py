"""The program examples/verify.py as it is run, shared by the tests of its verdicts."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fair.load_verifier import verify
from tests.fair.sample_table import Lines

FAIR, NOT_FAIR, UNREADABLE, NOT_CHECKED = 0, 1, 2, 3
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Runs the program on a record and on what browsers kept: its status and what it prints."""

    def written(name: str, lines: Lines | str) -> str:
        file = tmp_path / name
        file.write_text(lines if isinstance(lines, str) else "\n".join(map(json.dumps, lines)))
        return str(file)

    def ran(lines: Lines | str, *files: Lines | str, receipt: str = "") -> tuple[int, str]:
        asked = ["verify.py", written("record", lines)]
        for at, file in enumerate(files):
            asked += ["--heard", written(f"heard-{at}", file)]
        monkeypatch.setattr("sys.argv", [*asked, *(["--receipt", receipt] if receipt else [])])
        status = verify.main()
        said = capsys.readouterr().out
        assert ("\nFAIR: " in said) is (status == FAIR)
        return status, said

    return ran
