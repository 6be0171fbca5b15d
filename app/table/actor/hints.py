"""Hints and explained cards: answers to their asker alone, from the asker's own view.

Neither leaves a trace: no entry, no event, nothing that others see.
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

    def show(
        self, room: Room, live: LiveMatch, seat: Seat, command: AskHint, client: Client
    ) -> None:
        """Raises NotNow, TooMuch, RuleError."""
        played = [place.person for place in live.places]
        if (why := hint_problem(room, live.game, played)) is not None:
            raise NotNow(why)
        view = live.view(seat)
        prompt = find_prompt(live.game, view, command.key)
        if prompt.offer:
            raise NotNow("Hints are for questions. This is an offer: take it or leave it.")
        self._check_pause(client.person)
        found = hint(live.game, view, prompt, live.names)
        client.outbox.put(HintShown(command.id, prompt.key, to_json(found.move), found.text))

    def _check_pause(self, person: PersonId | None) -> None:
        assert person is not None, "only members send commands"
        now, before = self._clock.monotonic(), self._last.get(person)
        if before is not None and now < before + HINT_PAUSE:
            raise TooMuch("You have just had a hint. Wait a second before you ask again.")
        self._last[person] = now

    def explain(self, live: LiveMatch, seat: Seat | None, command: Explain, client: Client) -> None:
        """Raises Unknown."""
        text = live.game.say_card(live.view(seat), command.card, live.names)
        if text is None:
            raise Unknown("This game explains no such card.")
        client.outbox.put(
            CardExplained(command.id, command.card, text.does, text.playable, text.why)
        )
