"""The interface asked by its own description: never a 5xx, and nothing that the description does not name."""

from tests.prove.web.openapi_check import asked
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor


def test_the_interface_is_as_it_is_described(
    visitor: NewVisitor, web_server: ServerProcess
) -> None:
    """A few requests to each address, with and without a login, from a fixed seed; `run.py prove web` goes on with others."""
    person = visitor()
    person.sign_up("Asks Everything")
    count, faults = asked(web_server.base_url, 1, 20261121, person.cookie)
    assert faults == []
    assert count > 20
