"""Administration of matches: search, the whole log once a match is over, stopping and voiding."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.codec import to_json
from app.rules.game import view
from app.store import audit, matches, receipts
from app.store.matches import MatchState
from app.table.model.room import MatchId
from app.web.replay.replay_cache import Replay
from app.web.routes.admin.access import Admin
from app.web.routes.admin.people import reason_complaint
from app.web.routes.matches import MatchAccess, load_replay, match_access

router = APIRouter(prefix="/admin/matches", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]
PER_PAGE = 25
"""Steps on one page of a match log."""
STATES = tuple(MatchState)


class SeatShown(msgspec.Struct, frozen=True):
    """One seat at one moment: all that its player saw besides the public view."""

    seat: int
    name: str
    private: Any
    """As JSON."""
    prompt: str
    """What the player was asked, in words; "" when nothing."""


class StepShown(msgspec.Struct, frozen=True):
    ply: int
    at: datetime
    mover: str
    """The mover's name; "" where nobody moved."""
    entry: Any
    """As JSON."""
    events: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    public: Any


@router.get("", response_class=HTMLResponse)
async def search(
    context: Admin,
    player: str = "",
    code: str = "",
    game: str = "",
    since: str = "",
    until: str = "",
    state: str = "",
    won: bool = False,
    reported: bool = False,
    page: int = 1,
) -> Response:
    """Template admin/matches.html. Context: matches (Page of MatchSummary), wanted (dict of the filters as asked:
    player, code, game, since, until, state, won, reported), states (all states), errors: {"since" | "until":
    sentence}, query (the filters as a query string, for links to pages)."""
    wanted = {
        "player": player,
        "code": code,
        "game": game,
        "since": since,
        "until": until,
        "state": state,
    }
    wanted |= {
        name: "true" if is_wanted else ""
        for name, is_wanted in (("won", won), ("reported", reported))
    }
    first, last = parse_day(since), parse_day(until)
    errors = {
        name: "Write the day as 2030-12-31."
        for name, text, day in (("since", since, first), ("until", until, last))
        if text and not day
    }
    async with context.services.db.sessions.begin() as db:
        found = await matches.search(
            db,
            player=player.strip()[:100] or None,
            code=code.strip().upper()[:20] or None,
            game=game if game in context.services.games else None,
            since=None if first is None else datetime.combine(first, time(), UTC),
            until=None if last is None else datetime.combine(last, time(), UTC) + timedelta(days=1),
            state=state if state in STATES else None,
            won=won,
            reported=reported,
            page=page,
        )
    query = urlencode({name: value for name, value in wanted.items() if value})
    return context.page(
        "admin/matches.html",
        422 if errors else 200,
        matches=found,
        wanted=wanted,
        states=STATES,
        errors=errors,
        query=query,
    )


