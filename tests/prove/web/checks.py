"""Checks over the whole table of routes, so that a new route is covered or named as forgotten."""

import json
import re
from typing import Any, Final

from app.web.server.middleware import BODY_LIMIT
from tests.prove.clients.asgi_client import OURS, Answer, Caller, Headers
from tests.prove.web.access import RULES
from tests.prove.web.personas import Personas, bare
from tests.prove.web.route_table import (
    FOREIGN,
    METHODS,
    PROGRAM,
    TRAILING,
    Check,
    headers_missing,
)
from tests.web.all_routes import routes


async def headers(cast: Personas) -> None:
    """T30: the headers stand on every answer, refusals and mistakes included."""
    form = [("origin", OURS), ("content-type", "application/x-www-form-urlencoded")]
    for method, path in cast.routes():
        asked = cast.filled(path)
        for person in (cast.nobody, cast.hanna, cast.keeper) if method == "GET" else (cast.nobody,):
            answer = await person.ask(method, asked)
            wrong = headers_missing(answer)
            cast.judge(
                wrong is None, f"{method} {path} as {person.name} ({answer.status}): {wrong}"
            )
            cast.judge(
                "no-store" in (answer.header("cache-control") or ""), f"{method} {path} may be kept"
            )
    for method, asked, status, more in (
        ("GET", "/nothing/here", 404, {}),
        ("GET", "/static/nothing.css", 404, {}),
        ("GET", "/static/css/base.css", 200, {}),
        ("GET", "/?x=%00", 400, {}),
        ("GET", "/api/tables?open=perhaps", 422, {}),
        ("PUT", "/login", 405, {}),
        ("POST", "/login", 403, {"headers": []}),
        ("POST", "/login", 413, {"body": b"name=" + b"x" * BODY_LIMIT, "headers": form}),
        ("POST", "/api/tables", 415, {"body": b"a=b", "headers": form}),
        ("POST", "/login", 422, {"body": b"name=" + b"x" * 2000, "headers": form}),
    ):
        answer = await cast.nobody.ask(method, asked, **more)
        wrong = headers_missing(answer)
        cast.judge(
            answer.status == status and wrong is None,
            f"{method} {asked}: {answer.status} for {status}, {wrong}",
        )
    for sent in ([], [("origin", "https://evil.example")]):
        refused = await cast.hanna.handshake(cast.room, sent)
        cast.judge(
            headers_missing(refused) is None, f"a refused handshake: {headers_missing(refused)}"
        )


async def mistakes(cast: Personas) -> None:
    """T30, T15: a page that breaks says nothing about the inside, and carries the headers."""
    services = cast.app.state.services
    rooms = services.lobby.listed
    services.lobby.listed = lambda *_, **__: 1 // 0
    try:
        for path in ("/", "/api/tables"):
            answer = await cast.nobody.get(path)
            wrong = headers_missing(answer)
            said = [
                word
                for word in ("Traceback", "ZeroDivision", "lobby", ".py")
                if word in answer.text
            ]
            cast.judge(
                answer.status == 500 and wrong is None and not said,
                f"a mistake at {path}: {answer.status} {wrong} {said}",
            )
    finally:
        services.lobby.listed = rooms


async def forgeries(cast: Personas) -> None:
    """T7: no POST takes what another site's page sends with hanna's own cookie."""
    before = await cast.state()
    cookies = dict(cast.hanna.cookies)
    for path in cast.writes():
        for sent in FOREIGN:
            if sent == TRAILING:
                continue
            answer = await _form(cast.hanna, cast.filled(path), sent)
            cast.judge(answer.status == 403, f"POST {path} with {list(sent)}: {answer.status}")
            cast.judge(not answer.all("set-cookie"), f"POST {path} with {list(sent)} sets a cookie")
    cast.judge(await cast.state() == before, "something of hanna's has changed")
    cast.judge(cast.hanna.cookies == cookies, "hanna's cookie has changed")


async def _form(person: Caller, path: str, headers: Headers) -> Answer:
    return await person.ask(
        "POST", path, {"name": "Mallory", "reason": "because", "game": "x"}, headers=headers
    )


