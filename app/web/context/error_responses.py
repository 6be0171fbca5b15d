"""The response to each error: a page for people, JSON for programs, no internals for either."""

from http import HTTPStatus
from typing import Any, Final

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from jinja2 import TemplateNotFound
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from app.store.database.base import ConcurrentChange
from app.store.database.connections import DATABASE_ERRORS
from app.store.database.storable_text import UnstorableText
from app.store.people.names import BadName, NameTaken
from app.table.model.errors import TableError
from app.text.error_chain import error_chain
from app.web.context.hashing_queue import TooBusy
from app.web.context.request_context import RequestContext, request_context
from app.web.rate_limits import RateLimited
from app.web.server.middleware import wants_json
from app.web.server.siblings import NOT_DONE, PERHAPS_DONE, NotReached, Silent

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
    "unreadable-room": 503,
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
    "unreadable-room": 4404,
    "too-slow": 4408,
    "restart": 1012,
    "moved": 1012,
}
"""Codes of a Bye as WebSocket close codes; every other one closes with OTHER_CLOSE_CODE."""
OTHER_CLOSE_CODE: Final = 4409
BAD_VALUE_CLASS: Final = "22"
"""The class of SQLSTATE for values that the database cannot hold."""
OWN_FAULT_CLASSES: Final = ("23", "42")
"""Classes of SQLSTATE for our own mistakes: broken constraints, wrong statements."""
SENTENCES: Final[dict[int, str]] = {
    400: "We couldn’t read that request. Go back and try again.",
    401: "Log in, or take a name at a table, and try again.",
    403: "You don’t have access to this page.",
    404: "There is no such page. Check the address.",
    405: "This page doesn’t accept that request.",
    413: "This request is too large.",
    415: "This page doesn’t accept that kind of form.",
    422: "We couldn’t read part of that form.",
    429: "Too many attempts; try again in a moment.",
    500: "Something broke on our side. We have logged the error; please try again.",
    503: "We can’t reach the database. Try again in a moment.",
}
"""By status; for errors that say nothing more themselves."""


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
    context.login.keep_cookie()
    response = context.page(
        "error.html", status, status=status, title=HTTPStatus(status).phrase, sentence=text
    )
    response.headers.update(headers or {})
    return response


async def error_context(request: Request, status: int) -> RequestContext:
    """The context of an error page; a stranger's where a lookup could be the next error."""
    try:
        return RequestContext(request) if status >= 500 else await request_context(request)
    except DATABASE_ERRORS:
        return RequestContext(request)


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = error.detail if error.detail != HTTPStatus(error.status_code).phrase else None
    return await error_response(request, error.status_code, said, dict(error.headers or {}))


async def on_form(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = next(iter(error.errors()), {})
    field = str((first.get("loc") or ("form",))[-1])
    problem = str(first.get("msg", "not as expected")).rstrip(".").lower()
    return await error_response(request, 422, f"{SENTENCES[422]} Check “{field}”: {problem}.")


async def on_table(request: Request, error: Exception) -> Response:
    assert isinstance(error, TableError)
    return await error_response(request, STATUS[error.code], error.sentence)


async def on_name(request: Request, error: Exception) -> Response:
    return await error_response(request, 422, str(error))


async def on_changed(request: Request, error: Exception) -> Response:
    return await error_response(
        request, 409, "That changed a moment ago, perhaps by a double click. Reload the page."
    )


async def on_rate_limited(request: Request, error: Exception) -> Response:
    assert isinstance(error, RateLimited)
    seconds = max(1, round(error.seconds))
    return await error_response(
        request,
        429,
        f"Too many attempts; try again in {seconds} s.",
        {"Retry-After": str(seconds)},
    )


async def on_busy(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooBusy)
    return await error_response(
        request,
        503,
        f"Many people are logging in. Try again in {error.seconds} s.",
        {"Retry-After": str(error.seconds)},
    )


async def on_not_reached(request: Request, error: Exception) -> Response:
    """A sibling could not be asked, or has not answered and may have done what it was asked."""
    return await error_response(
        request, 503, NOT_DONE if isinstance(error, NotReached) else PERHAPS_DONE
    )


async def on_store(request: Request, error: Exception) -> Response:
    """503 for a database that is away or overloaded, 400 for a value that it cannot hold.

    A wrong statement is our own mistake, and raised again.
    """
    if isinstance(error, TemplateNotFound):
        raise error
    if sqlstate_class(error) == BAD_VALUE_CLASS:
        return await error_response(request, 400)
    check_no_own_fault(error)
    return await error_response(request, 503, headers={"Retry-After": "2"})


def sqlstate_class(error: Exception) -> str:
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")[:2]


def check_no_own_fault(error: Exception) -> None:
    """Raises the error again if our own statement was wrong; logs that the database is away."""
    kind = sqlstate_class(error)
    if kind in OWN_FAULT_CLASSES:
        raise error
    log.warning("store away", error=error_chain(error))


async def on_bug(request: Request, error: Exception) -> Response:
    """Our mistake. Starlette raises it again after the response, so that the server logs it."""
    try:
        return await error_response(request, 500)
    except Exception:  # the error page must not raise the next error
        return PlainTextResponse(SENTENCES[500], 500)


def register(app: FastAPI) -> None:
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_form)
    app.add_exception_handler(TableError, on_table)
    app.add_exception_handler(BadName, on_name)
    app.add_exception_handler(NameTaken, on_name)
    app.add_exception_handler(RateLimited, on_rate_limited)
    app.add_exception_handler(ConcurrentChange, on_changed)
    app.add_exception_handler(UnstorableText, on_name)
    app.add_exception_handler(TooBusy, on_busy)
    for unheard in (NotReached, Silent):
        app.add_exception_handler(unheard, on_not_reached)
    for unavailable in DATABASE_ERRORS:
        app.add_exception_handler(unavailable, on_store)
    app.add_exception_handler(Exception, on_bug)
