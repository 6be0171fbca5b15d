"""Markup and odd letters in every field, and how a browser reads the pages that show them."""

import json
import re
from html.parser import HTMLParser
from itertools import count
from typing import Final
from urllib.parse import quote

from app.games import GAMES
from tests.prove.clients.asgi_client import OURS, Answer, Caller
from tests.prove.web.personas import Personas

MARK: Final = "zq9"
MARKUP: Final = (
    f"<x{MARK}>", f'"><x{MARK} on{MARK}="1">', f"' on{MARK}='1", f"</script><x{MARK}>",
    f"</title><x{MARK}>", f"</textarea><x{MARK}>",
    f"--><x{MARK}>", f"]]><x{MARK}>", f"<svg/on{MARK}=1>", f"<x{MARK}", f"<!--<script>{MARK}",
    f"&lt;x{MARK}&gt;", f"\\u003cx{MARK}>",
    f"javascript:{MARK}()", f"data:text/html,<x{MARK}>", f"{{{{7*7}}}}{MARK}",
    f"{{% print(7*7) %}}{MARK}", f"${{7*7}}{MARK}",
    f"\r\nX-{MARK}: 1", f"%0d%0aX-{MARK}:%201", f"＜x{MARK}＞", f"`on{MARK}=1", f"x' on{MARK}=1",
    f"//{MARK}.example", f"\u2028<x{MARK}>",
)  # fmt: skip
ODD: Final = (
    "", " ", "\x00", "a\x00b", "\x1b[31m", "\u202e\u2066", "\ufeff", "\ufffe", "\U0010ffff",
    "\ud800", "e" + "\u0301" * 300, "ﷺ" * 40,
    "A" * 3000, "-1", "0", "99999999999999999999", "NaN", "1e999", "null", "' OR 1=1 --", "%",
    "../../etc/passwd", "１２", "\t\n", "🐔" * 9,
)  # fmt: skip
QUERY: Final = (
    "page", "q", "player", "code", "game", "since", "until", "state", "subject", "admin", "by",
    "seat", "start", "count", "next", "open",
    "watch", "suspended",
)  # fmt: skip
FORM: Final = (
    "name",
    "password",
    "game",
    "code",
    "next",
    "current_password",
    "new_password",
    "confirm",
    "reason",
    "until",
    "listed",
    "sit",
    "forever",
)
LEFT_ALONE: Final = (
    "/account/logout",
    "/account/logout-everywhere",
    "/account/delete",
    "/login",
    "/signup",
)
"""Routes after which the asker is somebody else."""


