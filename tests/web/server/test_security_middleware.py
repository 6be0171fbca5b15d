"""Headers on every response, the refusal of cross-site requests, and no 5xx."""

import re
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest

from app.web.server.middleware import BODY_LIMIT
from tests.server_process import ServerProcess
from tests.web.all_routes import ALWAYS, WRITES
from tests.web.conftest import NewVisitor
from tests.web.visitors import ANSWER_SECONDS

OTHERS = [
    "/nothing/here",
    "/static/css/base.css",
    "/static/nothing.css",
    "/openapi.json",
    "/%ff%fe",
    "/table/%00",
    "/?next=%00",
]


def assert_guarded(answer: httpx2.Response) -> str:
    """All headers stand on the answer; its nonce."""
    for name, value in ALWAYS.items():
        assert answer.headers[name] == value, name
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self' 'nonce-")
    assert "unsafe" not in policy
    for part in (
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "style-src 'self';",
        "require-trusted-types-for 'script'; trusted-types heartbeat offline",
    ):
        assert part in policy
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers, "only where people arrive by https"
    return str(re.findall(r"'nonce-([\w-]+)'", policy)[0])


@pytest.mark.parametrize("path", ["/", "/readyz", "/api/tables", *OTHERS])
def test_every_answer_carries_the_headers(visitor: NewVisitor, path: str) -> None:
    answer = visitor().get(path)
    assert answer.status_code < 500 or path == "/readyz"
    assert_guarded(answer)
    if not path.startswith("/static"):
        assert answer.headers["cache-control"] == "no-store"


