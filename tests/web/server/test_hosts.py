"""The Host header: one of our own names is taken, a stranger's is refused or never repeated."""

import socket
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse

from app.web.rate_limits import Limits
from app.web.server.hosts import FOREIGN, MALFORMED, HostCheck, host_name
from app.web.server.middleware import OwnOrigin, SecurityMiddleware
from tests.server_process import ServerProcess

PUBLIC = "https://cards.example"
Answer = tuple[int, dict[str, str], str]


async def ask(
    hosts: list[str],
    public_url: str | None = None,
    method: str = "GET",
    listens_on: str = "127.0.0.1",
    kind: str = "http",
    **more: str,
) -> Answer:
    """The answer of an application that names the host it was asked for."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        url = HTTPConnection(scope).url
        if scope["path"] == "/away":
            await RedirectResponse(url.replace(path="/there"))(scope, receive, send)
        else:
            await PlainTextResponse(str(url))(scope, receive, send)

    guard = SecurityMiddleware(
        application,
        OwnOrigin(public_url),
        HostCheck(public_url, listens_on),
        secure=False,
        limits=Limits(),
    )
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    path = more.pop("path", "/")
    headers = [(b"host", host.encode()) for host in hosts]
    headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items()]
    scope: dict[str, Any] = {
        "type": kind,
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("203.0.113.7", 1),
        "server": ("127.0.0.1", 8000),
        "extensions": {"websocket.http.response": {}},
    }
    await guard(scope, receive, send)
    names = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], names, told[1]["body"].decode()


@pytest.mark.parametrize("public_url", [None, PUBLIC])
@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    "hosts",
    [
        [],
        [""],
        ["localhost", "localhost"],
        ["localhost", "evil.example"],
        ["localhost/x"],
        ["me@localhost"],
        ["local host"],
        ["localhost:x"],
        ["[::1"],
    ],
)
async def test_a_request_names_exactly_one_host(
    hosts: list[str], kind: str, public_url: str | None
) -> None:
    status, headers, text = await ask(hosts, public_url, kind=kind)
    assert (status, text) == (400, MALFORMED)
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost.",
        "cards.localhost:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "192.168.1.5",
        "[fd00::5]:8000",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8000",
        "box.lan:8000",
    ],
)
async def test_our_own_names_are_taken(host: str) -> None:
    assert (await ask([host], listens_on="box.lan"))[0] == 200


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", "box.lan"]
)
async def test_a_foreign_name_is_refused_and_not_repeated(host: str, kind: str) -> None:
    status, headers, text = await ask([host], kind=kind)
    assert (status, text) == (421, FOREIGN)
    assert host.partition(":")[0] not in f"{headers}"


async def test_behind_the_public_address_a_foreign_name_is_never_repeated() -> None:
    status, _, text = await ask(["evil.example"], PUBLIC)
    assert (status, text) == (200, f"{PUBLIC}/")
    status, headers, _ = await ask(["evil.example"], PUBLIC, path="/away")
    assert (status, headers["location"]) == (307, f"{PUBLIC}/there")


@pytest.mark.parametrize("host", ["cards.example", "192.168.1.5:8000", "localhost:8000"])
@pytest.mark.parametrize("site", [None, "cross-site"])
async def test_plain_http_to_an_https_server_says_so(host: str, site: str | None) -> None:
    fetch = {} if site is None else {"sec_fetch_site": site}
    status, _, text = await ask([host], PUBLIC, "POST", origin=f"http://{host}", **fetch)
    assert status == 403
    assert "https" in text
    assert f"Open {PUBLIC} instead." in text
    assert "another site" not in text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://evil.example", "https://192.168.1.5", "null"]
)
async def test_another_site_is_still_called_that(origin: str) -> None:
    status, _, text = await ask(["192.168.1.5"], PUBLIC, "POST", origin=origin)
    assert (status, "another site" in text) == (403, True)


async def test_a_server_for_plain_http_does_not_speak_of_https() -> None:
    for public_url in (None, "http://cards.example"):
        status, _, text = await ask(
            ["192.168.1.5"], public_url, "POST", origin="http://evil.example"
        )
        assert (status, "another site" in text, "https" in text) == (403, True, False)


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Cards.Example:443", "cards.example"),
        ("[FD00::5]:8000", "fd00::5"),
        ("a.b.", "a.b"),
        ("a?b", None),
        ("a#b", None),
        ("a\tb", None),
        (":8000", None),
        ("a:99999", None),
    ],
)
def test_the_name_in_a_host_header(header: str, name: str | None) -> None:
    assert host_name(header) == name


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/css/base.css", "/ws/table/x"])
@pytest.mark.parametrize(
    ("hosts", "status"),
    [("", 400), ("Host: localhost\r\nHost: localhost\r\n", 400), ("Host: evil.example\r\n", 421)],
)
def test_a_running_server_refuses_them_everywhere(
    web_server: ServerProcess, path: str, hosts: str, status: int
) -> None:
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    more = upgrade if path.startswith("/ws/") else "Connection: close\r\n"
    with socket.create_connection(("127.0.0.1", web_server.port), timeout=60) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\n{hosts}{more}\r\n".encode())
        assert line.recv(4096).startswith(f"HTTP/1.1 {status} ".encode())
