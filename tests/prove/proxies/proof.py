"""The proof `proxies`: the shipped files run in their real programs, before a server and a standby.

Ports, names of files and the certificate are put in. Nothing else of the files is changed, but for
the two lines of nginx that stand in a comment.
"""

import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from time import sleep
from typing import Final
from urllib.parse import urlencode

from app.settings import ROOT
from tests.prove.runner.patience import Patience
from tests.prove.runner.proof import Findings, PlantedFault, Proof, RunOptions
from tests.prove.runner.temp_server import server_on, temp_postgres
from tests.server_process import ServerProcess

FILES: Final = ROOT / "docs/hosting"
HOST: Final = "cards.example"
FAILOVER: Final = 10.0
"""Seconds within which the standby must answer through the proxy; it takes over within two."""
Change = Callable[[str], str]


def never_ready() -> None:
    """A patch of a server: it says that its disk is full, and shows its pages."""
    from app.web.server.readiness import Readiness

    async def full(self: Readiness) -> str:
        return "the disk is full"

    Readiness.why_not = full  # type: ignore[method-assign]


# -- the programs


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def haproxy(folder: Path, text: str, port: int, pem: Path) -> list[str]:
    text = text.replace("bind :80\n", "").replace("bind :443", f"bind 127.0.0.1:{port}")
    (folder / "haproxy.cfg").write_text(text.replace("/etc/haproxy/cards.example.pem", str(pem)))
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def nginx(folder: Path, text: str, port: int, pem: Path) -> list[str]:
    text = re.sub(r"^\s*listen (\[::\]:|)\d+.*;$", "", text, flags=re.MULTILINE)
    text = re.sub(r"/etc/letsencrypt/\S+\.pem", str(pem), text)
    first, _, last = text.rpartition("server_name")
    text = f"{first}listen 127.0.0.1:{port} ssl;\n\tserver_name{last}"
    text = text.replace("\tserver 127.0.0.1:8000;", "", 1).replace("# server 127", "server 127")
    main = (
        "daemon off; error_log stderr; pid {0}/pid; events {{}} http {{ access_log off; {1} {2} }}"
    )
    temps = " ".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(main.format(folder, temps, text))
    return ["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)]


def caddy(folder: Path, text: str, port: int, pem: Path) -> list[str]:
    text = text.replace("{\n\tservers", "{\n\tadmin off\n\tauto_https off\n\tservers", 1)
    text = text.replace(f"{HOST} {{", f"https://{HOST}:{port} {{\n\ttls {pem} {pem}", 1)
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROGRAMS: Final = {
    "haproxy": ("haproxy.cfg", haproxy),
    "nginx": ("nginx.conf", nginx),
    "caddy": ("Caddyfile", caddy),
}


@contextmanager
def proxy(
    name: str, folder: Path, ports: Mapping[int, int], change: Change = str, file: str = ""
) -> Iterator[int]:
    """A running proxy with its file, or another `file`; its own port.

    `ports`: those of the servers instead of the file's.
    """
    usual, command_of = PROGRAMS[name]
    text = change((FILES / (file or usual)).read_text())
    for old, new in ports.items():
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    port = free_port()
    command = command_of(folder, text, port, folder / "cards.pem")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"}
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=home)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(30)


def make_certificate(folder: Path) -> None:
    key, crt = folder / "cards.key", folder / "cards.crt"
    what = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}")
    command = ["openssl", "req", *what, "-keyout", str(key), "-out", str(crt)]
    subprocess.run(command, check=True, capture_output=True)
    (folder / "cards.pem").write_text(crt.read_text() + key.read_text())


# -- what a visitor sees


class Secure(HTTPSConnection):
    """A connection to this machine that asks for the public name."""

    def __init__(self, port: int) -> None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        super().__init__("127.0.0.1", port, timeout=20, context=context)
        self._tls = context

    def connect(self) -> None:
        HTTPConnection.connect(self)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=HOST)


def ask(
    port: int,
    path: str,
    form: Mapping[str, str] | None = None,
    more: Mapping[str, str] | None = None,
) -> tuple[int, str, str]:
    """Status, location and cookie of an answer; 0 if none came."""
    headers = {"Host": HOST, "Origin": f"https://{HOST}", **(more or {})}
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    line = Secure(port)
    try:
        body = None if form is None else urlencode(form)
        line.request("GET" if form is None else "POST", path, body, headers)
        answer = line.getresponse()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return answer.status, answer.getheader("Location") or "", cookie
    except (OSError, HTTPException):
        return 0, "", ""
    finally:
        line.close()


