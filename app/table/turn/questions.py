"""Questions of one person: hints, explained cards, and moves put together step by step.

Each is answered from the asker's own view, and leaves no entry and no event. The room notes the
first hint: such a match is not rated.
"""

from functools import partial
from typing import Final

from msgspec.structs import replace

from app.rules.codec import to_json
from app.rules.composing import compose
from app.rules.game import Seat
from app.rules.hints import hint
from app.rules.play import find_prompt
from app.table.model.client_messages import AskHint, Compose, Explain
from app.table.model.errors import DISK_FULL, CannotSave, NotNow, Unknown
from app.table.model.room import Person
from app.table.model.server_messages import CardExplained, Composed, HintShown
from app.table.room import seating
from app.table.room.room_commands import RoomChange
from app.table.room.settings import hint_problem
from app.table.turn.change import NOTHING, Change, Compare
from app.table.turn.presence import of_room
from app.table.turn.table_state import TableState

HINT_PAUSE: Final = 1.0
"""Seconds between two hints for one person: each searches."""


def answer_compose(state: TableState, sender: Person, command: Compose) -> Change:
    """Raises RuleError, NotNow, NotSeated."""
    live, seat = state.own_seat(sender)
    seen = live.view(seat)
    found = compose(live.game, seen, find_prompt(live.game, seen, command.key), command.picks)
    return Change(replies=(Composed(command.id, found.step, to_json(found.move), found.text),))


def answer_explain(state: TableState, sender: Person, command: Explain) -> Change:
    """Raises NotNow, Unknown."""
    live = state.live
    if live is None:
        raise NotNow("No match is running.")
    own = seating.seat_of(state.room, sender.id) if state.running else None
    seat = Seat(own.number) if own is not None and not own.leaving else None
    text = live.game.say_card(live.view(seat), command.card, live.names)
    if text is None:
        raise Unknown("This game explains no such card.")
    reply = CardExplained(command.id, command.card, text.does, text.playable, text.why)
    return Change(replies=(reply,))


def answer_hint(state: TableState, sender: Person, command: AskHint) -> Change:
    """At first the wish that the seat's moves are compared; then the hint.

    Raises RuleError, NotNow, NotSeated, TooMuch, CannotSave.
    """
    live, seat = state.own_seat(sender)
    played = [place.person for place in live.places]
    if (why := hint_problem(state.room, live.game, played)) is not None:
        raise NotNow(why)
    view = live.view(seat)
    prompt = find_prompt(live.game, view, command.key)
    if prompt.offer:
        raise NotNow("Hints are for questions. This is an offer: take it or leave it.")
    asked, compared = state.compared.get(sender.id, ("", None))
    if asked != command.id:
        now = state.services.clock.monotonic()
        why = "You have just had a hint. Wait a second before you ask again."
        state.recent.check("hint", sender.id, now, HINT_PAUSE, why)
        noted = partial(state.recent.note, "hint", sender.id, now)
        return Change(compare=Compare(live.game, view, prompt), passing=(noted,))
    found = hint(live.game, view, prompt, live.names, compared)
    if not state.room.unrated and state.services.log.is_full():
        raise CannotSave(DISK_FULL)
    change = NOTHING if state.room.unrated else _unrated(state)
    shown = HintShown(command.id, prompt.key, to_json(found.move), found.text)
    return replace(change, replies=(shown,))


def _unrated(state: TableState) -> Change:
    return of_room(state, RoomChange(replace(state.room, unrated=True)))
