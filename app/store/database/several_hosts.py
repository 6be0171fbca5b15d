"""The hosts that a database's URL names: one is asked after the other, the last good one first.

The driver gives all hosts one time limit together, so a machine that is dead and silent would use
it up. Here each has its share.
"""

from functools import cache
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
LIMIT: Final = 10.0
"""Seconds for all hosts where the caller sets none."""
NEXT_ERRORS: Final = (
    OSError,
    TimeoutError,
    asyncpg.CannotConnectNowError,
    asyncpg.TargetServerAttributeNotMatched,
)
"""Errors after which the next host is asked."""


def each_host(dsn: str) -> list[str]:
    """The URL once for each host that it names, in libpq's forms `a:1,b:2` and `host=a,b`.

    Of several hosts only one that takes writes will do, unless the URL asks for another.
    """
    parts = urlsplit(dsn)
    who, at, where = parts.netloc.rpartition("@")
    query = dict(parse_qsl(parts.query))
    hosts = where.split(",") if "host" not in query else query["host"].split(",")
    if len(hosts) == 1:
        return [dsn]
    query.setdefault("target_session_attrs", "read-write")
    ports = query["port"].split(",") if "port" in query else []
    found = []
    for number, host in enumerate(hosts):
        own = dict(query)
        if ports:
            own["port"] = ports[number if len(ports) > 1 else 0]
        if "host" in query:
            own["host"] = host
        netloc = parts.netloc if "host" in query else f"{who}{at}{host}"
        found.append(urlunsplit(parts._replace(netloc=netloc, query=urlencode(own, safe="/"))))
    return found


@cache
def _hosts(dsn: str) -> list[str]:
    """The hosts of a URL, which `connect_to_any` keeps in order for the whole process."""
    return each_host(dsn)


async def connect_to_any(dsn: str, **options: Any) -> Connection:
    """A connection to the first host that takes it, within the `timeout` among the options.

    Raises what the last one answered.
    """
    hosts = _hosts(dsn)
    if len(hosts) == 1:
        only: Connection = await asyncpg.connect(dsn, **options)
        return only
    share = options.pop("timeout", LIMIT) / len(hosts)
    asked = [*hosts]
    for number, host in enumerate(asked):
        try:
            found: Connection = await asyncpg.connect(host, timeout=share, **options)
        except NEXT_ERRORS:
            if number == len(asked) - 1:
                raise
        else:
            hosts.sort(key=lambda one: one != host)
            return found
    raise AssertionError("a URL names a host")