FROM_ELSEWHERE: tuple[dict[str, str], ...] = (
    {},
    {"Origin": "null"},
    {"Origin": "https://evil.example"},
    {"Origin": "{ours}.evil.example"},
    {"Origin": "{ours}1"},
    {"Origin": "https://{host}"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "{ours}"},
    {"Sec-Fetch-Site": "same-site", "Origin": "{ours}"},
    {"Sec-Fetch-Site": "SAME-ORIGIN", "Origin": "{ours}"},
    {"Sec-Fetch-Site": "", "Origin": "{ours}"},
)
OF_OURS = {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": "{ours}"}


def filled(headers: dict[str, str], server: ServerProcess) -> dict[str, str]:
    ours = server.base_url
    host = ours.removeprefix("http://")
    return {name: value.format(ours=ours, host=host) for name, value in headers.items()}


@pytest.mark.parametrize("path", ["/login", "/rooms", "/account/logout"])
def test_no_form_from_another_site_is_taken(
    program: httpx2.Client, web_server: ServerProcess, path: str
) -> None:
    for headers in FROM_ELSEWHERE:
        form = {"name": "Mallory"}
        answer = program.post(path, headers=filled(headers, web_server), data=form)
        assert answer.status_code == 403, headers
        assert "another site" in answer.text, headers
        assert "set-cookie" not in answer.headers, headers


@pytest.mark.parametrize("path", WRITES)
def test_our_own_forms_are_taken(
    program: httpx2.Client, web_server: ServerProcess, path: str
) -> None:
    kind = {"Content-Type": "application/json"} if path.startswith("/api/") else {}
    for headers in OF_OURS:
        answer = program.post(path, headers=filled(headers, web_server) | kind)
        program.cookies.clear()
        assert answer.status_code not in (403, 415), (headers, answer.text)
        assert answer.status_code < 500, headers


def test_each_page_has_its_own_nonce_and_no_other_script(visitor: NewVisitor) -> None:
    person = visitor()
    first, second = person.get("/"), person.get("/")
    nonce = assert_guarded(first)
    assert nonce != assert_guarded(second)
    inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", first.text)
    assert inline
    assert all(f'nonce="{nonce}"' in attributes for attributes in inline)


def test_a_body_beyond_the_limit_is_refused(visitor: NewVisitor) -> None:
    assert visitor().post("/login", {"name": "x" * 70_000}).status_code == 413


def test_a_body_that_grows_beyond_the_limit_is_refused(visitor: NewVisitor) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = visitor().http.post(
        "/login", content=(b"name=" + b"x" * 9000 for _ in range(10)), headers=kind
    )
    assert answer.status_code == 413


def test_forms_at_the_limit_are_read(visitor: NewVisitor) -> None:
    form = {"name": "x", "password": "y" * (BODY_LIMIT // 100)}
    assert visitor().post("/login", form).status_code == 422


def test_programs_send_json_to_the_api(visitor: NewVisitor) -> None:
    """Also on read-only addresses: a cross-site form must never look like an API request."""
    answer = visitor().post("/api/tables", {"game": "x"})
    assert (answer.status_code, "application/json" in answer.json()["error"]) == (415, True)
    assert visitor().http.post("/api/tables", json={}).status_code == 405


ODD_ADDRESSES = [
    "/history?page=99999999999999999999",
    "/history?page=-1",
    "/history?page=x",
    "/leaderboard/" + "a" * 5000,
    "/people/%F0%9F%90%94",
    "/people/" + "a" * 5000,
    "/match/' OR 1=1 --",
    "/join/" + "é" * 50,
    "/join/../../etc/passwd",
    "/table/%2e%2e",
    "/static/../app/main.py",
    "/static/%2e%2e/app/main.py",
    "/api/matches/x/steps?start=99999999999999999999999999&count=-5",
    "/api/tables?open=perhaps",
    "/rules/%E2%80%AE",
    "/knock/" + "%C3%28" * 10,
]


def test_odd_addresses_are_answered(visitor: NewVisitor) -> None:
    person = visitor()
    person.sign_up("Odd Odette")
    for path in ODD_ADDRESSES:
        answer = person.get(path)
        assert answer.status_code < 500, path
        assert "root:" not in answer.text, path


ODD_FORMS = {
    "nul": b"name=%00&code=%00&confirm=%00&reason=%00%00%00&until=%00&game=%00"
    b"&old=%00&new=%00&password=%00",
    "not utf-8": b"name=%ff%fe&code=%ff&confirm=%c3%28&reason=%ff%ff%ff&until=%ff&game=%ff"
    b"&old=%ff&new=%ff&password=%ff",
    "half a pair": "name=\ud800&password=\udfff&reason=\ud800".encode("utf-8", "surrogatepass"),
    "twice": b"name=Anna&name=Berta&game=a&game=b&code=ABCDE&code=EDCBA",
    "percent": b"%",
    "equals": b"=&=&&&",
    "bytes": b"\x00\x01\x02",
}


def test_odd_forms_and_files_where_words_belong_are_answered(visitor: NewVisitor) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    files = {"name": b"\x89PNG", "game": b"x", "code": b"x", "password": b"x", "reason": b"x"}
    sent: dict[str, dict[str, Any]] = {"files": {"files": files}}
    sent |= {name: {"content": one, "headers": kind} for name, one in ODD_FORMS.items()}
    client = visitor().http
    for path in WRITES:
        for name, form in sent.items():
            answer = client.post(path, **form)
            client.cookies.clear()
            assert answer.status_code < 500, (path, name, answer.text)


@pytest.mark.parametrize(
    "cookie",
    [
        "po=",
        "po=x",
        "po=" + "x" * 5000,
        "po=%00%ff",
        'po="a b"',
        "po; po; ;;=",
        "po=ümläüt",
        "said=<script>",
    ],
)
def test_odd_cookies_are_nobody(visitor: NewVisitor, cookie: str) -> None:
    answer = visitor().http.get("/account", headers=[(b"cookie", cookie.encode())])
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=/account")
    assert "<script>" not in visitor().http.get(
        "/", headers=[(b"cookie", cookie.encode())]
    ).text.replace('<script type="', "").replace("<script src", "")


def test_a_dead_cookie_is_taken_away(visitor: NewVisitor) -> None:
    answer = visitor().http.get("/", headers={"Cookie": "po=" + "A" * 43})
    assert 'po=""' in answer.headers["set-cookie"]


def test_an_error_takes_no_cookie_away(visitor: NewVisitor) -> None:
    assert (
        "set-cookie"
        not in visitor().http.get("/nothing", headers={"Cookie": "po=" + "A" * 43}).headers
    )


def test_errors_are_pages_for_people_and_json_for_programs(visitor: NewVisitor) -> None:
    person = visitor()
    assert "Nobody sits here." in person.get("/nothing").text
    assert person.get("/nothing", headers={"Accept": "application/json"}).json() == {
        "error": "There is no such page. Check the address."
    }
    assert person.get("/api/nothing").json() == {
        "error": "There is no such page. Check the address."
    }


def test_head_is_answered_like_get(visitor: NewVisitor) -> None:
    answer = visitor().http.head("/")
    assert (answer.status_code, answer.content) == (200, b"")


def test_there_is_nobody_to_write_to_unless_somebody_says_so(
    visitor: NewVisitor, web_server: ServerProcess, strict_server: ServerProcess
) -> None:
    assert visitor().get("/.well-known/security.txt").status_code == 404
    answer = httpx2.get(
        f"{strict_server.base_url}/.well-known/security.txt", timeout=ANSWER_SECONDS
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:security@cards.example"
    assert datetime.fromisoformat(fields["Expires"]) > datetime.now(UTC)
