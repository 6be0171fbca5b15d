"""Links for other devices carry an address that others can open, wherever the page was opened."""

from typing import Any

import pytest

from app.web.server.link_origin import LinkOrigin
from app.web.server.middleware import OwnOrigin

NETWORKS = ("192.168.1.5", "10.0.0.7")


def asked_at(host: str) -> dict[str, Any]:
    return {"type": "http", "scheme": "http", "headers": [(b"host", host.encode())]}


def links(*nearby: str, public_url: str | None = None) -> LinkOrigin:
    return LinkOrigin(OwnOrigin(public_url), nearby)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "0.0.0.0:8000"])
def test_a_page_that_only_this_machine_opens_gives_the_address_in_the_network(host: str) -> None:
    found = links(*NETWORKS)
    assert found.of(asked_at(host)) == "http://192.168.1.5:8000"
    assert found.all_of(asked_at(host)) == ["http://192.168.1.5:8000", "http://10.0.0.7:8000"]
    assert found.works_elsewhere(asked_at(host))


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "cards.localhost"])
def test_without_such_an_address_the_page_knows_that_its_links_are_for_this_machine(
    host: str,
) -> None:
    assert links().of(asked_at(host)) == f"http://{host}"
    assert not links().works_elsewhere(asked_at(host))


@pytest.mark.parametrize("host", ["10.0.0.7:8000", "laptop.local:8000"])
def test_whoever_came_by_the_network_gets_links_of_their_own_address(host: str) -> None:
    found = links(*NETWORKS)
    assert found.all_of(asked_at(host)) == [f"http://{host}"]
    assert found.works_elsewhere(asked_at(host))


def test_the_public_address_is_in_every_link() -> None:
    found = links(*NETWORKS, public_url="https://cards.example")
    assert found.all_of(asked_at("127.0.0.1:8000")) == ["https://cards.example"]
    assert found.works_elsewhere(asked_at("127.0.0.1:8000"))


def test_the_usual_port_is_left_out() -> None:
    assert links("192.168.1.5").of(asked_at("localhost")) == "http://192.168.1.5"
