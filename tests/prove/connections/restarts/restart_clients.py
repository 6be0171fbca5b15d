"""The goodbyes that a player gets, and the player's clock before and after a restart."""

from typing import Any

from tests.prove.clients.random_player import RandomPlayer


class ClockWatch:
    """The goodbyes and the clock of one player."""

    def __init__(self, player: RandomPlayer) -> None:
        self.player = player
        self.said_goodbye = False
        self.frame: dict[str, Any] | None = None
        self.before: tuple[str, str, int] | None = None
        """Match, prompt and milliseconds left when the connection was lost."""
        self.after: dict[str, Any] | None = None
        """The first frame after that."""
        hear = player._hear

        def heard(message: dict[str, Any]) -> None:
            self._note(message)
            hear(message)

        player._hear = heard  # type: ignore[method-assign]

    def _note(self, message: dict[str, Any]) -> None:
        if (
            message["type"] == "bye"
            and message["code"] == "restart"
            and message["retry_in"] is not None
        ):
            self.said_goodbye = True
        elif message["type"] == "frame":
            self.frame = message
            if self.after is None:
                self.after = message

    def lost(self, now: int) -> None:
        """The connection is gone; `now` in milliseconds since 1970."""
        self.before, self.after = None, None
        frame = self.frame
        if (
            frame is not None
            and frame["prompt"]
            and not frame["outcome"]
            and (due := due_in(frame)) is not None
        ):
            self.before = (frame["match"], frame["prompt"]["key"], due - now)

    def charged(self, began: int) -> int | None:
        """Milliseconds that the player has lost; None where nothing can be compared.

        `began` is when the server was started again.
        """
        if self.before is None or self.after is None or not self.after["prompt"]:
            return None
        match, key, left = self.before
        due = due_in(self.after)
        if (self.after["match"], self.after["prompt"]["key"]) != (match, key) or due is None:
            return None
        return left - (due - began)


def due_in(frame: dict[str, Any]) -> int | None:
    """The player's deadline in milliseconds since 1970; None: none."""
    own = next((clock for clock in frame["clocks"] if clock["seat"] == frame["seat"]), None)
    return None if own is None or own["soft"] else own["due"]
