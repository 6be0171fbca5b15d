"""examples/verify.py house: all that a server serves to anybody, beside the lists of releases."""

import json
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest

from app.games import GAMES
from app.ops.release_hashes import release_hashes
from app.settings import ROOT
from tests.conftest import NewServer
from tests.fair.load_verifier import verify
from tests.web.visitors import Visitor

Change = Callable[[str, bytes, bool], bytes]
"""Of an address, what an honest relay serves there, and whether a browser seems to ask."""
HELPED = "js/fair/parts.js"


class Relay:
    """A server that passes on what an honest one serves, and changes what it likes."""

    def __init__(self, server: str) -> None:
        self.change: Change = lambda address, content, browser: content
        relay, fetched = self, dict[str, httpx2.Response]()

        class Handler(BaseHTTPRequestHandler):
            protocol_version, disable_nagle_algorithm, wbufsize = "HTTP/1.1", True, -1

            def do_GET(self) -> None:
                if self.path not in fetched:
                    fetched[self.path] = client.get(self.path)
                answer = fetched[self.path]
                browser = "gzip" in self.headers.get("Accept-Encoding", "")
                content = relay.change(self.path, answer.content, browser)
                self.send_response(answer.status_code)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = server
        client = self._client = httpx2.Client(base_url=server)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._client.close()


@pytest.fixture(scope="module")
def relay(new_server: NewServer) -> Iterator[Relay]:
    with new_server(PECKING_ORDER_LIMITS="1000") as server:
        relay = Relay(server.base_url)
        yield relay
        relay.close()


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "1.1.json"
    path.write_text(release_hashes("1.1", ROOT))
    return path


@pytest.fixture(autouse=True)
def honest(relay: Relay) -> None:
    relay.change = lambda address, content, browser: content


Said = tuple[int, str]


@pytest.fixture
def compared(
    relay: Relay, release: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    def compare(page: str = "", *lists: Path) -> Said:
        status = verify.check_server(relay.url + page, [str(one) for one in lists or (release,)])
        return status, capsys.readouterr().out

    return compare


def test_an_honest_server_is_of_its_release(compared: Callable[..., Said]) -> None:
    status, said = compared()
    assert (status, "FITS: " in said, "of release 1.1." in said) == (0, True, True), said
    assert "nothing of a page that is made for one visitor alone" in said


def test_the_list_is_made_by_the_verb_of_the_launcher(release: Path) -> None:
    told = json.loads(release.read_text())
    assert told["release"] == "1.1"
    script = (ROOT / "static" / HELPED).read_bytes()
    assert sha256(script).hexdigest() in told["files"][HELPED]
    assert set(told["pages"]) == {"/fair", "/fair/verify.py", "/docs/fair-shuffle.md"}


def inserted(text: str) -> Callable[[bytes], bytes]:
    return lambda content: content.replace(b"</body>", text.encode() + b"</body>")


LIES: list[tuple[str, Callable[[bytes], bytes], str]] = [
    (HELPED, lambda content: content + b"\n", f"{HELPED} is of none of these releases"),
    ("css/base.css", lambda content: b"p{}" + content, "css/base.css is of none of these"),
    ("/fair", lambda content: content.replace(b"four words", b"one word"), "/fair is of none"),
    ("/fair/verify.py", lambda content: content + b"#", "/fair/verify.py is of none"),
    ("/login", inserted("<script>steal()</script>"), "/login has <script> with text of its own"),
    ("/login", inserted('<script src="/static/js/new.js"></script>'), "/static/js/new.js, which"),
    ("/login", inserted('<script src="//evil.example/x.js"></script>'), "none of the server's"),
    ("/login", inserted('<img src="/x" onerror="steal()">'), "/login has <img onerror=…>"),
    ("/login", inserted('<a href=" JavaScript:steal()">x</a>'), "with an address that runs"),
    ("/login", inserted('<base href="/x/">'), "/login has <base>"),
    ("/login", inserted('<iframe srcdoc="x"></iframe>'), "/login has <iframe>"),
    (
        "/login",
        lambda content: content.replace(b"/static/vendor/preact-1", b"/static/js/new.js?1"),
        "/static/js/new.js?1",
    ),
]


def test_what_is_changed_is_named(compared: Callable[..., Said], relay: Relay) -> None:
    def change(address: str, content: bytes, _: bool) -> bytes:
        for lie in (lie for where, lie, _ in LIES if where in address):
            content = lie(content)
        return content

    relay.change = change
    status, said = compared()
    assert status == 1
    faults = [line for line in said.splitlines() if line.startswith("DIFFERS: ")]
    unsaid = [sentence for _, _, sentence in LIES if not any(sentence in one for one in faults)]
    assert unsaid == [], said


def test_what_a_browser_alone_is_given_is_named(
    compared: Callable[..., Said], relay: Relay
) -> None:
    def change(address: str, content: bytes, browser: bool) -> bytes:
        return content + b"\n" if HELPED in address and browser else content

    relay.change = change
    status, said = compared()
    assert (status, f"{HELPED} was another at the second visit" in said) == (1, True), said


def test_a_file_of_another_release_is_named_with_it(
    compared: Callable[..., Said], relay: Relay, release: Path, tmp_path: Path
) -> None:
    old, told = b"export const old = 1;\n", json.loads(release.read_text())
    told |= {"release": "1.0", "files": told["files"] | {HELPED: [sha256(old).hexdigest()]}}
    before = tmp_path / "1.0.json"
    before.write_text(json.dumps(told))
    relay.change = lambda address, content, _: old if HELPED in address else content
    status, said = compared("", release, before)
    assert (status, "of release 1.0." in said) == (0, True), "all of it is of the older release"
    for newer in ("js/fair/checks.js", "js/fair/review.js"):
        del told["files"][newer]
    before.write_text(json.dumps(told))
    status, said = compared("", release, before)
    assert (status, f"{HELPED} is of release 1.0, not of 1.1" in said) == (1, True), said


@pytest.mark.parametrize(
    "bad", ["", "[]", '{"release": "1.1", "files": {"a": ["x"]}, "pages": {}}']
)
def test_a_list_of_wrong_form_is_not_read(
    compared: Callable[..., Said], tmp_path: Path, bad: str
) -> None:
    path = tmp_path / "list.json"
    path.write_text(bad)
    status, said = compared("", path)
    assert (status, said.startswith("NOT READ")) == (2, True), said


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://127.0.0.1:9", "nothing"])
def test_a_server_that_does_not_answer_is_not_read(
    url: str, release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify.check_server(url, [str(release)]) == 2
    assert capsys.readouterr().out.startswith("NOT READ")


def test_the_page_of_a_table_is_compared_as_well(
    compared: Callable[..., Said], relay: Relay
) -> None:
    host = Visitor(relay.server, GAMES[0].slug)
    table = f"/table/{host.open_room(listed='on')}"
    host.http.close()
    status, said = compared(table)
    assert status == 0, said
    relay.change = lambda address, content, _: (
        content.replace(b'<div id="table">', b'<script src="/static/js/x.js"></script>')
        if address == table
        else content
    )
    status, said = compared(table)
    assert (status, "a page loads /static/js/x.js, which is not there" in said) == (1, True), said
