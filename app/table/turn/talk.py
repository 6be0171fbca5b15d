"""Talk at one table: lines of chat, reactions and pokes, none of them too often."""

from functools import partial
from math import ceil
from typing import Final

from app.rules.game import Seat
from app.table.clients.client import Client
from app.table.clients.people import People
from app.table.model.chat import LineCode, Spoken, server_line
from app.table.model.errors import (
    BadText,
    NotNow,
)
from app.table.model.room import Person
from app.table.model.server_messages import Poked, Reacted
from app.table.room import room_commands, seating
from app.table.turn.change import Change, Passing
from app.table.turn.table_state import TableState
from app.text.sanitize import visible_line

POKE_PAUSE: Final = 20.0
"""Seconds between two pokes of one person, no matter by whom."""
MAX_LINES: Final = 5
"""Lines and reactions that one person may send within CHAT_WINDOW."""
CHAT_WINDOW: Final = 10.0
"""Seconds in which one person may send MAX_LINES lines and reactions."""
SLOW: Final = (
    "The chat is slow for now: one line in {} seconds for each person. Yours can come in {} s."
)

SILENCED: Final = "You can write here again in {}. Your account page says why."


def react(
    state: TableState, people: People, sender: Person, client: Client, reaction: str
) -> Change:
    """Tells the people of the room, as chat does, and counts as a line of it.

    So it says nothing that a line could not say, to nobody else, and at no other time.
    Raises NotSeated, NotNow, TooMuch.
    """
    room_commands.check_seated(state.room, sender.id)
    if not state.room.reactions:
        raise NotNow("The host has turned reactions off.")
    noted = _check_may_write(state, sender, client)
    shown = Reacted(sender.id, reaction)
    present = (one.id for one in state.room.people if people.has_person(one.id))
    return Change(passing=(noted,), tells=tuple((one, shown) for one in present))


def _check_may_write(state: TableState, sender: Person, client: Client) -> Passing:
    """Counts one line or reaction, once it is made. Raises NotNow, TooMuch."""
    if (until := client.mutes.silenced_until) is not None:
        left = (until - state.services.clock.now()).total_seconds()
        if left > 0:
            raise NotNow(SILENCED.format(time_left(left)))
    now = state.services.clock.monotonic()
    why = "You are writing too fast; wait a few seconds."
    state.recent.check("say", sender.id, now, CHAT_WINDOW, why, most=MAX_LINES)
    if pause := state.services.switches().chat_pause:
        left = ceil(state.recent.left("say", sender.id, now, pause))
        state.recent.check("say", sender.id, now, pause, SLOW.format(pause, left))
    return partial(state.recent.note, "say", sender.id, now)


def time_left(seconds: float) -> str:
    """In words, rounded up: "3 minutes"."""
    for unit, size in (("day", 86_400), ("hour", 3_600)):
        if seconds > size:
            return f"{ceil(seconds / size)} {unit}s"
    return f"{minutes} minutes" if (minutes := ceil(seconds / 60)) > 1 else "a minute"


def say(state: TableState, sender: Person, client: Client, text: str) -> Change:
    """Raises NotNow, TooMuch, BadText."""
    noted = _check_may_write(state, sender, client)
    return Change(lines=(Spoken(sender.id, sender.name, readable(text)),), passing=(noted,))


def readable(text: str) -> str:
    """The text as it is shown. Raises BadText where nothing is left to read."""
    shown = visible_line(text)
    if not shown:
        raise BadText("That message has no visible text.")
    return shown


def poke(state: TableState, sender: Person, seat: Seat) -> Change:
    """Reminds somebody whom the table visibly waits for: only what everybody sees decides.

    Raises NotSeated, NotNow, Unknown, TooMuch.
    """
    room, live = state.room, state.running
    room_commands.check_seated(room, sender.id)
    if live is None or room.paused:
        raise NotNow("The table is paused." if room.paused else "No match is running.")
    poked = seating.seat_numbered(room, seat)
    if poked.person is None or poked.stand_in is not None:
        raise NotNow(f"A bot plays for {poked.name}; there is nobody to poke.")
    if poked.person == sender.id:
        raise NotNow("You can’t poke yourself.")
    if seat not in live.moment.awaited:
        raise NotNow(f"Nobody is waiting for {poked.name} right now.")
    now = state.services.clock.monotonic()
    why = f"{poked.name} was poked a moment ago; wait a little."
    state.recent.check("poke", poked.person, now, POKE_PAUSE, why)
    return Change(
        lines=(server_line(LineCode.POKES, sender, poked),),
        passing=(partial(state.recent.note, "poke", poked.person, now),),
        tells=((poked.person, Poked(sender.id, sender.name)),),
    )
