"""What came of the evenings in one room: who won how often, and who has how many play points."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.rules.game import AnyGame
from app.store import matches
from app.store.matches import MatchState, MatchSummary
from app.table.model.room import RoomId
from app.web.context.request_context import Context
from app.web.routes.tables import belongs, room_for

router = APIRouter()
MOST: Final = 100
"""Matches of a room that are looked at, the latest."""
A_NIGHT: Final = timedelta(hours=6)
"""Without a match for so long, and the next one begins another evening."""
COUNTS: Final = (MatchState.FINISHED, MatchState.STOPPED)
"""Finished deals of a match that was broken off count, as they do everywhere."""


class Tally(msgspec.Struct, frozen=True):
    """Somebody's evening at one game."""

    name: str
    """The latest."""
    account_id: str | None
    bot: str | None
    """A bot's strength; None: a person."""
    matches: int
    won: int
    points: int


class GameTally(msgspec.Struct, frozen=True):
    game: AnyGame
    matches: tuple[MatchSummary, ...]
    """Newest first."""
    tallies: tuple[Tally, ...]
    """Most points first."""


class Evening(msgspec.Struct, frozen=True):
    began: datetime
    games: tuple[GameTally, ...]
    """Points of different games are not added up: they are worth different things."""


@router.get("/table/{room}/evening", response_class=HTMLResponse, include_in_schema=False)
async def evening(context: Context, room: RoomId) -> Response:
    """Template evening.html. Context: card (RoomCard), member (whether `me` may open the matches), evenings (latest first)."""
    found = await room_for(context, room)
    async with context.services.db.sessions.begin() as db:
        played = await matches.of_room(db, room, MOST)
    told = evenings(played, context.services.games)
    return context.page(
        "evening.html",
        card=await context.services.lobby.card(room),
        member=belongs(context, found),
        evenings=told,
    )


def evenings(played: Iterable[MatchSummary], games: Mapping[str, AnyGame]) -> list[Evening]:
    """`played`: newest first. Matches that run, were struck out, or came to no deal say nothing."""
    nights: list[list[MatchSummary]] = []
    for match in played:
        if (
            match.state not in COUNTS
            or match.game not in games
            or not (match.deals or match.outcome)
        ):
            continue
        if not nights or nights[-1][-1].started - (match.ended or match.started) > A_NIGHT:
            nights.append([])
        nights[-1].append(match)
    return [Evening(night[-1].started, _by_game(night, games)) for night in nights]


def _by_game(night: Sequence[MatchSummary], games: Mapping[str, AnyGame]) -> tuple[GameTally, ...]:
    slugs = dict.fromkeys(match.game for match in night)
    return tuple(
        GameTally(
            games[slug],
            of_it := tuple(match for match in night if match.game == slug),
            _tallies(of_it),
        )
        for slug in slugs
    )


def _tallies(played: Sequence[MatchSummary]) -> tuple[Tally, ...]:
    """A person is one by the account, a bot by its name; who left and came back has the points of both seats."""
    found: dict[str, Tally] = {}
    for match in played:
        seen: set[str] = set()
        for place in match.places:
            who = place.account_id or f"bot:{place.name}"
            old = found.get(who, Tally(place.name, place.account_id, place.bot, 0, 0, 0))
            found[who] = msgspec.structs.replace(
                old,
                matches=old.matches + (who not in seen),
                won=old.won + (place.finish == 1),
                points=old.points + place.points,
            )
            seen.add(who)
    return tuple(sorted(found.values(), key=lambda one: (-one.points, -one.won, one.name)))
