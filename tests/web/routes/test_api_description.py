"""The HTTP interface as its own description has it: no 5xx, and no response without an entry."""

from tests.prove.web.openapi_check import asked
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor


def test_the_interface_is_as_it_is_described(
    visitor: NewVisitor, web_server: ServerProcess
) -> None:
    """A few requests to each address from a fixed seed; `run.py prove web` makes others."""
    person = visitor()
    person.sign_up("Asks Everything")
    count, faults = asked(web_server.base_url, 1, 20261121, person.cookie)
    assert faults == []
    assert count > 20