async def programs(cast: Personas) -> None:
    """T7: an address for programs takes nothing that a form of another page could send."""
    kinds = (
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "",
        "application/jsonp",
    )
    for _method, path in routes():
        if path.startswith("/api/"):
            for kind in kinds:
                sent = [("origin", OURS), ("content-type", kind)]
                answer = await cast.hanna.ask("POST", cast.filled(path), body=b"{}", headers=sent)
                cast.judge(answer.status == 415, f"POST {path} as {kind!r}: {answer.status}")


async def handshakes(cast: Personas) -> None:
    """T5: a handshake is refused unless its Origin is ours; Sec-Fetch-Site does not stand in for
    it."""
    for sent in (*FOREIGN, [("sec-fetch-site", "same-origin")], [("sec-fetch-site", "none")]):
        if sent == TRAILING or (
            ("origin", OURS) in sent and sum(name == "origin" for name, _ in sent) == 1
        ):
            continue
        answer = await cast.hanna.handshake(cast.room, sent)
        cast.judge(answer.status == 403, f"a handshake with {list(sent)}: {answer.status}")
    answer = await cast.hanna.handshake(cast.room, [("origin", OURS)])
    cast.judge(answer.status == 101, f"a handshake with our own origin: {answer.status}")


async def methods(cast: Personas) -> None:
    """T7, T34: an address answers to its own methods alone, and reading changes nothing."""
    known: dict[str, set[str]] = {}
    for method, path in cast.routes():
        known.setdefault(path, set()).add(method)
    before = await cast.state()
    for path, own in known.items():
        for method in METHODS:
            answer = (
                await cast.hanna.ask(method, cast.filled(path), headers=PROGRAM)
                if method not in own
                else None
            )
            if answer is None or (method == "HEAD" and "GET" in own):
                continue
            wanted = (405, 404, 415) if path.startswith("/api/") else (405, 404)
            cast.judge(answer.status in wanted, f"{method} {path}: {answer.status}")
    for method, path in cast.routes():
        if method == "GET":
            for person in (cast.stranger, cast.nobody, cast.keeper):
                await person.get(cast.filled(path))
    await cast.nobody.get(f"/join/{cast.secret}")  # a chat program that looks at links
    await cast.stranger.get(f"/join/{cast.secret}")
    cast.judge(await cast.state() == before, "looking has changed something of hanna's")


async def access(cast: Personas) -> None:
    """T16, T17, T31: everybody asks all addresses with hanna's ids; hidden is as missing."""
    before = await cast.state()
    for person in cast.everybody():
        await person.get("/")  # a message that waits for its reader stands on one page
    for method, path in cast.routes():
        rule = RULES.get((method, path))
        if rule is None:
            cast.fault(f"{method} {path} is new: say in tests/prove/web/access.py who may use it")
            continue
        if rule.own_deed:
            continue
        asked = cast.filled(path)
        for person in cast.everybody():
            if person.name in rule.spare or (method == "POST" and person is cast.hanna):
                continue
            answer = await person.ask(
                method,
                asked,
                {"reason": "because", "name": "Mallory"} if method == "POST" else None,
            )
            may = person.name in rule.who
            wanted = rule.shown if may else rule.refused
            cast.judge(
                answer.status in wanted,
                f"{method} {path} as {person.name}: {answer.status}, not one of {wanted}",
            )
            if not may and rule.silent:
                missing = await person.ask(
                    method,
                    re.sub(r"[\w-]{22}", "B" * 22, asked),
                    {"reason": "because"} if method == "POST" else None,
                )
                same = (missing.status, _worn(missing)) == (answer.status, _worn(answer))
                cast.judge(same, f"{method} {path} tells {person.name} that it is there")
            _search(cast, answer, person, f"{method} {path}")
    cast.judge(await cast.state() == before, "somebody has changed something of hanna's")


def _worn(answer: Answer) -> str:
    """A page without what differs each time, or repeats the address."""
    return re.sub(r'nonce="[^"]*"|[\w-]{22}', "", answer.text)


