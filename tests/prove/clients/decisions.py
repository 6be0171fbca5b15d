"""The messages that a person sends next, decided from the server messages alone.

Messages are decoded JSON, as docs/protocol.md describes them.
"""

from random import Random
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]


def question(frame: Message | None) -> tuple[str, str] | None:
    """Match and key of the prompt for which this frame wants a move; None: it wants none."""
    if not frame or not frame["prompt"] or not frame["moves"] or frame["outcome"]:
        return None
    return frame["match"], frame["prompt"]["key"]


def random_play(frame: Message, chance: Random) -> Message:
    """Some legal move for that prompt, as a command without an id."""
    return {
        "type": "play",
        "key": frame["prompt"]["key"],
        "move": chance.choice(frame["moves"]),
    }


def gathering(room: Message, host: bool) -> Message | None:
    """The command that brings this person's next match nearer; None: others have to do something.

    The room is gathering. `host`: starts instead of being ready.
    """
    if host:
        return {"type": "start"} if room["config_problem"] is None else None
    mine = next((seat for seat in room["seats"] if seat["person"] == room["you"]), None)
    return {"type": "ready", "ready": True} if mine is not None and not mine["ready"] else None