def answers(port: int, seconds: float = FAILOVER) -> bool:
    """True once the home page comes."""
    limit = Patience(seconds)
    while ask(port, "/")[0] != 200:
        if limit.over:
            return False
        sleep(0.1)
    return True


def opens_a_table(port: int) -> bool:
    """A room is made, and its socket is opened."""
    from app.games import GAMES

    status, where, cookie = ask(port, "/rooms", {"name": "Dora", "game": GAMES[0].slug})
    if status != 303:
        return False
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Cookie": cookie,
    }
    return ask(port, f"/ws{where}", more=upgrade)[0] == 101


# -- the proof


def look(name: str, change: Change = lambda text: text, only: str = "") -> list[str]:
    """The faults of one proxy's file, before a server with a standby, and before a full disk."""
    faults = list[str]()
    with temp_postgres(fsync=True) as postgres:  # else no server is ready
        folder = postgres.data_dir.parent
        make_certificate(folder)
        settings = {
            "PECKING_ORDER_PUBLIC_URL": f"https://{HOST}",
            "PECKING_ORDER_TRUSTED_PROXIES": "127.0.0.1",
        }
        first, standby = server_on(postgres, **settings), server_on(postgres, **settings)
        full = server_on(postgres, never_ready, **settings)
        first.port, standby.port = free_port(), free_port()
        full.port = first.port
        try:
            with proxy(name, folder, {8000: first.port, 8001: standby.port}, change) as port:
                if only != "full":
                    first.start()
                    faults += _with_standby(name, port, first, standby)
                if only != "standby":
                    full.start()
                    sleep(2)  # until the proxy has asked it
                    if not answers(port):
                        faults.append(f"{name}: a server that is not ready is not shown at all")
        finally:
            for server in (first, full):
                server.kill()
    return faults


def _with_standby(
    name: str, port: int, first: ServerProcess, standby: ServerProcess
) -> Iterator[str]:
    if not answers(port):
        yield f"{name}: no page comes"
    if not opens_a_table(port):
        yield f"{name}: no table opens"
    waiting = _start_standby(standby)
    try:
        if not all(ask(port, "/")[0] == 200 for _ in range(10)):
            yield f"{name}: pages fail while a standby waits"
        first.kill()
        if not answers(port):
            yield f"{name}: the standby is not found after {FAILOVER:.0f} s"
    finally:
        waiting.kill()
        waiting.wait()


def _start_standby(server: ServerProcess) -> "subprocess.Popen[bytes]":
    """It opens its port and waits, so it never says that it is open."""
    command = [sys.executable, "-P", "-m", "app", "serve", "--port", str(server.port)]
    with server.printed.open("wb") as out, server.logged.open("ab") as log:
        process = subprocess.Popen(command, stdout=out, stderr=log, env=server._environment)
    limit = Patience(60)
    while "as its standby at" not in server.printed.read_text() and not limit.over:
        sleep(0.05)
    return process


def prove(options: RunOptions) -> Findings:
    here = [name for name in PROGRAMS if shutil.which(name)]
    if not here:
        return Findings({}, impossible="no HAProxy, nginx or Caddy (Debian: apt install haproxy)")
    if not options.minutes:
        here = here[:1]
    faults = [fault for name in here for fault in look(name)]
    figure = f"{len(faults)} faults of {', '.join(here)} before a server and its standby"
    return Findings({"P9": figure}, tuple(faults))


def without(line: str) -> Change:
    """The file without the lines that begin like that."""
    return lambda text: re.sub(rf"^\s*{line}.*\n", "", text, flags=re.MULTILINE)


def planted(change: Change, only: str) -> PlantedFault:
    def run(options: RunOptions) -> Findings:
        if shutil.which("haproxy") is None:
            return Findings({}, impossible="no HAProxy (Debian: apt install haproxy)")
        return Findings({}, tuple(look("haproxy", change, only)))

    return PlantedFault("P9", run)


PROOF: Final = Proof(
    "proxies",
    ("P9",),
    "the shipped proxy files run before a server, its standby, and one that is not ready",
    prove,
    quick=0.0,
    planted={
        "one-server": planted(without("server standby"), "standby"),
        "not-ready-is-dark": planted(without("server anyway"), "full"),
    },
)
