"""Screens of tests: a browser that shows a code and connects by its own cookie."""

import re
from contextlib import AbstractContextManager

from tests.web.visitors import TableConnection, Visitor


class Telly:
    """A screen: a browser that nobody has logged in to."""

    def __init__(self, browser: Visitor) -> None:
        self.browser = browser
        assert "Show a table on this screen" in browser.get("/screen").text
        assert browser.post("/screen").headers["location"] == "/screen"
        found = re.search(r"/screens/([\w-]{12})<", browser.get("/screen").text)
        assert found is not None
        self.code = found[1]

    @property
    def state(self) -> str:
        return str(self.browser.get("/screen/state").json()["state"])

    def connect(self, room: str) -> AbstractContextManager[TableConnection]:
        cookie = f"{self.browser.cookie}; screen={self.browser.http.cookies.get('screen', '')}"
        return self.browser.connect(f"{room}?screen=1", cookie=cookie)


def own_screens(person: Visitor) -> list[str]:
    """The ids of this person's screens."""
    return re.findall(r"/screens/([\w-]{22})/end", person.get("/screens").text)
