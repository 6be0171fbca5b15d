"""The decisions of a table on the page: they fit every screen, and are worked by keys alone."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_player import play
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import table_of_bots, to_play

BEN, CAT = "b" * 22, "c" * 22
OTHERS = [
    {"id": id_, "name": name, "registered": False, "present": True}
    for id_, name in ((BEN, "Ben"), (CAT, "Catherine von Hohenlohe"))
]
AWAY = {"host": BEN, "host_away": CAT}
SLOW = {"clock": "day"}
SHOWN: dict[str, tuple[dict[str, Any], str, str]] = {
    "kick-vote": (
        {**AWAY, "votes": [{"what": "kick", "person": CAT, "by": [BEN], "needed": 3}]},
        "Ben wants to kick Catherine von Hohenlohe. 1 of the 3 needed has agreed.",
        "Agree to kick Catherine von Hohenlohe",
    ),
    "resume-vote": (
        {**AWAY, "paused": True, "resume_wanted": [BEN], "resume_votes": [1, 3]},
        "Ben wants to resume. 1 of the 3 needed has agreed.",
        "Resume",
    ),
    "kicked-knock": (
        {"knocks": OTHERS[1:], "kicked": [CAT]},
        "Catherine von Hohenlohe, who was kicked, asks to come back.",
        "Let in",
    ),
    "replaced": (
        {"replaced": True},
        "A bot plays for you, because the table waited for your answer.",
        "I’m back",
    ),
    "slow-pass-offered": (
        {**SLOW, "trick_pass": False},
        "Slow table.",
        "Pass until the next trick",
    ),
    "slow-pass-said": (
        {**SLOW, "trick_pass": True},
        "You pass until the next trick.",
        "Don’t pass",
    ),
}
"""By name: fields of room and frame, the sentence, and the button that is pressed by keys."""


def with_fields(answers: list[Message], **fields: Any) -> Callable[[Message], Message]:
    """The running match as if it had these fields and two more people; answers are noted."""

    def edit(message: Message) -> Message:
        if message["type"] in ("done", "refused"):
            answers.append(message)
        if message["type"] == "room" and message["stage"] == "playing":
            return {**message, "people": [*message["people"], *OTHERS], **fields}
        return {**message, **fields} if message["type"] == "frame" else message

    return edit


def test_what_a_table_decides_fits_every_screen(visit: PageOpener, review: PageReview) -> None:
    """All of them at one table: the server refuses what is pressed, or has nothing to do."""
    page = visit()
    socket, answers = EditedSocket(page), list[Message]()
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    for name, (fields, sentence, button) in SHOWN.items():
        socket.edit = with_fields(answers, **fields)
        page.reload()
        banner = page.locator(".banners > .notice").filter(has_text=sentence)
        expect(banner).to_be_visible()
        if name == "kick-vote":
            review.check_all_sizes(page, name, whole=False, part=".banners")
        else:
            review.check(page, name, PHONE, "light", whole=False, part=".banners")
            review.check_doubled_text(page, name)
        before = len(answers)
        pressed = banner.get_by_role("button", name=button)
        pressed.focus()
        page.keyboard.press("Enter")
        expect(pressed).not_to_have_attribute("aria-busy", "true")
        assert len(answers) == before + 1, f"{name}: the server has answered"
        assert answers[-1].get("code") != "malformed", name
