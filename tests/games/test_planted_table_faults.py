"""Faults planted in the table itself, each of which twin tables must find."""

from collections.abc import Callable
from itertools import product
from typing import Any, Final, TypeAlias

import pytest
from msgspec.structs import replace

from app.rules.game import Seat
from app.rules.play import first_questions, take_up_to
from app.table.actor.automation import Automation
from app.table.actor.autoplay import Autoplay
from app.table.actor.held_commands import CoveredAnswers
from app.table.actor.turns import Turns
from app.table.clients.client import Client, CommandReceived
from app.table.clients.outbox import Outbox
from app.table.match.live_match import LiveMatch
from app.table.model.chat import LineCode, server_line
from app.table.model.client_messages import Premove
from app.table.model.match_messages import Frame
from app.table.model.server_messages import AnyServerMessage
from app.table.show.broadcast import Broadcaster
from app.table.turn import moves
from app.table.turn.change import Change
from tests.games.kit.checks import CHECKS
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import Broken
from tests.games.test_conformance import GAMES, adapter_of

Fault: TypeAlias = Callable[[pytest.MonkeyPatch], None]
CASES: Final = range(14)


def a_counter_in_a_frame(patch: pytest.MonkeyPatch) -> None:
    """Frames are numbered across all tables, so a gap shows that somebody else got one."""
    clean = Outbox.take_some

    def counted(self: Outbox, most: int) -> list[AnyServerMessage]:
        taken = clean(self, most)
        clock: Any = self._clock  # of this evening
        for place, message in enumerate(taken):
            if isinstance(message, Frame):
                clock.frames = getattr(clock, "frames", 0) + 1
                taken[place] = replace(message, n=clock.frames)
        return taken

    patch.setattr(Outbox, "take_some", counted)


def a_frame_for_every_entry(patch: pytest.MonkeyPatch) -> None:
    """A secret answer is shown as a frame in which nothing has changed."""
    clean = Broadcaster._send_frame

    def shown(self: Broadcaster, client: Client, live: LiveMatch) -> None:
        before = client.frame_shown
        clean(self, client, live)
        if client.frame_shown is before is not None and getattr(live, "last", None) != live.ply:
            client.outbox.put_frame(before, ())

    patch.setattr(Broadcaster, "_send_frame", shown)


def bots_without_a_choice_are_quick(patch: pytest.MonkeyPatch) -> None:
    clean = Autoplay._begin

    def begin(self: Autoplay, live: LiveMatch, slot: Any, wish: Any) -> None:
        clean(self, live, slot, wish)
        moves, _ = take_up_to(live.game.legal_moves(live.view(slot[0])), 2)
        if len(moves) == 1:
            self._pending[slot].due -= 0.3

    patch.setattr(Autoplay, "_begin", begin)


def forced_answers_are_not_held(patch: pytest.MonkeyPatch) -> None:
    """A covered answer waits for its moment only where there was another one."""
    clean = CoveredAnswers.moment

    def moment(self: CoveredAnswers, live: LiveMatch, seat: Seat, *given: Any) -> float:
        moves, _ = take_up_to(live.game.legal_moves(live.view(seat)), 2)
        return clean(self, live, seat, *given) if len(moves) > 1 else 0.0

    patch.setattr(CoveredAnswers, "moment", moment)


def clocks_tell_of_secret_answers(patch: pytest.MonkeyPatch) -> None:
    """The clocks that everybody sees follow every answer, not only those that everybody sees."""
    clean = LiveMatch.apply

    def taken(self: LiveMatch, *given: Any) -> bool:
        clean(self, *given)
        return True

    patch.setattr(LiveMatch, "apply", taken)


def an_early_closed_window(patch: pytest.MonkeyPatch) -> None:
    """A question to several is closed once nobody who is still asked has a choice."""
    clean = Automation.next_change

    def beat(self: Automation) -> Change | None:
        live = self._state.running
        asked = {} if live is None else first_questions(live.moment.open_to)
        keys = {prompt.key for prompt in asked.values()}
        if live is None or len(keys) != 1 or len(asked) < 2:
            return clean(self)
        if any(len(take_up_to(live.game.legal_moves(live.view(seat)), 2)[0]) > 1 for seat in asked):
            return clean(self)
        return moves.expire(self._state, self._people, keys.pop())

    patch.setattr(Automation, "next_change", beat)


def premoves_are_talked_about(patch: pytest.MonkeyPatch) -> None:
    clean = Turns.obey

    async def said(self: Turns, message: CommandReceived) -> None:
        await clean(self, message)
        if isinstance(message.command, Premove):
            await self.commit(Change(lines=(server_line(LineCode.RESUMED),)))

    patch.setattr(Turns, "obey", said)


FAULTS: Final[tuple[Fault, ...]] = (
    a_counter_in_a_frame,
    a_frame_for_every_entry,
    bots_without_a_choice_are_quick,
    forced_answers_are_not_held,
    clocks_tell_of_secret_answers,
    an_early_closed_window,
    premoves_are_talked_about,
)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_twin_tables_find_a_planted_fault(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    check = CHECKS["twin-tables"]
    small, *games = GAMES  # the small one first, which takes a tenth of the time
    for seed, slug in (*product(CASES, [small]), *product(CASES, games)):
        try:
            check.run(adapter_of(slug), seed, check.steps, Counts())
        except Broken:
            return
    pytest.fail("nobody noticed")
