"""The servers of these tests are forked: what they look at does not depend on a start."""

import pytest

from bench import crowd, server_under_load, wire
from tests.server_process import ForkedServer


@pytest.fixture(autouse=True)
def forked_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (crowd, server_under_load, wire):
        monkeypatch.setattr(module, "ServerProcess", ForkedServer)
