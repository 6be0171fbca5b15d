"""The servers and loads of these tests are forked: what they look at does not depend on a start."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench import crowd, server_under_load, wire
from tests.server_process import Fork, ForkedServer


class ForkedLoad:
    """Stands for `subprocess` in bench/wire.py, which runs nothing but its load program."""

    PIPE = subprocess.PIPE

    def __init__(self, folder: Path) -> None:
        self._out, self._errors = folder / "load.out", folder / "load.errors"

    def run(self, command: list[str], **_: Any) -> "subprocess.CompletedProcess[bytes]":
        self._out.unlink(missing_ok=True)
        module, *arguments = command[2:]
        status = Fork(module, arguments, {**os.environ}, self._out, self._errors).wait(120)
        assert status == 0, self._errors.read_text()
        return subprocess.CompletedProcess(command, status, self._out.read_bytes())


@pytest.fixture(autouse=True)
def forked_servers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (crowd, server_under_load, wire):
        monkeypatch.setattr(module, "ServerProcess", ForkedServer)
    monkeypatch.setattr(wire, "subprocess", ForkedLoad(tmp_path))
