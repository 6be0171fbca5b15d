"""One table from what can go wrong to what is answered; a page for people, JSON for programs, never a trace of the inside."""

from http import HTTPStatus
from typing import Any, Final

import asyncpg
import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from jinja2 import TemplateNotFound
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from app.store.account_names import BadName, NameTaken
from app.store.base import ConcurrentChange
from app.store.storable_text import UnstorableText
from app.table.model.errors import TableError
from app.table.ports import StoreAway
from app.web.context.passwords import TooBusy
from app.web.context.request_context import RequestContext, request_context
from app.web.limits import RateLimited
from app.web.server.middleware import wants_json

log = structlog.get_logger()

STATUS: Final[dict[str, int]] = {
    "not-seated": 403,
    "not-host": 403,
    "not-member": 403,
    "room-full": 409,
    "banned": 403,
    "not-now": 409,
    "bad-options": 422,
    "unknown": 422,
    "too-much": 429,
    "elsewhere": 409,
    "busy": 503,
    "bad-text": 422,
    "cannot-save": 503,
    "room-gone": 404,
    "set-aside": 503,
}
"""TableError codes as HTTP statuses."""
CLOSE_CODES: Final[dict[str, int]] = {
    "signed-out": 4401,
    "kicked": 4403,
    "banned": 4403,
    "not-member": 4403,
    "spectators-off": 4403,
    "room-gone": 4404,
    "set-aside": 4404,
    "too-slow": 4408,
    "restart": 1012,
}
"""Codes of a Bye as WebSocket close codes; every other one closes with OTHER_CLOSE."""
OTHER_CLOSE_CODE: Final = 4409
DATABASE_ERRORS: Final = (
    StoreAway,
    SQLAlchemyError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)
"""All that a database says, or that is said of it, when it cannot answer."""
BAD_VALUE_CLASS: Final = "22"
"""The class of SQLSTATE for values that the database cannot hold."""
OWN_FAULT_CLASSES: Final = ("23", "42")
"""Classes of SQLSTATE that only a mistake of ours brings about: broken constraints, wrong statements."""
SENTENCES: Final[dict[int, str]] = {
    400: "That could not be read.",
    401: "Take a name or log in first.",
    403: "That is not open to you.",
    404: "There is nothing here.",
    405: "This address does not work that way.",
    413: "That is too much at once.",
    415: "That is not a form this page knows.",
    422: "Something in that form could not be read.",
    429: "That was often. Wait a little.",
    500: "Something broke on our side. It is written down.",
    503: "The house cannot reach its books at the moment. Try again shortly.",
}


async def error_response(
    request: Request,
    status: int,
    sentence: str | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """The error as a page, or as {"error": sentence}.

    Template error.html. Context: status (int), title (the status in words), sentence.
    """
    text = sentence or SENTENCES.get(status) or HTTPStatus(status).phrase
    if wants_json(request.url.path, request.headers.getlist("accept")):
        return JSONResponse({"error": text}, status, headers)
    context = getattr(request.state, "context", None) or await error_context(request, status)
    context.keep_cookies()
    response = context.page(
        "error.html", status, status=status, title=HTTPStatus(status).phrase, sentence=text
    )
    response.headers.update(headers or {})
    return response


async def error_context(request: Request, status: int) -> RequestContext:
    """Who asks, for the head of the page; nobody where finding out would be the next error."""
    try:
        return (
            RequestContext(request, None, None) if status >= 500 else await request_context(request)
        )
    except DATABASE_ERRORS:
        return RequestContext(request, None, None)


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = error.detail if error.detail != HTTPStatus(error.status_code).phrase else None
    return await error_response(request, error.status_code, said, dict(error.headers or {}))


async def on_form(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = next(iter(error.errors()), {})
    field = str((first.get("loc") or ("form",))[-1])
    return await error_response(
        request,
        422,
        f"{SENTENCES[422]} Look at “{field}”: {str(first.get('msg', 'not as expected')).rstrip('.').lower()}.",
    )


async def on_table(request: Request, error: Exception) -> Response:
    assert isinstance(error, TableError)
    return await error_response(request, STATUS[error.code], error.sentence)


async def on_name(request: Request, error: Exception) -> Response:
    return await error_response(request, 422, str(error))


async def on_changed(request: Request, error: Exception) -> Response:
    return await error_response(
        request, 409, "That was changed a moment ago, perhaps by a second click. Look again."
    )


async def on_too_often(request: Request, error: Exception) -> Response:
    assert isinstance(error, RateLimited)
    seconds = max(1, round(error.seconds))
    return await error_response(
        request, 429, f"That was often. Try again in {seconds} s.", {"Retry-After": str(seconds)}
    )


async def on_store(request: Request, error: Exception) -> Response:
    """The database away or overloaded is no fault of the visitor; a value that it cannot hold is; a wrong statement is ours."""
    if isinstance(error, TemplateNotFound):
        raise error
    kind = str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")[:2]
    if kind == BAD_VALUE_CLASS:
        return await error_response(request, 400)
    if kind in OWN_FAULT_CLASSES:
        raise error
    log.warning("store-away", error=type(error).__name__, sqlstate=kind)
    return await error_response(request, 503, headers={"Retry-After": "2"})


async def on_bug(request: Request, error: Exception) -> Response:
    """Our mistake. Starlette raises it again after the answer, so that the server logs it."""
    try:
        return await error_response(request, 500)
    except Exception:  # the page of the error must not be the error
        return PlainTextResponse(SENTENCES[500], 500)


def register(app: FastAPI) -> None:
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_form)
    app.add_exception_handler(TableError, on_table)
    app.add_exception_handler(BadName, on_name)
    app.add_exception_handler(NameTaken, on_name)
    app.add_exception_handler(RateLimited, on_too_often)
    app.add_exception_handler(ConcurrentChange, on_changed)
    app.add_exception_handler(UnstorableText, on_name)
    for away in (*DATABASE_ERRORS, TooBusy):
        app.add_exception_handler(away, on_store)
    app.add_exception_handler(Exception, on_bug)
