"""The results of a room's matches: wins and play points of each player."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.rules.game import AnyGame
from app.store.matches import summaries
from app.store.matches.rows import MatchState
from app.store.matches.summaries import MatchSummary
from app.table.model.room import RoomId
from app.web.context.request_context import Context
from app.web.routes.tables import is_member, room_for

router = APIRouter()
MAX_MATCHES: Final = 100
"""The latest matches of a room; older ones are not counted."""
MOST_OF_EVENING: Final = 12
GAP: Final = timedelta(hours=6)
"""A pause of this length between two matches begins a new block of results."""
COUNTED_STATES: Final = (MatchState.FINISHED, MatchState.STOPPED)
"""The finished deals of a stopped match count, as they do everywhere."""


class PlayerResults(msgspec.Struct, frozen=True):
    """One player's results in one game."""

    name: str
    """The latest one."""
    account_id: str | None
    bot: str | None
    """A bot's strength, or None for a person."""
    matches: int
    won: int
    points: int


class GameResults(msgspec.Struct, frozen=True):
    """The results of one game."""

    game: AnyGame
    matches: tuple[MatchSummary, ...]
    """Newest first."""
    players: tuple[PlayerResults, ...]
    """Most points first."""


class RoomResults(msgspec.Struct, frozen=True):
    """The results of matches without a long pause between them."""

    began: datetime
    games: tuple[GameResults, ...]
    """One for each game: points of different games are not added up."""


@router.get("/table/{room}/results", response_class=HTMLResponse, include_in_schema=False)
async def results_page(context: Context, room: RoomId) -> Response:
    """Template room_results.html.

    Context: card (RoomCard), member (true if `me` may open the matches), results (latest first).
    """
    found = await room_for(context, room)
    async with context.services.db.sessions.begin() as db:
        played = await summaries.recent_of_room(db, room, MAX_MATCHES)
    results = results_of(played, context.services.games)
    return context.page(
        "room_results.html",
        card=await context.services.lobby.card(room),
        member=is_member(context, found),
        results=results,
    )


@router.get("/api/tables/{room}/evening", summary="The matches of this evening at a table")
async def evening(context: Context, room: RoomId) -> list[dict[str, Any]]:
    """The matches since the last long pause, oldest first, twelve at most.

    Each is `{match, game, title, places: [{who, name, place, points}]}`. `who` is the same number
    in each match of one person or bot; `place` is null where the match was stopped.
    """
    context.limit("api")
    await room_for(context, room)
    async with context.services.db.sessions.begin() as db:
        played = await summaries.recent_of_room(db, room, MOST_OF_EVENING)
    nights = by_night(played, context.services.games)
    numbers: dict[str, int] = {}
    return [
        {
            "match": match.id,
            "game": match.game,
            "title": context.services.games[match.game].title,
            "places": [
                {
                    "who": numbers.setdefault(
                        place.account_id or f"bot:{place.name}", len(numbers)
                    ),
                    "name": place.name,
                    "place": place.finish,
                    "points": place.points,
                }
                for place in match.places
            ],
        }
        for match in reversed(nights[0] if nights else [])
    ]


def results_of(played: Iterable[MatchSummary], games: Mapping[str, AnyGame]) -> list[RoomResults]:
    """`played`: newest first."""
    return [
        RoomResults(night[-1].started, _by_game(night, games)) for night in by_night(played, games)
    ]


def by_night(
    played: Iterable[MatchSummary], games: Mapping[str, AnyGame]
) -> list[list[MatchSummary]]:
    """Newest first. Running and void matches, and those without a deal, do not count."""
    nights: list[list[MatchSummary]] = []
    for match in played:
        if (
            match.state not in COUNTED_STATES
            or match.game not in games
            or not (match.deals or match.outcome)
        ):
            continue
        if not nights or nights[-1][-1].started - (match.ended or match.started) > GAP:
            nights.append([])
        nights[-1].append(match)
    return nights


def _by_game(
    night: Sequence[MatchSummary], games: Mapping[str, AnyGame]
) -> tuple[GameResults, ...]:
    slugs = dict.fromkeys(match.game for match in night)
    return tuple(
        GameResults(
            games[slug],
            of_it := tuple(match for match in night if match.game == slug),
            _players(of_it),
        )
        for slug in slugs
    )


def _players(played: Sequence[MatchSummary]) -> tuple[PlayerResults, ...]:
    """By account, or by name for bots. Somebody who left and came back has one line."""
    found: dict[str, PlayerResults] = {}
    for match in played:
        seen: set[str] = set()
        for place in match.places:
            who = place.account_id or f"bot:{place.name}"
            old = found.get(who, PlayerResults(place.name, place.account_id, place.bot, 0, 0, 0))
            found[who] = msgspec.structs.replace(
                old,
                matches=old.matches + (who not in seen),
                won=old.won + (place.finish == 1),
                points=old.points + place.points,
            )
            seen.add(who)
    return tuple(sorted(found.values(), key=lambda one: (-one.points, -one.won, one.name)))
