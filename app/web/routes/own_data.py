"""The file with everything that is kept of the visitor."""

from fastapi import APIRouter
from starlette.responses import Response

from app.store.people import own_data
from app.web.context.request_context import Context
from app.web.rendering.responses import streamed

router = APIRouter(tags=["account"])


@router.get(
    "/account/export",
    summary="Everything that is kept of you, as JSON",
    responses={303: {"description": "Nobody is logged in: to the login"}},
)
async def export(context: Context) -> Response:
    """Account, logins, chat, reports, matches, results, mutes, invitations, what was told to you.

    Not what others wrote about you in confidence.
    """
    if context.account is None:
        return context.redirect("/login?next=/account")
    context.limit("own-data", context.account.id)
    async with context.services.db.request_connection() as connection:
        told = await own_data.of_person(connection, context.account.id)
    return streamed([told], "application/json", "pecking-order-your-data.json")
