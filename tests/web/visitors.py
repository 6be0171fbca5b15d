"""Visitors of a running server: each with a cookie of their own, forms, and real sockets."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from time import monotonic, sleep
from typing import Any, Final

import httpx2
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.table.model.client_messages import AnyCommand
from app.web.rate_limits import OWN_RATES, RATES

Message = dict[str, Any]
ANSWER_SECONDS: Final = 120.0
"""A generous limit for an answer that has to come, however busy the machine is."""
NUMBERS: Final = count(1)
"""Of commands; a table answers a command whose id it knows as before, on any connection."""


class TableConnection:
    """An open connection to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Message] = []

    def receive(self, timeout: float = ANSWER_SECONDS) -> Message:
        """The next message. Raises TimeoutError, ConnectionClosed."""
        message: Message = json.loads(self.socket.recv(timeout=timeout))
        self.received.append(message)
        return message

    def receive_until(
        self,
        kind: str,
        fits: Callable[[Message], bool] = lambda _: True,
        timeout: float = ANSWER_SECONDS,
    ) -> Message:
        """Hears until a message of that kind fits."""
        while True:
            message = self.receive(timeout)
            if message["type"] == kind and fits(message):
                return message

    def find(
        self, kind: str, fits: Callable[[Message], bool], timeout: float = ANSWER_SECONDS
    ) -> Message:
        """Like `receive_until`, but what was heard before counts too."""
        return next(
            (message for message in self.received if message["type"] == kind and fits(message)),
            None,
        ) or self.receive_until(kind, fits, timeout)

    def send(self, kind: str, **fields: Any) -> str:
        """Says a command; its id."""
        named = str(fields.pop("id", f"t{next(NUMBERS)}"))
        self.socket.send(json.dumps({"type": kind, "id": named, **fields}))
        return named

    def ask(self, kind: str, **fields: Any) -> Message:
        """Says a command and waits for its answer."""
        return self.answer(self.send(kind, **fields))

    def do(self, command: AnyCommand) -> None:
        """Sends a command that has its id, and expects it to be done."""
        self.socket.send(msgspec.json.encode(command).decode())
        assert self.answer(command.id)["type"] == "done"

    def answer(self, named: str) -> Message:
        while True:
            message = self.receive()
            if message["type"] in ("done", "refused") and message["id"] == named:
                return message

    def send_raw(self, text: str | bytes) -> Message:
        """Sends anything at all; the refusal."""
        self.socket.send(text)
        return self.receive_until("refused")

    def receive_to_end(self, timeout: float = ANSWER_SECONDS) -> tuple[int | None, Message | None]:
        """Hears to the end: the close code, and the Bye if there was one."""
        try:
            while True:
                self.receive(timeout)
        except ConnectionClosed as closed:
            last = self.received[-1] if self.received else None
            return closed.rcvd.code if closed.rcvd else None, last if last and last[
                "type"
            ] == "bye" else None


