"""The deeds of moderators about people: notes, warnings, silences, names, and their undoing."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Form
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from app.store.admin import deeds
from app.store.admin.notes import Kind, Stale
from app.store.people.names import BadName, NameTaken
from app.store.people.rows import Account
from app.table.model.records import AccountChange, Fate
from app.table.model.room import PersonId
from app.web.context.authentication import person_of
from app.web.rendering.phrases import offered_name
from app.web.routes.admin.access import Staff
from app.web.routes.admin.people import (
    SILENCES,
    WARNINGS,
    Seen,
    Text,
    account_of,
    person_page,
    reason_complaint,
    refusal_to,
)

router = APIRouter(prefix="/admin", include_in_schema=False)
Number = Annotated[int, Form(ge=0, le=2**62)]
OFFERS = 5
"""Names that are offered in turn where one is taken."""
ENDED = "That has ended already, or somebody took it back."


@router.post("/people/{person}/note")
async def note(context: Staff, person: str, text: Text = "", seen: Seen = None) -> Response:
    """A private note, which administrators and moderators read."""
    account, words, me = await account_of(context, person), text.strip(), context.member_or_guest.id
    if complaint := reason_complaint(text):
        return await person_page(context, account, 422, {"note": complaint})
    return await do(
        context, account, "noted", lambda db: deeds.note(db, me, account.id, words, seen)
    )


@router.post("/people/{person}/warn")
async def warn(
    context: Staff, person: str, words: Text = "", text: Text = "", seen: Seen = None
) -> Response:
    """A warning, which its person reads before anything else. `text` in place of `words`."""
    account, me = await account_of(context, person), context.member_or_guest.id
    said = text.strip() or (words if words in WARNINGS else "")
    if complaint := reason_complaint(said) or refusal_to(context, account):
        return await person_page(context, account, 422, {"warning": complaint})
    return await do(
        context, account, "warned", lambda db: deeds.warn(db, me, account.id, said, seen)
    )


@router.post("/people/{person}/silence")
async def silence(
    context: Staff, person: str, hours: Text = "", reason: Text = "", seen: Seen = None
) -> Response:
    """A silence of that many hours: no lines and reactions in any chat."""
    account, me, why = await account_of(context, person), context.member_or_guest.id, reason.strip()
    complaint = reason_complaint(reason) or refusal_to(context, account)
    if hours not in dict(SILENCES):
        complaint = "Choose a time from the list."
    if complaint:
        return await person_page(context, account, 422, {"silence": complaint})
    until = context.services.clock.now() + timedelta(hours=int(hours))
    done = await do(
        context,
        account,
        "silenced",
        lambda db: deeds.silence(db, me, account.id, until, why, seen),
    )
    await context.services.mutes.follow_store(PersonId(account.id))
    return done


@router.post("/people/{person}/take-name")
async def take_name(
    context: Staff, person: str, name: Text = "", reason: Text = "", seen: Seen = None
) -> Response:
    """Another name, or one of ours, in place of theirs, which nobody may bear from then on."""
    account, me, why = await account_of(context, person), context.member_or_guest.id, reason.strip()
    if complaint := reason_complaint(reason) or refusal_to(context, account):
        return await person_page(context, account, 422, {"name": complaint})
    complaint, wish = "", name.strip()
    for chosen in (wish,) if wish else (offered_name() for _ in range(OFFERS)):
        try:
            async with context.services.db.sessions.begin() as db:
                renamed = await deeds.take_name(db, me, account, chosen, why, seen)
        except Stale as stale:
            return await person_page(context, account, 409, {"deed": stale.sentence})
        except (BadName, NameTaken) as error:
            complaint = error.sentence
        else:
            change = AccountChange(person_of(renamed), Fate.NAMED)
            left = await context.services.account_changes.carry_out(change)
            said = "name-taken-follows" if left else "name-taken"
            return context.redirect(f"/admin/people/{account.id}", said)
    return await person_page(context, account, 422, {"name": complaint})


@router.post("/people/{person}/undo")
async def undo(context: Staff, person: str, number: Number = 0) -> Response:
    """Takes back what a note tells: a silence, a removed line, a name that was taken away."""
    account = await account_of(context, person)
    if complaint := refusal_to(context, account):
        return await person_page(context, account, 422, {"deed": complaint})
    try:
        async with context.services.db.sessions.begin() as db:
            undone, room = await deeds.undo(db, context.member_or_guest.id, account.id, number)
    except LookupError:
        return await person_page(context, account, 409, {"deed": ENDED})
    if undone.kind == Kind.SILENCE:
        await context.services.mutes.follow_store(PersonId(account.id))
    if room is not None:
        await context.services.lobby.follow_chat(room)
    return context.redirect(f"/admin/people/{account.id}", "undone")


async def do(
    context: Staff, account: Account, said: str, deed: Callable[[AsyncSession], Awaitable[None]]
) -> Response:
    """Does it in one transaction. A page that is out of date does nothing."""
    try:
        async with context.services.db.sessions.begin() as db:
            await deed(db)
    except Stale as stale:
        return await person_page(context, account, 409, {"deed": stale.sentence})
    return context.redirect(f"/admin/people/{account.id}", said)
