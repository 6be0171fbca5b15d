"""The memory of the players: what they saw and sent, which no crash of the server can touch."""

from collections import defaultdict
from hashlib import blake2b
from typing import Any

import msgspec


class SentCommand(msgspec.Struct):
    """A command about a match, and what its sender heard of it."""

    match: str
    name: str
    """As the log knows it: the seat (or "host") and the id."""
    seat: int | None
    key: str | None
    move: Any
    done: bool = False
    refused: str | None = None
    """The code, once no copy is left whose answer is open: each is carried out or refused."""
    unanswered: int = 0
    """Copies without an answer; a cut connection leaves them open for good."""


class Fault(msgspec.Struct, frozen=True):
    """A promise that did not hold."""

    kind: str
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


class PlayerMemory:
    """Shared by all players.

    `take_shown` and `take_heard` return what was shown and answered since the last call, oldest
    first.
    """

    def __init__(self) -> None:
        self.said: defaultdict[str, dict[str, SentCommand]] = defaultdict(dict)
        """By match and name."""
        self.shown: defaultdict[tuple[str, int], list[bytes]] = defaultdict(list)
        """By match and seat: prints of the frames that are not compared yet."""
        self._heard: list[SentCommand] = []
        self.frames = 0
        self.done = 0
        self.parts = 0
        """Parts in shuffles that players opened."""
        self.broken: list[Fault] = []
        """Promises about shuffles that were said twice, and differently."""
        self._promised: dict[tuple[str, ...], str] = {}

    def frame(self, frame: dict[str, Any]) -> bytes:
        """Keeps the print of what a seat was shown."""
        mark = digest_of(frame["view"], frame["prompt"], frame["outcome"])
        self.shown[frame["match"], frame["seat"]].append(mark)
        self.frames += 1
        return mark

    def promised(self, message: dict[str, Any]) -> None:
        """Keeps the promises of a message `shuffle` or `dealt`, which bind the server for good."""
        number = str(message["number"])
        said: dict[tuple[str, ...], str] = {}
        if message["type"] == "dealt":
            openings = sorted(message["openings"].items())
            said["deal", number] = f"{message['attempt']} {message['chosen']} {openings}"
        else:
            said["promise",] = message["promise"]
            said["head", number] = message["head"]
            if "decks" in message:
                said["deck", number, str(message["decks"]["n"])] = str(message["decks"]["roots"])
        for what, value in said.items():
            if self._promised.setdefault((message["match"], *what), value) != value:
                self.broken.append(
                    Fault(
                        "changed",
                        f"match {message['match']}: shuffle {number} has another {what[0]} now",
                    )
                )

    def heard(self, said: SentCommand) -> None:
        """Keeps that a command has an answer."""
        self._heard.append(said)

    def take_heard(self) -> list[SentCommand]:
        drawn, self._heard = self._heard, []
        return drawn

    def take_shown(self) -> dict[tuple[str, int], list[bytes]]:
        drawn, self.shown = dict(self.shown), defaultdict(list)
        return drawn


def digest_of(view: Any, prompt: Any, outcome: Any) -> bytes:
    """A digest of a frame's view, prompt and outcome, all as decoded JSON."""
    return blake2b(
        msgspec.json.encode((view, prompt, outcome), order="deterministic"), digest_size=12
    ).digest()
