"""`--friends`: which addresses are opened for friends, and what the terminal says of them."""

import socket
import urllib.request
from collections.abc import Callable
from types import SimpleNamespace
from urllib.error import URLError

import pytest

from app.cli import overrides
from app.command_line import parser
from app.ops import addresses, friends
from app.settings import Settings
from app.settings_check import read_settings
from tests.conftest import NewServer
from tests.ops.called_command import called

Networks = Callable[..., None]
NEARBY = "127.0.0.2"  # an address of this machine besides 127.0.0.1, as one in a network would be


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> Networks:
    """`networks("192.168.1.5", eth0="10.0.0.7")`: the way out, and one address an interface."""

    def pretend(way_out: str | None, down: tuple[str, ...] = (), **interfaces: str) -> None:
        listed = {
            name.replace("_", "-"): [SimpleNamespace(family=socket.AF_INET, address=address)]
            for name, address in interfaces.items()
        }
        states = {
            name: SimpleNamespace(
                isup=name not in down,
                flags="up,pointopoint,noarp" if name.startswith("tun") else "up,broadcast",
            )
            for name in listed
        }
        monkeypatch.setattr("psutil.net_if_addrs", lambda: listed)
        monkeypatch.setattr("psutil.net_if_stats", lambda: states)
        monkeypatch.setattr(addresses, "address_on_the_way_out", lambda: way_out)

    return pretend


# -- addresses


def test_the_address_on_the_way_out_comes_first(networks: Networks) -> None:
    networks("192.168.1.5", eth0="10.0.0.7", wlan0="192.168.1.5", tailscale0="100.80.1.2")
    assert addresses.private_addresses() == ("192.168.1.5", "10.0.0.7", "100.80.1.2")


def test_a_tunnel_for_all_comes_after_the_network_at_home(networks: Networks) -> None:
    networks("10.8.0.2", tun0="10.8.0.2", eth0="10.0.0.7", wlan0="192.168.1.5")
    assert addresses.private_addresses() == ("10.0.0.7", "192.168.1.5", "10.8.0.2")


def test_only_private_networks_of_people_are_opened(networks: Networks) -> None:
    networks(
        "8.8.4.4",
        down=("usb0",),
        lo="127.0.0.1",
        eth0="8.8.4.4",
        eth1="169.254.3.4",
        usb0="192.168.9.9",
        docker0="172.17.0.1",
        br_0a1b="172.18.0.1",
        wlan0="192.168.1.5",
    )
    assert addresses.private_addresses() == ("192.168.1.5",)


def test_without_a_network_there_is_one_sentence(networks: Networks) -> None:
    networks(None, lo="127.0.0.1")
    done = called("serve", "--friends")
    assert done.returncode == 1
    assert done.stderr.startswith("This computer is in no private network, so no phone could")
    assert "Traceback" not in done.stderr


def test_an_address_of_another_machine_is_refused_with_our_own(networks: Networks) -> None:
    networks("192.168.1.5", wlan0="192.168.1.5")
    done = called("serve", "--host", "203.0.113.9", "--port", "0")
    assert done.stderr.strip() == (
        "Cannot listen on 203.0.113.9 port 0: that is no address of this machine. "
        "Its own are 127.0.0.1, 192.168.1.5."
    )


# -- settings


def settings_of(*arguments: str) -> Settings:
    return read_settings(overrides(parser().parse_args(["serve", *arguments])), {})


def test_friends_in_the_network_leave_everything_else_as_it_was(networks: Networks) -> None:
    networks("192.168.1.5", wlan0="192.168.1.5", eth0="10.0.0.7")
    chosen = settings_of("--friends")
    assert chosen.nearby == ("192.168.1.5", "10.0.0.7")
    assert chosen == Settings().model_copy(update={"nearby": chosen.nearby})


def test_friends_elsewhere_need_one_address() -> None:
    chosen = settings_of("--friends", "https://cards.example/")
    assert chosen.public_url == "https://cards.example"
    assert chosen.trusted_proxies == ("127.0.0.1", "::1")
    assert chosen.host == "127.0.0.1"
    assert chosen.nearby == ()


def test_a_wrong_address_of_friends_is_said_under_its_option() -> None:
    done = called("serve", "--friends", "cards.example")
    assert "--friends=cards.example: it begins with neither https:// nor http://" in done.stderr


# -- a server


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=30) as response:
            return bool(response.status == 200)
    except URLError:
        return False


def test_only_the_addresses_that_were_said_are_open(new_server: NewServer) -> None:
    with new_server(PECKING_ORDER_NEARBY=NEARBY) as server:
        assert answers(server.base_url)
        assert answers(f"http://{NEARBY}:{server.port}")
        assert not answers(f"http://127.0.0.3:{server.port}")


def test_a_port_taken_on_one_of_the_addresses_is_said(new_server: NewServer) -> None:
    with socket.create_server((NEARBY, 0)) as other:
        port = other.getsockname()[1]
        done = called("serve", "--port", str(port), PECKING_ORDER_NEARBY=NEARBY)
    assert done.stderr.strip() == (
        f"Cannot listen on {NEARBY} port {port}: Address already in use. "
        "Choose another with --port."
    )


# -- words


def test_the_terminal_names_every_address_and_the_firewall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "local_name", lambda _: "laptop.local")
    said = friends.in_the_network(("192.168.1.5", "10.0.0.7"), 8000)
    links = [line.strip() for line in said.splitlines() if line.startswith("  http")]
    assert links == [
        "http://192.168.1.5:8000",
        "http://10.0.0.7:8000",
        "http://laptop.local:8000",
    ]
    assert "opens http://192.168.1.5:8000" in said
    assert "▀" in said, "the QR code"
    assert "sudo ufw allow 8000/tcp" in said


def test_a_terminal_without_blocks_gets_no_broken_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", SimpleNamespace(encoding="ascii", isatty=lambda: True))
    assert friends.qr_code("http://192.168.1.5:8000") == ""


def test_a_terminal_of_any_colours_shows_black_on_white(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", SimpleNamespace(encoding="utf-8", isatty=lambda: True))
    before, after = friends.BLACK_ON_WHITE
    lines = friends.qr_code("http://192.168.1.5:8000").splitlines()
    assert all(line.startswith(before) and line.endswith(after) for line in lines)
