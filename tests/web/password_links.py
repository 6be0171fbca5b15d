"""Steps of a password reset: an administrator makes the link, its owner uses it."""

import re

from tests.web.visitors import Visitor

OLD, NEW = "a long enough secret", "eight blue candles"
EXPIRED = "This link or code is not valid"


def account_id(person: Visitor) -> str:
    """The id of the visitor's account, as the account page links it."""
    found = re.search(r"/people/([\w-]+)", person.get("/account").text)
    assert found is not None
    return found[1]


def make_link(admin: Visitor, person: Visitor) -> str:
    """The token of a new link for the person."""
    answer = admin.post(
        f"/admin/people/{account_id(person)}/password-reset", {"reason": "Asked for it"}
    )
    found = re.search(r"/reset#([\w-]{43})", answer.text)
    assert found is not None, answer.text
    return found[1]


def log_in_status(person: Visitor, name: str, password: str) -> int:
    return person.post("/login", {"name": name, "password": password}).status_code
