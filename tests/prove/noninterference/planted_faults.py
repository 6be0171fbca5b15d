"""Leaks of hidden cards, such as card servers have had."""

from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from app.fair import decks
from app.rules.game import Seat
from app.rules.play import first_questions, take_up_to
from app.table.actor.automation import Automation
from app.table.actor.autoplay import Autoplay
from app.table.actor.table import Table
from app.table.clients.outbox import Outbox
from app.table.lobby import lobby, table_admin
from app.table.lobby.table_admin import LiveTable, TableAdmin
from app.table.match.live_match import LiveMatch
from app.table.match.shuffle_proofs import ShuffleProof
from app.table.model.match_messages import Frame
from app.table.model.room import Room
from app.table.model.server_messages import AnyServerMessage, Refused
from app.table.room.visibility import RoomCard, build_room_card
from app.table.show.frames import Frames
from app.table.turn import moves
from app.table.turn.change import Change
from app.table.turn.table_state import TableState
from app.web.context import match_access
from app.web.context.match_access import MatchAccess
from app.web.rendering.responses import streamed
from app.web.routes import matches as match_pages
from tests.games.test_conformance import adapter_of
from tests.games.test_planted_table_faults import a_counter_in_a_frame, a_frame_for_every_entry
from tests.prove.records.admin_access_faults import plant_seats_by_place
from tests.prove.runner.planting import Plant


def hands(live: LiveMatch) -> dict[Seat, list[str]]:
    """Every hand, as no viewer may see it."""
    return {
        Seat(place): [str(card) for card in cards]
        for place, cards in adapter_of(live.game.slug).places(live.state).items()
        if isinstance(place, int) and cards
    }  # fmt: skip


def is_odd(live: LiveMatch, seat: Seat | None = None) -> bool:
    """Something about a hand (the last one, if none is named) that is as often true as not."""
    held = hands(live)
    cards = held.get(max(held, default=Seat(0)) if seat is None else seat, [])
    return sum(sum(map(ord, card)) * number for number, card in enumerate(cards, 1)) % 2 == 1


def overheard(patch: pytest.MonkeyPatch) -> list[LiveMatch]:
    """A list with the match that last went on, for faults that leak from it."""
    ear: list[LiveMatch] = []
    taken = LiveMatch.apply

    def take_in(self: LiveMatch, *given: Any) -> bool:
        ear[:] = [self]
        return taken(self, *given)

    patch.setattr(LiveMatch, "apply", take_in)
    return ear


def framed(
    patch: pytest.MonkeyPatch, change: Callable[[Frame, LiveMatch, Seat | None], Frame]
) -> None:
    """Changes every frame with knowledge of all cards."""
    clean = Frames.of

    def leaky(self: Frames, viewer: Seat | None, *given: Any) -> Frame:
        return change(clean(self, viewer, *given), self.live, viewer)

    patch.setattr(Frames, "of", leaky)


# -- frames


def sorted_backs(patch: pytest.MonkeyPatch) -> None:
    def change(frame: Frame, live: LiveMatch, viewer: Seat | None) -> Frame:
        last = None if live.shown_shuffles is None else live.shown_shuffles.last
        if last is None:
            return frame
        code = [str(card) for card in adapter_of(live.game.slug).deck(live.state)]
        backs = {}
        for seat, cards in hands(live).items():
            free = list(code)
            backs[str(seat)] = [
                last._order.index(_found(free, card)) for card in cards if card in free
            ]
        return replace(frame, view={**frame.view, "backs": backs})

    framed(patch, change)


def _found(free: list[str], card: str) -> int:
    number = free.index(card)
    free[number] = ""
    return number


def moves_of_others(patch: pytest.MonkeyPatch) -> None:
    def change(frame: Frame, live: LiveMatch, viewer: Seat | None) -> Frame:
        asked = first_questions(live.moment.open_to)
        if viewer in asked or not asked:
            return frame
        moves, _ = take_up_to(live.game.legal_moves(live.view(min(asked))), 50)
        return replace(frame, moves=tuple(msgspec.to_builtins(move) for move in moves))

    framed(patch, change)


def spectator_diff(patch: pytest.MonkeyPatch) -> None:
    """A private part is sent to spectators as well."""

    def change(frame: Frame, live: LiveMatch, viewer: Seat | None) -> Frame:
        return (
            frame
            if viewer is not None
            else replace(
                frame, view={**frame.view, "private": msgspec.to_builtins(live.state.private[0])}
            )
        )

    framed(patch, change)


def thinking_marker(patch: pytest.MonkeyPatch) -> None:
    def change(frame: Frame, live: LiveMatch, viewer: Seat | None) -> Frame:
        choice = any(
            len(take_up_to(live.game.legal_moves(live.view(seat)), 2)[0]) > 1
            for seat in first_questions(live.moment.open_to)
        )
        return replace(frame, prompt_text=f"{frame.prompt_text} (thinking)") if choice else frame

    framed(patch, change)


def because_he_holds(patch: pytest.MonkeyPatch) -> None:
    ear, put = overheard(patch), Outbox.put

    def telling(self: Outbox, message: AnyServerMessage) -> None:
        if isinstance(message, Refused) and ear and is_odd(ear[0]):
            message = replace(message, text=f"{message.text} Somebody holds what beats it.")
        put(self, message)

    patch.setattr(Outbox, "put", telling)


# -- time


def instant_pass(patch: pytest.MonkeyPatch) -> None:
    """A player without a choice is not asked: time is up at once."""
    clean = Automation.next_change

    def beat(self: Automation) -> Change | None:
        live = self._state.running
        asked = {} if live is None else first_questions(live.moment.open_to)
        if live is None or not asked:
            return clean(self)
        if any(len(take_up_to(live.game.legal_moves(live.view(seat)), 2)[0]) > 1 for seat in asked):
            return clean(self)
        return moves.expire(self._state, self._people, next(iter(asked.values())).key)

    patch.setattr(Automation, "next_change", beat)


