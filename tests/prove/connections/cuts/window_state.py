"""The state that one window shows, and the differences between two windows of one player."""

from typing import Any, Final

FIRST_EVENTS: Final = 100
"""Events that a new connection is sent, the last of the match."""
IGNORED: Final = ("type", "n", "now", "events", "acting", "clocks")
"""Fields that may differ between two windows or two moments."""


class WindowState:
    """The messages of one connection, summed up."""

    def __init__(self) -> None:
        self.room: dict[str, Any] | None = None
        self.frame: dict[str, Any] | None = None
        self.events: list[Any] = []
        self.answers: dict[str, dict[str, Any]] = {}

    def hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "room":
                self.room = message
            case "frame":
                if self.frame is not None and self.frame["match"] != message["match"]:
                    self.events = []
                self.frame = message
                self.events += message["events"]
            case "done" | "refused":
                self.answers[str(message["id"])] = message

    @property
    def question(self) -> str | None:
        """The key of the open prompt."""
        asked = self.frame and not self.frame["outcome"] and self.frame["prompt"]
        return asked["key"] if asked else None


def differences(new: WindowState, old: WindowState) -> str | None:
    """The first difference between the window that came back and the one that stayed, or None."""
    for name in ("room", "frame"):
        mine, measure = getattr(new, name), getattr(old, name)
        if (mine is None) != (measure is None):
            return f"one window has a {name}, the other has none"
        for field in measure or ():
            if field not in IGNORED and mine[field] != measure[field]:
                found, expected = _short(mine[field]), _short(measure[field])
                return f"{name}.{field} is {found} and should be {expected}"
    if len(new.events) < min(FIRST_EVENTS, len(old.events)):
        return (
            f"{len(new.events)} events are known and {min(FIRST_EVENTS, len(old.events))} should be"
        )
    if new.events and new.events != old.events[-len(new.events) :]:
        return "the events are not those that the other window has"
    return None


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 200 else f"{text[:200]}…"