def _search(cast: Personas, answer: Answer, person: Caller, where: str) -> None:
    """Nothing in the answer that this person may not know."""
    text = answer.text + repr(answer.headers)
    of_the_room = person.name in ("hanna", "gustav", "wanda")
    if not of_the_room:
        cast.judge(cast.secret not in text, f"{where} tells {person.name} the invitation")
    own = {"hanna": 0, "gustav": 1}.get(person.name)
    flat = bare(text)
    for seat, hand in enumerate(cast.hands):
        if seat != own:
            cast.judge(hand not in flat, f"{where} shows {person.name} the hand of seat {seat}")
    if person is not cast.hanna:
        cast.judge(cast.token not in text, f"{where} tells {person.name} hanna's cookie")


async def hands(cast: Personas) -> None:
    """T14, T16, T17: during a match nobody gets another's cards by asking, nor does an
    administrator."""
    seats = ["public", "all", "", "-1", "0,1", "０", *map(str, range(len(cast.hands)))]
    for person in cast.everybody():
        own = {"hanna": "0", "gustav": "1"}.get(person.name)
        for seat in seats:
            answer = await person.get(f"/api/matches/{cast.match}/steps?seat={seat}&count=200")
            _search(cast, answer, person, f"steps of {seat!r}")
            if answer.status == 200:
                shown = {
                    key for step in json.loads(answer.text)["steps"] for key in step["private"]
                }
                cast.judge(
                    shown <= {own},
                    f"steps of {seat!r} show {person.name} the seats {sorted(shown)}",
                )
        for path in (
            f"/api/matches/{cast.match}/export",
            f"/match/{cast.match}",
            f"/admin/matches/{cast.match}",
            f"/table/{cast.room}",
        ):
            answer = await person.get(path)
            _search(cast, answer, person, path)
            cast.judge(
                not path.endswith("export") or answer.status >= 400,
                f"{path} is given to {person.name} while the match runs",
            )
    for person in (cast.nobody, cast.stranger):
        for path in (
            f"/match/{cast.over}",
            f"/api/matches/{cast.over}/steps?seat=all",
            f"/api/matches/{cast.over}/export",
        ):
            answer = await person.get(path)
            cast.judge(
                answer.status == 404,
                f"{path} of a match that is over, as {person.name}: {answer.status}",
            )


async def looks(cast: Personas) -> None:
    """T17: each look of an administrator at a finished match is noted where its players see it."""
    from app.store.admin import audit

    services = cast.app.state.services
    for path in (
        f"/admin/matches/{cast.over}",
        f"/api/matches/{cast.over}/steps?seat=all",
        f"/api/matches/{cast.over}/export",
    ):
        async with services.db.sessions.begin() as db:
            before = len(await audit.looks_at(db, cast.over))
        answer = await cast.keeper.get(path)
        async with services.db.sessions.begin() as db:
            after = len(await audit.looks_at(db, cast.over))
        cast.judge(
            answer.status != 200 or after == before + 1, f"a look by {path} is not written down"
        )
    page = await cast.hanna.get(f"/match/{cast.over}")
    cast.judge("Keeps " in page.text, "the players do not see who looked")


async def sneaking(cast: Personas) -> None:
    """T34: fields that no form has are read by nothing."""
    extra: dict[str, Any] = {
        "admin": "true",
        "kind": "member",
        "id": cast.hanna_id,
        "account_id": cast.hanna_id,
        "is_admin": "1",
        "host": "1",
    }
    before = await cast.state()
    for path in ("/account/rename", "/rooms", "/knock", "/signup", "/login"):
        await cast.stranger.post(
            path,
            **{
                "name": f"Sneak {cast.random.randrange(10**6)}",
                "game": "x",
                "password": "x",
                **extra,
            },
        )
    cast.judge(
        (await cast.stranger.get("/admin/people")).status == 404,
        "a form's field made an administrator",
    )
    cast.judge(await cast.state() == before, "a form's field reached somebody else's account")


CHECKS: Final[dict[str, Check]] = {
    check.__name__: check
    for check in (
        headers, mistakes, forgeries, programs, handshakes, methods, access, hands, looks, sneaking,
    )
}  # fmt: skip
