"""Somebody who goes on on another device: the laptop that makes links, and the phone that uses them."""

from typing import Any

from tests.web.visitors import Visitor

PASSWORD = "a long enough secret"
GONE = "This link is good no more"


class Ben:
    """Somebody with a seat at a table of his own, on a laptop."""

    def __init__(self, laptop: Visitor) -> None:
        self.laptop = laptop
        self.room = laptop.open_room("Ben")

    def made(self) -> dict[str, Any]:
        answer = self.laptop.post(f"/table/{self.room}/handover")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def token(self) -> str:
        return str(self.made()["link"].partition("#")[2])


def looked(phone: Visitor, link: str) -> str:
    """The page that asks whether to go on."""
    answer = phone.post("/here", {"token": link})
    assert (answer.status_code, answer.headers["location"]) == (303, "/here")
    return phone.get("/here").text


def go_on(phone: Visitor, token: str, **more: str) -> int:
    return phone.post("/here/go-on", {"token": token, **more}).status_code
