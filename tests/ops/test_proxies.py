"""The shipped files of proxies before several processes, in their real programs."""

import re
import shutil
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.conftest import NewServer, run
from tests.database import column
from tests.ops.conftest import GAME, SECRET
from tests.prove.proxies.proof import HOST, Secure, ask, free_port, make_certificate, proxy
from tests.prove.runner.temp_server import temp_postgres
from tests.web.visitors import TableConnection

FILES: Final = {"haproxy": "haproxy-many.cfg", "caddy": "Caddyfile-many"}
PORTS: Final = range(8001, 8006)
LIMIT: Final = 60.0
"""Seconds until a proxy has asked every process how it is."""
OWNER: Final = "SELECT name FROM rooms JOIN processes ON number = owner WHERE rooms.id = '{}'"


@contextmanager
def named(name: str) -> Iterator[int]:
    """A server that answers every request with its name as the location; its port."""

    class Named(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Location", name)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Named) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def answerer(port: int, path: str) -> str:
    """The name of the server that answers; "" for none."""
    return ask(port, path)[1]


def wait_for_both(port: int) -> None:
    """Until pages come from each of the two processes that there are."""
    end, found = time.monotonic() + LIMIT, set[str]()
    while not {"p1", "p2"} <= found:
        assert time.monotonic() < end, f"pages come from {found} alone"
        found.add(answerer(port, "/"))
        time.sleep(0.05)


@pytest.mark.parametrize("program", FILES)
def test_a_socket_is_led_to_the_process_in_its_address_and_elsewhere_without_it(
    program: str, tmp_path: Path
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"no {program} here")
    make_certificate(tmp_path)
    with ExitStack() as stack:
        first = stack.enter_context(named("p1"))
        with named("p2") as second:
            ports = {port: free_port() for port in PORTS} | {8001: first, 8002: second}
            port = stack.enter_context(proxy(program, tmp_path, ports, file=FILES[program]))
            wait_for_both(port)
            for name in ("p1", "p2", "p2", "p1", "p1", "p2"):
                assert answerer(port, f"/at/{name}/ws/table/x") == name
            assert answerer(port, "/at/unknown/ws/table/x") in ("p1", "p2")
        end = time.monotonic() + LIMIT
        while answerer(port, "/at/p2/ws/table/x") != "p1":
            assert time.monotonic() < end, "no other is asked in its place"
            time.sleep(0.05)


@pytest.mark.skipif(shutil.which("haproxy") is None, reason="no HAProxy here")
def test_a_person_plays_through_haproxy_at_a_table_of_either_process(
    new_server: NewServer, tmp_path: Path
) -> None:
    make_certificate(tmp_path)
    shared = {
        "PECKING_ORDER_SIBLINGS_SECRET": SECRET,
        "PECKING_ORDER_PUBLIC_URL": f"https://{HOST}",
        "PECKING_ORDER_TRUSTED_PROXIES": "127.0.0.1",
    }
    ports = {port: free_port() for port in PORTS}
    with ExitStack() as stack:
        url = stack.enter_context(temp_postgres(fsync=True)).url  # else no process is ready
        for name, port in zip(("p1", "p2"), ports.values(), strict=False):
            server = new_server(**shared, DATABASE_URL=url, PECKING_ORDER_PROCESS_NAME=name)
            server.port = port
            stack.enter_context(server)
        port = stack.enter_context(proxy("haproxy", tmp_path, ports, file=FILES["haproxy"]))
        end = time.monotonic() + LIMIT
        while ask(port, "/readyz")[0] != 200:
            assert time.monotonic() < end, "no page comes"
            time.sleep(0.05)
        for _ in range(3):  # the pages of one table come from both in turn
            status, where, cookie = ask(port, "/rooms", {"name": "Dora", "game": GAME})
            assert status == 303
            room = where.rpartition("/")[2]
            with table(port, socket_in(port, where, cookie), cookie) as line:
                line.receive_until("room")
                for _ in range(3):
                    assert line.ask("add-bot", strength="casual")["type"] == "done"
                assert line.ask("start")["type"] == "done"
                line.receive_until("frame", lambda frame: frame["prompt"] is not None)
            [owner] = run(column(url, OWNER.format(room)))
            assert socket_in(port, where, cookie) == f"/at/{owner}/ws/table/{room}"
            with table(port, socket_in(port, where, cookie), cookie) as line:
                frame = line.receive_until("frame", lambda frame: frame["moves"])
                key, move = frame["prompt"]["key"], frame["moves"][0]
                assert line.ask("play", key=key, move=move)["type"] == "done"


def socket_in(port: int, page: str, cookie: str) -> str:
    """The socket's address that the page is told."""
    line = Secure(port)
    line.request("GET", page, headers={"Host": HOST, "Cookie": cookie})
    text = line.getresponse().read().decode()
    line.close()
    found = re.search(r'"socket": ?"([^"]+)"', text)
    assert found is not None, text
    return found[1]


@contextmanager
def table(port: int, path: str, cookie: str) -> Iterator[TableConnection]:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with connect(
        f"wss://{HOST}{path}",
        sock=socket.create_connection(("127.0.0.1", port)),
        ssl=context,
        origin=Origin(f"https://{HOST}"),
        additional_headers={"Cookie": cookie},
    ) as opened:
        yield TableConnection(opened)
