"""Steps of a device transfer: the laptop that makes links, and the phone that uses them."""

from typing import Any

from tests.web.visitors import Visitor

PASSWORD = "a long enough secret"
EXPIRED = "This link has expired"


class DeviceLinkMaker:
    """Somebody with a seat at a table of his own, on a laptop."""

    def __init__(self, laptop: Visitor) -> None:
        self.laptop = laptop
        self.room = laptop.open_room("Ben")

    def make_link(self) -> dict[str, Any]:
        answer = self.laptop.post(f"/table/{self.room}/device-link")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def token(self) -> str:
        return str(self.make_link()["link"].partition("#")[2])


def confirmation_page(phone: Visitor, link: str) -> str:
    """The page that asks whether to go on."""
    answer = phone.post("/device", {"token": link})
    assert (answer.status_code, answer.headers["location"]) == (303, "/device")
    return phone.get("/device").text


def continue_here(phone: Visitor, token: str, **more: str) -> int:
    return phone.post("/device/continue", {"token": token, **more}).status_code