def bots_that_ponder(patch: pytest.MonkeyPatch) -> None:
    clean = Autoplay._begin

    def begin(self: Autoplay, live: LiveMatch, slot: tuple[Seat, str], wish: Any) -> None:
        clean(self, live, slot, wish)
        self._pending[slot].due += 0.05 * is_odd(live, slot[0])

    patch.setattr(Autoplay, "_begin", begin)


# -- pages


def running_export(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MatchAccess, "over", property(lambda self: True))


def replay_of_all(patch: pytest.MonkeyPatch) -> None:
    """The steps of a running match show every seat."""
    patch.setattr(
        match_access,
        "requested_seats",
        lambda seen, seat: tuple(Seat(place.seat) for place in seen.summary.places),
    )


def seats_by_place(patch: pytest.MonkeyPatch) -> None:
    """The steps of a running match show the seat that one was dealt, whoever plays it now."""
    plant_seats_by_place(patch)


def etag_of_everything(patch: pytest.MonkeyPatch) -> None:
    ear, clean = overheard(patch), streamed

    def tagged(*told: Any) -> Any:
        response = clean(*told)
        if ear:
            response.headers["ETag"] = sha256(repr(hands(ear[0])).encode()).hexdigest()[:12]
        return response

    patch.setattr(match_pages, "streamed", tagged)


def live_hands_for_admins(patch: pytest.MonkeyPatch) -> None:
    clean = TableAdmin.running_view

    async def running_view(self: TableAdmin, match: Any) -> Any:
        shown, tables = await clean(self, match), [*self._tables.values()]
        live = tables[0].state.running if tables else None
        return (
            shown
            if shown is None or live is None
            else {**shown, "prompt_text": f"{shown['prompt_text']} They hold {hands(live)}."}
        )

    patch.setattr(TableAdmin, "running_view", running_view)


def live_tables_by_hand(patch: pytest.MonkeyPatch) -> None:
    """The administrators' list counts what somebody holds."""
    clean = table_admin.live_table

    def telling(room: Room, table: Table | None, until: datetime | None) -> LiveTable:
        row, live = clean(room, table, until), None if table is None else table.state.running
        return row if live is None else replace(row, bots=row.bots + is_odd(live))

    patch.setattr(table_admin, "live_table", telling)


def telling_preview(patch: pytest.MonkeyPatch) -> None:
    """Lobby lists and link previews say how lively it is, by what is held."""
    ear, clean = overheard(patch), build_room_card

    def card(*given: Any) -> RoomCard:
        shown = clean(*given)
        return replace(shown, title=f"{shown.title}!") if ear and is_odd(ear[0]) else shown

    patch.setattr(lobby, "build_room_card", card)


# -- logs and metrics


def hand_in_the_log(patch: pytest.MonkeyPatch) -> None:
    clean = TableState._enter

    def took(self: TableState, live: LiveMatch, *given: Any) -> None:
        clean(self, live, *given)
        structlog.get_logger().debug("entry", hands=hands(live))

    patch.setattr(TableState, "_enter", took)


def errors_are_counted_by_card(patch: pytest.MonkeyPatch) -> None:
    """A refusal's code, which is a label of the metrics, depends on a hand."""
    ear, put = overheard(patch), Outbox.put

    def telling(self: Outbox, message: AnyServerMessage) -> None:
        if isinstance(message, Refused) and ear:
            message = replace(message, code=f"{message.code}-{is_odd(ear[0])}")
        put(self, message)

    patch.setattr(Outbox, "put", telling)


# -- the fair shuffle


def one_salt_for_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decks, "salt", lambda key, at: sha256(key).digest()[:16])


def everybody_is_opened(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ShuffleProof, "_opened_to", lambda self, viewer: self._opened.get(Seat(0), []))


NO_PAGE: Final = "no page"
"""Nothing to fetch: the leak shows in what is sent."""
PLANTED: Final[Mapping[str, tuple[str, Plant, str]]] = {
    "sorted-backs": ("P3", sorted_backs, NO_PAGE),
    "moves-of-others": ("P3", moves_of_others, NO_PAGE),
    "spectator-diff": ("P3", spectator_diff, NO_PAGE),
    "thinking-marker": ("P3", thinking_marker, NO_PAGE),
    "because-he-holds": ("P3", because_he_holds, NO_PAGE),
    "instant-pass": ("P3", instant_pass, NO_PAGE),
    "bots-that-ponder": ("P3", bots_that_ponder, NO_PAGE),
    "gap-in-numbers": ("P3", a_counter_in_a_frame, NO_PAGE),
    "empty-frame": ("P3", a_frame_for_every_entry, NO_PAGE),
    "running-export": ("P3", running_export, "export"),
    "replay-of-all": ("P3", replay_of_all, "steps"),
    "seats-by-place": ("P3", seats_by_place, "steps"),
    "etag-of-everything": ("P3", etag_of_everything, "steps"),
    "telling-preview": ("P3", telling_preview, "/join/"),
    "hand-in-the-log": ("P3", hand_in_the_log, NO_PAGE),
    "coded-by-card": ("P3", errors_are_counted_by_card, NO_PAGE),
    "one-salt": ("P3", one_salt_for_all, NO_PAGE),
    "opened-to-all": ("P3", everybody_is_opened, NO_PAGE),
    "live-tables": ("P14", live_tables_by_hand, "/admin/tables"),
    "live-hands": ("P14", live_hands_for_admins, "/admin/matches/"),
}
"""By name: the promise, the leak, and the pages to look at."""
