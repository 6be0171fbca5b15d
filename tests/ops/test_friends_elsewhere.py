"""`--friends https://…`: what the terminal says where the address does not lead here."""

import errno
import socket
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.error import URLError

import pytest

from app.ops import friends
from tests.conftest import NewServer

OWN_CERTIFICATE = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgK9G6kDLr0h2iFGgA
1PRp62FvirIFRYm4o1Ak0OC+BbmhRANCAATWQH0r1bpL4k0sYZZki9w8h1axMV5H
ywEchGhL06gy9h+EI+7SD2eF/V0lXEyffhzMfa1MxZryQDoiZVir1CGK
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBYTCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNZAfSvVukviTSxh
lmSL3DyHVrExXkfLARyEaEvTqDL2H4Qj7tIPZ4X9XSVcTJ9+HMx9rUzFmvJAOiJl
WKvUIYqjSDBGMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxob3N0
MB0GA1UdDgQWBBTRMBQWHMfPFmVC9ki1lX/wahof6zAKBggqhkjOPQQDAgNIADBF
AiBxXfHx91UsSMmcmQHUcWzeyc4zrwDbKfK5JiHImCRzOQIhAKyZKMCFki/z6FtG
kFHgdJ0npaJ4fG7RuF0JN6+sE5Aj
-----END CERTIFICATE-----
"""  # for localhost, until 2120; nobody trusts it


class Site(BaseHTTPRequestHandler):
    """Another server, which answers each request with the status that the path names, 200 if
    none, and says that it is alive."""

    def do_GET(self) -> None:
        status = self.path.split("/")[1]
        self.send_response(int(status) if status.isdecimal() else 200)
        self.end_headers()
        self.wfile.write(b"" if status.isdecimal() else b'{"status":"alive"}')

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def secure_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server with a certificate of its own making, which is trusted at first."""
    (pem := tmp_path / "own.pem").write_text(OWN_CERTIFICATE)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    with HTTPServer(("127.0.0.1", 0), Site) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_the_public_address_must_lead_to_this_very_start(new_server: NewServer) -> None:
    with new_server() as server:
        problem = friends.problem_with(server.base_url, "0" * 16)
        assert problem == friends.Problem("something else answers there (404).")


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("200", "something else answers there."),
        ("404", "something else answers there (404)."),
        ("502", "its tunnel or proxy answers, but finds no server (502)."),
    ],
)
def test_another_site_at_the_public_address_is_noticed(site: str, path: str, problem: str) -> None:
    assert friends.problem_with(f"{site}/{path}", "0" * 16) == friends.Problem(problem)


def test_an_address_where_nothing_listens_or_without_https_is_noticed(site: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said = friends.elsewhere(f"http://127.0.0.1:{port}", "http://127.0.0.1:8000", "0")
    assert ": nothing listens there. Let your tunnel" in said
    secure = site.replace("http:", "https:")
    assert ": it does not speak https. " in friends.elsewhere(secure, "http://127.0.0.1:8000", "0")


@pytest.mark.parametrize(
    ("address", "trusted", "reason"),
    [
        ("https://localhost", False, "self-signed certificate"),
        (
            "https://127.0.0.1",
            True,
            "IP address mismatch, certificate is not valid for '127.0.0.1'",
        ),
    ],
)
def test_a_certificate_that_browsers_refuse_is_said_with_what_to_do(
    secure_site: int, monkeypatch: pytest.MonkeyPatch, address: str, trusted: bool, reason: str
) -> None:
    if not trusted:
        monkeypatch.delenv("SSL_CERT_FILE")
    address = f"{address}:{secure_site}"
    assert friends.elsewhere(address, "http://127.0.0.1:8000", "0").strip() == (
        f"Friends cannot use {address} yet: its certificate is not trusted ({reason}), so your "
        "friends' browsers would warn of it. Give your proxy a certificate for this name from a "
        "public authority, as Caddy gets one, then open it yourself once."
    )


def test_a_certificate_that_only_this_computer_trusts_is_said(
    secure_site: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, warning = f"https://localhost:{secure_site}", "from no public authority"
    said = friends.elsewhere(address, "http://127.0.0.1:8000", "0")
    assert f"Friends open {address}: it answers and leads here." in said
    assert warning in said
    public = ssl.DER_cert_to_PEM_cert(b"certificate" + friends.LOGGED)
    monkeypatch.setattr("ssl.get_server_certificate", lambda *_, **__: public)
    assert warning not in friends.elsewhere(address, "http://127.0.0.1:8000", "0")


@pytest.mark.parametrize("alert", ["TLSV1_ALERT_INTERNAL_ERROR", "TLSV1_UNRECOGNIZED_NAME"])
def test_a_proxy_without_a_certificate_for_the_name_is_said(alert: str) -> None:
    refusal = ssl.SSLError(1, alert)
    refusal.reason = alert
    problem = friends.problem_of(refusal)
    assert problem == friends.Problem(
        "its proxy has no certificate for this name.", friends.CERTIFY
    )


def test_a_server_that_speaks_no_http_is_said_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:

        def answer() -> None:
            with other.accept()[0] as visitor:
                visitor.recv(1000)
                visitor.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        threading.Thread(target=answer, daemon=True).start()
        address = f"http://127.0.0.1:{other.getsockname()[1]}"
        said = friends.elsewhere(address, "http://127.0.0.1:8000", "0")
    assert "yet: something else answers there. Let your tunnel" in said


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"),
            "no name can be looked up. Bring this computer online, then",
        ),
        (
            socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
            "there is no such name. Let your tunnel or proxy lead it to http://127.0.0.1:8000, ",
        ),
        (
            OSError(errno.ENETUNREACH, "Network is unreachable"),
            "it cannot be reached (Network is unreachable). Let your tunnel or proxy lead it to ",
        ),
    ],
)
def test_a_name_that_is_none_is_told_from_a_computer_that_is_offline(
    monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise URLError(error)

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    said = friends.elsewhere("https://cards.example", "http://127.0.0.1:8000", "0")
    assert f"Friends cannot use https://cards.example yet: {words}" in said


def test_what_is_missing_is_said_together_with_what_to_do(site: str) -> None:
    said = friends.elsewhere(f"{site}/502", "http://127.0.0.1:8000", "0")
    assert said.strip() == (
        f"Friends cannot use {site}/502 yet: its tunnel or proxy answers, but finds no server "
        "(502). Let your tunnel or proxy lead it to http://127.0.0.1:8000, then open it yourself "
        "once."
    )
