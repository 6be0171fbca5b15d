"""Logging: lines for people on a terminal, JSON elsewhere, for libraries' logs too."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from app.table.lobby.registry import add_place
from app.text.error_chain import error_chain

CLIENT_ERRORS = (
    "Invalid UTF-8 sequence received",
    "ASGI callable returned without completing handshake",
)
"""The faults of clients that uvicorn logs as our errors: bad UTF-8 and refused sockets."""


def name_exception(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Puts kinds and places in the stead of a traceback, whose words may be somebody's cards."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else (given or (None, None))[1]
    if error is not None:
        event["error"] = error_chain(error)
    return event


def configure(level: str) -> None:
    """Set up structlog and the standard library's logging to write to stderr from this level on."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        add_place,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    last: list[structlog.typing.Processor] = (
        [
            structlog.dev.ConsoleRenderer(
                pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
            )
        ]
        if sys.stderr.isatty()
        else [
            name_exception,
            structlog.processors.JSONRenderer(),
        ]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("uvicorn.error").addFilter(
        lambda record: not record.getMessage().startswith(CLIENT_ERRORS)
    )
    for chatty in (
        "uvicorn",
        "uvicorn.error",
        "asyncio",
        "alembic",
    ):  # their news of every start and stop; their warnings stay
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))
