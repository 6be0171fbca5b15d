"""A table connection inside this process, in place of the network's protocol."""

from collections.abc import Callable, Sequence

from app.web.server.table_protocol import MessageListener


class DirectConnection:
    """The connection as `DirectTableProtocol` is one, but for the network."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._listener: MessageListener | None = None
        self._early: list[str | bytes | None] = []
        self.is_writable = True

    def listen(self, listener: MessageListener) -> None:
        self._listener = listener
        for one in self._early:
            self.arrive(one)

    def write(self, texts: Sequence[bytes]) -> bool:
        for text in texts:
            self._hear(text)
        return True

    def arrive(self, what: str | bytes | None) -> None:
        """Something was sent to the server; None: the end."""
        if self._listener is None:
            self._early.append(what)
        elif what is None:
            self._listener.on_lost()
        elif isinstance(what, str):
            self._listener.on_text(what)
        else:
            self._listener.on_bytes()