class Page(HTMLParser):
    """A page as a browser parses it, and the markup that came from our text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if MARK in tag:
            self.wrong.append(f"a tag <{tag}>")
        for name, value in attrs:
            target = (value or "").strip().lower()
            if MARK in name:
                self.wrong.append(f"an attribute {name}")
            if name in ("href", "src", "action", "formaction") and target.startswith(
                ("javascript:", "data:text", "//", f"https://{MARK}")
            ):
                self.wrong.append(f"a target {value}")

    def handle_comment(self, data: str) -> None:
        if MARK in data:
            self.wrong.append(f"a comment {data[:40]}")


def wrong_with(answer: Answer) -> str | None:
    """The harm that our text does in an answer, or None."""
    if answer.status >= 500:
        return f"the status {answer.status}"
    if any(MARK in name for name, _ in answer.headers):
        return "a header"
    if any(
        name == "location" and (not value.startswith("/") or value.startswith("//"))
        for name, value in answer.headers
    ):
        return f"the way to {answer.header('location')}"
    if f"49{MARK}" in answer.text:
        return "a template"
    if (
        "Traceback" in answer.text
        or "sqlalchemy" in answer.text.lower()
        or "asyncpg" in answer.text
    ):
        return "words from the inside"
    if (answer.header("content-type") or "").startswith("text/html"):
        if MARK not in answer.text:  # so nothing in it is ours
            return None
        page = Page()
        page.feed(answer.text)
        page.close()
        return page.wrong[0] if page.wrong else None
    if (
        not (answer.header("content-type") or "").startswith(
            ("application/json", "text/plain", "image/svg", "application/jsonl")
        )
        and answer.body
    ):
        return f"a {answer.header('content-type')}"
    return None


async def markup(cast: Personas) -> None:
    """T8, T22: markup and odd text in every form field, query and shown header."""
    words = [*MARKUP, *ODD]
    cast.random.shuffle(words)
    for method, path in cast.routes():
        if path in LEFT_ALONE or path.startswith("/account/sessions"):
            continue
        for number in range(3):
            said = words[(hash_of(path) + number * 7) % len(words)]
            asked = cast.filled(path)
            if number == 2 and "{" in path:
                asked = re.sub(
                    r"\{\w+\}", quote(said.encode("utf-8", "replace"), safe="") or "x", path
                )
            sent = [
                ("origin", OURS),
                ("user-agent", said.replace("\r\n", "")),
                ("accept-language", said.replace("\r\n", "")),
            ]
            question = "&".join(
                f"{name}={quote(said.encode('utf-8', 'surrogatepass'))}"
                for name in QUERY
                if "\x00" not in said
            )
            person = cast.keeper if path.startswith("/admin") else cast.stranger
            if method == "GET":
                answer = await person.get(f"{asked}?{question}", headers=sent)
            else:
                if (
                    path.endswith(("/stop", "/void", "/reinstate", "/suspend", "/lift"))
                    and len(said.strip()) >= 3
                ):
                    asked = asked.replace(cast.match, "A" * 22).replace(cast.hanna_id, "A" * 22)
                form = {
                    name: said.encode("utf-8", "replace").decode()
                    for name in FORM
                    if name != "forever"
                }
                answer = await person.ask("POST", asked, form, headers=sent)
            wrong = wrong_with(answer)
            cast.judge(
                wrong is None or path == "/readyz", f"{said!r} at {method} {path} became {wrong}"
            )
    await _kept_words(cast)


async def _kept_words(cast: Personas) -> None:
    """Checks text that is kept, on all pages that show it: names, user agents, reasons and chat."""
    names = count()
    for said in (
        MARKUP[0],
        *cast.random.sample([*MARKUP, *ODD], min(8 * cast.scale, len(MARKUP) + len(ODD))),
    ):
        guest = Caller(cast.app, "guest", "203.0.113.99")
        sent = [
            ("origin", OURS),
            ("user-agent", said.replace("\r\n", " ")),
            ("content-type", "application/x-www-form-urlencoded"),
        ]
        name = quote(said.encode("utf-8", "replace")[:60])
        body = f"name={name}&game={GAMES[0].slug}&listed=on".encode()
        answer = await guest.ask("POST", "/rooms", body=body, headers=sent)
        cast.judge(
            wrong_with(answer) is None, f"a guest named {said!r} became {wrong_with(answer)}"
        )
        if answer.status != 303:
            plain = f"name=Plain%20{next(names)}&game={GAMES[0].slug}&listed=on".encode()
            answer = await guest.ask("POST", "/rooms", body=plain, headers=sent)
        cast.judge(answer.status == 303, f"nobody came in as {said!r}: {answer.status}")
        room = (answer.header("location") or "").rpartition("/")[2]
        guest.cookies["said"] = quote(said.encode("utf-8", "replace"))
        async with guest.at(room) as line:
            secret = (await line.until("room"))["secret"]
            if said.strip():
                line.send_text(json.dumps({"type": "say", "id": "s", "text": said[:400]}))
            for path in (
                "/",
                "/account",
                f"/table/{room}",
                f"/table/{room}/rules",
                "/api/tables",
                "/account/delete",
                "/login",
            ):
                answer = await guest.get(path)
                cast.judge(
                    wrong_with(answer) is None, f"{said!r} on {path} became {wrong_with(answer)}"
                )
            answer = await cast.stranger.get(f"/join/{secret}")
            cast.judge(
                wrong_with(answer) is None, f"{said!r} on an invitation became {wrong_with(answer)}"
            )
    for said in MARKUP:
        await cast.keeper.post(f"/admin/people/{cast.gustav_id}/lift", reason=said)
    for path in (
        "/admin/audit",
        f"/admin/people/{cast.gustav_id}",
        "/admin/people?q=x",
        "/admin/matches",
    ):
        answer = await cast.keeper.get(path)
        cast.judge(
            answer.status == 200 and wrong_with(answer) is None,
            f"reasons on {path} became {wrong_with(answer)}",
        )


def hash_of(text: str) -> int:
    return sum(map(ord, text))