@router.get("/{match}", response_class=HTMLResponse)
async def match_log(
    context: Admin,
    match: str,
    page: int = 1,
    step: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """`step`: the one to open, on whatever page it stands."""
    return await match_page(
        context, match, page if step is None else step // PER_PAGE + 1, step=step
    )


async def admin_access(context: Admin, match: str) -> MatchAccess:
    """What an administrator may see of a match. Raises HTTPException 404 for none, and 403 for one that they sit in while it runs."""
    access = await match_access(context, match)
    if access.own_seats and not access.over:
        raise HTTPException(
            403, "You sit in this match: somebody else has to look after it while it runs."
        )
    return access


def may_read(access: MatchAccess) -> bool:
    """Whether an administrator may read the whole log: not while the match runs, not by other rules than it was played by, and never of an
    own one whose cards stay secret for good."""
    return (
        access.over
        and access.replayable
        and (access.game.reveals_after_match or not access.own_seats)
    )


async def match_page(
    context: Admin,
    match: str,
    page: int = 1,
    status: int = 200,
    errors: dict[str, str] | None = None,
    step: int | None = None,
) -> Response:
    """Template admin/match.html. Context: match (MatchSummary), game (rules.Game), over, open (see the match page),
    readable (bool: the log may be read), replayable, errors: {"reason": sentence},
    running (Lobby.running_view's dict, or None), steps (list[StepShown]; empty while it runs), page, last (pages of steps), total,
    step (the one to open, or None), receipt (see the match page; None while it runs),
    entries (Page of AuditEntry about this match).
    Forms: POST …/stop, …/void, …/unvoid (reason). Looking at the log of a match that is over is written down, however one came to it."""
    access = await admin_access(context, match)
    running = None if access.over else await context.services.lobby.running_view(MatchId(match))
    shown: list[StepShown] = []
    total = 0
    receipt = None
    if may_read(access):
        replay = await load_replay(context, access)
        total = len(replay.states)
        page = min(max(page, 1), page_count(total))
        shown = [
            step_shown(replay, ply)
            for ply in range((page - 1) * PER_PAGE, min(page * PER_PAGE, total))
        ]
    async with context.services.db.sessions.begin() as db:
        if shown:
            await audit.record_look(db, context.member_or_guest.id, match)
        entries = await audit.entries(db, audit.match_subject(match))
        if access.over:
            receipt = await receipts.receipt(db, match)
    return context.page(
        "admin/match.html", status, match=access.summary, game=access.game, over=access.over, open=access.open,
        readable=may_read(access), replayable=access.replayable, errors=errors or {}, running=running, steps=shown, receipt=receipt,
        step=step, page=page, last=page_count(total), total=total, entries=entries,
    )  # fmt: skip


@router.post("/{match}/stop")
async def stop(context: Admin, match: str, reason: Text = "") -> Response:
    """Breaks a running match off; the table reads the reason."""
    access = await admin_access(context, match)
    complaint = reason_complaint(reason) or ("It does not run any more." if access.over else None)
    if complaint:
        return await match_page(context, match, status=422, errors={"reason": complaint})
    if not await context.services.lobby.stop_match(MatchId(match), reason.strip()):
        return await match_page(
            context, match, status=409, errors={"reason": "It does not run here any more."}
        )
    await note(context, "match-stopped", match, reason)
    return context.redirect(f"/admin/matches/{match}", "stopped")


@router.post("/{match}/void")
async def void(context: Admin, match: str, reason: Text = "") -> Response:
    """Takes a match out of standings and ratings; one that runs is stopped first."""
    access = await admin_access(context, match)
    complaint = reason_complaint(reason) or (
        "It is voided already." if access.summary.state == MatchState.VOIDED else None
    )
    if complaint:
        return await match_page(context, match, status=422, errors={"reason": complaint})
    if not access.over and not await context.services.lobby.stop_match(
        MatchId(match), reason.strip()
    ):
        return await match_page(
            context, match, status=409, errors={"reason": "It could not be stopped: try again."}
        )
    async with context.services.db.sessions.begin() as db:
        await matches.void(db, match, reason.strip())
        await audit.record(
            db,
            context.member_or_guest.id,
            "match-voided",
            audit.match_subject(match),
            reason.strip(),
        )
    return context.redirect(f"/admin/matches/{match}", "voided")


@router.post("/{match}/unvoid")
async def unvoid(context: Admin, match: str, reason: Text = "") -> Response:
    access = await admin_access(context, match)
    complaint = reason_complaint(reason) or (
        "It is not voided." if access.summary.state != MatchState.VOIDED else None
    )
    if complaint:
        return await match_page(context, match, status=422, errors={"reason": complaint})
    async with context.services.db.sessions.begin() as db:
        await matches.unvoid(db, match)
        await audit.record(
            db,
            context.member_or_guest.id,
            "match-unvoided",
            audit.match_subject(match),
            reason.strip(),
        )
    return context.redirect(f"/admin/matches/{match}", "unvoided")


async def note(context: Admin, action: str, match: str, reason: str) -> None:
    async with context.services.db.sessions.begin() as db:
        await audit.record(
            db, context.member_or_guest.id, action, audit.match_subject(match), reason.strip()
        )


def step_shown(replay: Replay, ply: int) -> StepShown:
    """The step `ply` of a match that is over, with all hands."""
    state, line, names = replay.states[ply], replay.written[ply], replay.names
    entry = to_json(line.entry)
    seats = []
    for seat in range(len(state.private)):
        access = view(state, seat)  # type: ignore[arg-type]  # a plain int from range
        prompt = replay.game.prompt(access)
        asked = replay.game.say_prompt(access, prompt, names) if prompt else ""
        seats.append(SeatShown(seat, names[seat], to_json(access.private), asked))
    events = tuple(replay.game.say_event(state.public, event, names) for event in state.events)
    who = names[entry["seat"]] if entry["type"] == "played" else ""
    return StepShown(ply, line.at, who, entry, events, tuple(seats), to_json(state.public))


def page_count(total: int) -> int:
    return max(1, -(-total // PER_PAGE))


def parse_day(text: str) -> date | None:
    try:
        day = datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        return None
    return day if date(1970, 1, 1) <= day <= date(9000, 1, 1) else None