class Visitor:
    """One person's browser: keeps cookies, sends our own Origin, follows no redirects."""

    def __init__(self, base_url: str, game: str, address: str | None = None) -> None:
        """`address`: one of this machine's, from which the browser's requests come."""
        self.base_url = base_url
        self.game = game
        self.http = httpx2.Client(
            base_url=base_url,
            headers={"Origin": base_url},
            transport=httpx2.HTTPTransport(verify=False, local_address=address),
            timeout=ANSWER_SECONDS,
        )

    def close(self) -> None:
        self.http.close()

    def get(self, path: str, **more: Any) -> httpx2.Response:
        return self.http.get(path, **more)

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> httpx2.Response:
        return self.http.post(path, data=data or {}, **more)

    @property
    def cookie(self) -> str:
        """The session's, as a header's value; "" for nobody."""
        return "; ".join(
            f"{name}={value}" for name, value in self.http.cookies.items() if name == "po"
        )

    def open_room(self, name: str = "Hanna", **more: Any) -> str:
        """A room of this person's own; its id."""
        answer = self.post("/rooms", {"name": name, "game": self.game, **more})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def join(self, secret: str, name: str = "Gustav") -> httpx2.Response:
        return self.post(f"/join/{secret}", {"name": name})

    def sign_up(self, name: str, password: str = "a long enough secret") -> None:
        answer = self.post("/signup", {"name": name, "password": password})
        assert answer.status_code == 303, answer.text

    def log_in(self, name: str, password: str = "a long enough secret") -> "Visitor":
        """This visitor, by now the member of that name."""
        answer = self.post("/login", {"name": name, "password": password})
        assert answer.status_code == 303, answer.text
        return self

    @contextmanager
    def connect(
        self, room: str, origin: str | None = None, cookie: str | None = None, at: str = ""
    ) -> Iterator[TableConnection]:
        """A connection to the table. `at`: what stands before its path, as in "/at/p1"."""
        headers = {"Cookie": self.cookie if cookie is None else cookie}
        url = f"ws{self.base_url[4:]}{at}/ws/table/{room}"
        with connect(
            url,
            origin=Origin(origin or self.base_url),
            additional_headers=headers,
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
        ) as socket:
            yield TableConnection(socket)

    def say_once_there(self, room: str, text: str) -> None:
        """Says it once the table is reached, as a page that comes back by itself."""
        end = monotonic() + 60
        while True:
            with suppress(ConnectionClosed, OSError), self.connect(room) as line:
                line.receive_until("room")
                assert line.ask("say", text=text)["type"] == "done"
                return
            assert monotonic() < end, "the table did not come back"
            sleep(0.2)


def invite_of(host: Visitor, room: str) -> tuple[str, str]:
    """Secret and code of the room."""
    with host.connect(room) as line:
        shown = line.receive_until("room")
    return shown["secret"], shown["code"]


def add_bots(line: TableConnection, bots: int, **options: Any) -> None:
    """The host at `line` brings bots to the table, and sets options."""
    for _ in range(bots):
        assert line.ask("add-bot", strength="casual")["type"] == "done"
    if options:
        assert line.ask("set-options", options=options)["type"] == "done"


def request_until_limited(what: str, ask: Callable[[], httpx2.Response]) -> list[httpx2.Response]:
    """Repeats a request until it is refused by the rate limit; returns all responses.

    Fails if there are more than the rate of `what` allows.
    """
    rate, began = RATES.get(what) or OWN_RATES[what], monotonic()
    answers = [ask()]
    while answers[-1].status_code != 429:
        assert len(answers) <= rate.burst + (monotonic() - began) / rate.seconds, (
            f"{what} is not slowed down"
        )
        answers.append(ask())
    return answers


def play_to_the_end(
    line: TableConnection,
    timeout: float = ANSWER_SECONDS,
    until: Callable[[Message], bool] = lambda frame: bool(frame["outcome"]),
) -> Message:
    """Answers each question with the first legal move; the last frame.

    The first question may have come before the answer to the command that started the match.
    """
    answered = None
    messages = [heard for heard in line.received if heard["type"] == "frame"][-1:]
    while True:
        message = messages.pop() if messages else line.receive(timeout)
        if message["type"] == "frame":
            if until(message):
                return message
            prompt = message["prompt"]
            if prompt and message["moves"] and prompt["key"] != answered:
                answered = prompt["key"]
                line.send("play", key=answered, move=message["moves"][0])


def whole_queue(who: Visitor, closed: bool = False) -> str:
    """All pages of the moderators' queue: other tests write reports too."""
    asked = "/admin/queue?closed=true&page=" if closed else "/admin/queue?page="
    page = who.get(f"{asked}1").text
    last = re.search(r"Page 1 of ([0-9]+)", page)
    rest = range(2, int(last[1]) + 1) if last else ()
    return page + "".join(who.get(f"{asked}{number}").text for number in rest)
