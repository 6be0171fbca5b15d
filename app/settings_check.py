"""The settings as read at the start: all mistakes are listed together, each with what would do."""

import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

from pydantic import ValidationError

from app.settings import Settings

PREFIX: Final = "PECKING_ORDER_"
WITHOUT_PREFIX: Final = {"PORT": "port", "DATABASE_URL": "database_url"}
"""Names that hosting services set."""
SECRET: Final = frozenset({"database_url", "metrics_token", "push_key"})
"""Settings whose value is never printed."""
NAMES: Final = {f"{PREFIX}{field.upper()}": field for field in Settings.model_fields}

WOULD_DO: Final = {
    "host": "an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::1",
    "port": "a whole number from 0 to 65535, such as 8000",
    "nearby": "addresses of this machine with commas between, such as 192.168.1.5",
    "public_url": "an address without a path, such as https://cards.example",
    "data_dir": "a folder that this account may write to, such as /var/lib/pecking-order",
    "database_url": "a PostgreSQL address, such as postgresql://user:password@host:5432/name",
    "pace": "a number above 0; 1 is the usual pace",
    "patience": "a number above 0; 1 is the usual patience",
    "limits": "a number above 0; 1 is the usual limits",
    "unsafe_store": "1 or 0",
    "processes": "a whole number from 1 to 16",
    "listeners": "numbers of open sockets with commas between",
    "siblings_secret": "a secret of at least 16 letters and digits, the same for each process",
    "sibling_address": "host:port, such as 10.0.0.2:8000",
    "process_name": "a word of small letters, digits, dots and hyphens, such as web-1",
    "trusted_proxies": "addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8",
    "security_contact": "mailto:security@cards.example or https://cards.example/security",
    "push_key": "the 43 signs that `run.py push-key` prints, and a contact",
    "keep_chat_months": "a whole number of months from 1, such as 12",
    "keep_reports_months": "a whole number of months from 1, such as 24",
    "keep_audit_years": "a whole number of years from 1, or nothing for ever",
    "keep_match_years": "a whole number of years from 1, or nothing for ever",
    "archive_dir": "a folder of this account, such as /var/lib/pecking-order/archive",
    "log_level": "debug, info, warning or error",
    "metrics_token": "16 to 200 letters and digits, such as `openssl rand -hex 24` makes",
}
"""For each setting a value that would be taken."""

ON_COMMAND_LINE: Final = {"public_url": "--friends"}
"""The options that are not called like the setting they give."""


class BadSettings(Exception):
    """One or more settings are wrong; the message names each and says what would do."""


def read_settings(
    given: Mapping[str, Any] | None = None, environ: Mapping[str, str] = os.environ
) -> Settings:
    """The settings of this environment, overridden by what was `given` on the command line.

    Raises BadSettings with every mistake, unknown names included.
    """
    faults = list(unknown_names(environ))
    settings: Settings | None = None
    try:
        settings = Settings(**(given or {}))
    except ValidationError as error:
        faults += wrong_values(error, given or {}, environ)
    if settings is None or faults:
        raise BadSettings("\n".join(("These settings are wrong:", *(f"  {one}" for one in faults))))
    return settings


def unknown_names(environ: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each variable that looks like ours and is none."""
    for name in sorted(environ):
        if not name.upper().startswith("PECKING") or name.upper() in NAMES:
            continue
        rest = name.upper().removeprefix(PREFIX).removeprefix("PECKINGORDER_")
        near = get_close_matches(rest, (field.upper() for field in Settings.model_fields), n=1)
        yield f"{name} is not a setting. " + (
            f"Did you mean {PREFIX}{near[0]}?"
            if near
            else f"The settings are {', '.join(sorted(NAMES))}."
        )


def wrong_values(
    error: ValidationError, given: Mapping[str, Any], environ: Mapping[str, str]
) -> Iterator[str]:
    """A sentence for each value that does not fit its setting."""
    for fault in error.errors():
        place = str(fault["loc"][0]) if fault["loc"] else ""
        field = NAMES.get(place.upper()) or WITHOUT_PREFIX.get(place.upper()) or place
        if field in given:
            name = ON_COMMAND_LINE.get(field, f"--{field}")
        else:
            name = written_name(field, environ)
        value = "" if field in SECRET else f"={fault['input']}"
        reason = fault["ctx"]["error"] if fault["type"] == "value_error" else "that will not do"
        yield f"{name}{value}: {reason}. Write {WOULD_DO.get(field, 'another value')}."


def written_name(field: str, environ: Mapping[str, str]) -> str:
    """The variable that this setting was read from, as it is spelt there."""
    spelt = {name.upper(): name for name in environ}
    ours = f"{PREFIX}{field.upper()}"
    if ours in spelt:
        return spelt[ours]
    return next(
        (spelt[name] for name, of in WITHOUT_PREFIX.items() if of == field and name in spelt), ours
    )
