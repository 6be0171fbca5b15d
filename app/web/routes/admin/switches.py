"""Administration of the switches: an announcement, sign-up, slow chat, a rest, and the shelf.

Each form has the version of the switches that its page showed. An older page, or a second click,
changes nothing.
"""

import secrets
from datetime import datetime, timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from msgspec.structs import replace
from starlette.responses import Response

from app.table.model.switches import (
    CHAT_PAUSES,
    LONGEST_ANNOUNCEMENT,
    Announcement,
    Rest,
    SignUp,
    Switches,
)
from app.text.sanitize import visible_line
from app.web.rendering.templating import utc_time
from app.web.routes.admin.access import Admin, Staff

router = APIRouter(prefix="/admin/switches", include_in_schema=False)
Version = Annotated[int, Form(ge=0, lt=2**31)]
Text = Annotated[str, Form(max_length=1000)]
Minutes = Annotated[str, Form(max_length=20)]
LONGEST: Final = 60 * 24 * 30
"""Minutes that an announcement may stand, and until a rest may begin."""
LONGEST_REST: Final = 60 * 24
"""Minutes."""
PASSED: Final = "The end must lie ahead: write the minutes until then, {} at most."


@router.get("", response_class=HTMLResponse)
async def switches(context: Staff) -> Response:
    return switches_page(context)


def switches_page(
    context: Staff,
    status: int = 200,
    errors: dict[str, str] | None = None,
    values: dict[str, str] | None = None,
) -> Response:
    """Template admin/switches.html. Forms: POST …/announcement (text, minutes), …/sign-up (mode,
    fresh), …/chat (pause), …/rest (minutes, length), …/shelf (shown: slugs); each with version.

    Context: stored (store.admin.switches.StoredSwitches), announced and rest (as all pages),
    pauses, longest (characters of an announcement), link (the invitation link, for administrators
    while there is one), values (the announcement's as typed), errors: {switch: sentence}.
    """
    stored = context.services.switches.stored
    invitation = stored.switches.invitation
    origin = context.services.links.of(context.request.scope)
    link = f"{origin}/signup#{invitation}" if invitation else ""
    return context.page(
        "admin/switches.html",
        status,
        stored=stored,
        pauses=CHAT_PAUSES,
        longest=LONGEST_ANNOUNCEMENT,
        link=link if context.member_or_guest.admin else "",
        values=values or {},
        errors=errors or {},
    )


async def set_switch(
    context: Admin, version: int, wanted: Switches, what: str, reason: str
) -> Response:
    """Sets one switch, and leads back to the page."""
    me = context.member_or_guest.id
    await context.services.switches.set(me, version, wanted, what, reason)
    return context.redirect(f"/admin/switches#{what}", "switched")


@router.post("/announcement")
async def announce(
    context: Admin, version: Version, text: Text = "", minutes: Minutes = ""
) -> Response:
    """Says something on all pages until its end; with no text it ends what is said."""
    before = await context.services.switches.at(version)
    now, shown = context.services.clock.now(), visible_line(text)
    if not text.strip():
        if before.announced(now) is None:
            error = "Write what everybody should read."
            return switches_page(context, 422, {"announcement": error})
        return await set_switch(
            context, version, replace(before, announcement=None), "announcement", "ended"
        )
    values = {"text": text, "minutes": minutes}
    if not shown or len(shown) > LONGEST_ANNOUNCEMENT:
        error = f"Write a sentence of {LONGEST_ANNOUNCEMENT} letters at most."
        return switches_page(context, 422, {"announcement": error}, values)
    if (until := after(now, minutes, LONGEST)) is None:
        error = PASSED.format(f"{LONGEST:,}")
        return switches_page(context, 422, {"minutes": error}, values)
    said = replace(before, announcement=Announcement(shown, until))
    return await set_switch(
        context, version, said, "announcement", f"until {utc_time(until)}: {shown}"
    )


@router.post("/sign-up")
async def set_sign_up(
    context: Admin,
    version: Version,
    mode: Annotated[SignUp, Form()],
    fresh: Annotated[bool, Form()] = False,
) -> Response:
    """Says who may become a member. `fresh`: a new invitation link, which ends the last one."""
    before, reason = await context.services.switches.at(version), str(mode)
    invitation = before.invitation if mode is SignUp.INVITED else ""
    if mode is SignUp.INVITED and (fresh or not invitation):
        invitation, reason = secrets.token_urlsafe(32), f"{mode}, with a new link"
    wanted = replace(before, sign_up=mode, invitation=invitation)
    return await set_switch(context, version, wanted, "sign-up", reason)


@router.post("/chat")
async def set_chat(
    context: Admin, version: Version, pause: Annotated[int, Form(ge=0, le=3600)]
) -> Response:
    """Sets slow mode: the seconds between two lines of one person, or 0."""
    before = await context.services.switches.at(version)
    if pause not in CHAT_PAUSES:
        error = "Choose one of the pauses in the list."
        return switches_page(context, 422, {"chat": error})
    wanted = replace(before, chat_pause=pause)
    reason = f"one line in {pause} s" if pause else "no slow mode"
    return await set_switch(context, version, wanted, "chat", reason)


@router.post("/rest")
async def set_rest(
    context: Admin, version: Version, minutes: Minutes = "", length: Minutes = ""
) -> Response:
    """Plans a rest; without `minutes` it ends the one that is planned."""
    before = await context.services.switches.at(version)
    now = context.services.clock.now()
    if not minutes.strip() and not length.strip() and before.coming_rest(now):
        return await set_switch(context, version, replace(before, rest=None), "rest", "ended")
    begins = after(now, minutes, LONGEST, least=0)
    ends = None if begins is None else after(begins, length, LONGEST_REST)
    if begins is None or ends is None:
        error = (
            f"Write the minutes until the rest begins, and how many it takes: {LONGEST_REST:,} at "
            "most."
        )
        return switches_page(context, 422, {"rest": error})
    wanted = replace(before, rest=Rest(begins, ends))
    reason = f"from {utc_time(begins)} to {utc_time(ends)}"
    return await set_switch(context, version, wanted, "rest", reason)


@router.post("/shelf")
async def set_shelf(
    context: Admin, version: Version, shown: Annotated[list[str] | None, Form()] = None
) -> Response:
    """Says which games can be chosen: those of `shown`."""
    before, games = await context.services.switches.at(version), context.services.games
    off = frozenset(games.keys() - set(shown or ()))
    if len(off) == len(games):
        error = "One game at least has to stay on the shelf."
        return switches_page(context, 422, {"shelf": error})
    wanted = replace(before, off_shelf=off)
    titles = ", ".join(games[slug].title for slug in sorted(off))
    reason = f"off the shelf: {titles}" if off else "all games"
    return await set_switch(context, version, wanted, "shelf", reason)


def after(start: datetime, minutes: str, most: int, least: int = 1) -> datetime | None:
    """The time that many minutes later; None for what is no such number."""
    typed = minutes.strip()
    if not (typed.isascii() and typed.isdecimal() and least <= int(typed) <= most):
        return None
    return start + timedelta(minutes=int(typed))
