"""Hints and explained cards: answers to their asker alone, from the asker's own view.

Neither leaves an entry or an event. The room notes the first hint: such a match is not rated.
"""

from typing import Final

from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.hints import hint
from app.rules.play import find_prompt
from app.table.clients.client import Client
from app.table.match.live_match import LiveMatch
from app.table.model.client_messages import AskHint, Explain
from app.table.model.errors import NotNow, TooMuch, Unknown
from app.table.model.room import PersonId, Room
from app.table.model.server_messages import CardExplained, HintShown
from app.table.ports import Clock
from app.table.room.hints import hint_problem

HINT_PAUSE: Final = 1.0
"""Seconds between two hints for one person: each scores all moves."""


class Hints:
    """The time of each person's last hint."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: dict[PersonId, float] = {}

    def find(
        self, room: Room, live: LiveMatch, seat: Seat, command: AskHint, person: PersonId
    ) -> HintShown:
        """Raises NotNow, TooMuch, RuleError."""
        played = [place.person for place in live.places]
        if (why := hint_problem(room, live.game, played)) is not None:
            raise NotNow(why)
        view = live.view(seat)
        prompt = find_prompt(live.game, view, command.key)
        if prompt.offer:
            raise NotNow("Hints are for questions. This is an offer: take it or leave it.")
        before = self._last.get(person)
        if before is not None and self._clock.monotonic() < before + HINT_PAUSE:
            raise TooMuch("You have just had a hint. Wait a second before you ask again.")
        found = hint(live.game, view, prompt, live.names)
        return HintShown(command.id, prompt.key, to_json(found.move), found.text)

    def show(self, found: HintShown, person: PersonId, client: Client) -> None:
        self._last[person] = self._clock.monotonic()
        client.outbox.put(found)

    def explain(self, live: LiveMatch, seat: Seat | None, command: Explain, client: Client) -> None:
        """Raises Unknown."""
        text = live.game.say_card(live.view(seat), command.card, live.names)
        if text is None:
            raise Unknown("This game explains no such card.")
        client.outbox.put(
            CardExplained(command.id, command.card, text.does, text.playable, text.why)
        )
