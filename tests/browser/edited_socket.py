"""A table's socket whose messages to the page a test may change, add to, or end."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Message = dict[str, Any]


class EditedSocket:
    """Passes each message of the server on as `edit` returns it.

    Make it before the page opens its table.
    """

    def __init__(self, page: Page) -> None:
        self.edit: Callable[[Message], Message] = lambda message: message
        self._route: WebSocketRoute | None = None
        page.route_web_socket("**/ws/**", self._connected)

    def send(self, message: Message) -> None:
        """Sends the page a message that is not the server's."""
        assert self._route is not None, "connected"
        self._route.send(json.dumps(message))

    def cut(self) -> None:
        """Ends the connection as a restart does; the page comes back at once."""
        self.send({"type": "bye", "code": "restart", "text": "Restarting.", "retry_in": 1})
        self.end()

    def end(self) -> None:
        """Closes the connection; a `bye` that was sent before says whether the page comes back."""
        assert self._route is not None, "connected"
        self._route.close(code=1012)

    def _connected(self, route: WebSocketRoute) -> None:
        self._route = route
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(json.dumps(self.edit(json.loads(text)))))
