"""The slow tables that wait for somebody, for the badge of an installed app."""

import msgspec
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.results import awaiting
from app.web.context.request_context import Context
from app.web.rendering.responses import described_as, json_response

router = APIRouter(tags=["rooms"])


class Waiting(msgspec.Struct, frozen=True):
    tables: list[str]
    """The ids of their rooms, the soonest due first."""


@router.get(
    "/api/waiting", summary="Slow tables that wait for you", responses=described_as(Waiting)
)
async def waiting(context: Context) -> Response:
    """Those that your home page shows under “Your turn”."""
    context.limit("api")
    if context.account is None:
        raise HTTPException(401)
    async with context.services.db.request_connection() as connection:
        return json_response(Waiting(await awaiting.rooms_of(connection, context.account.id)))
