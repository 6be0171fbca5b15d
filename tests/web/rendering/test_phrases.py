"""Every action of the audit log reads as a phrase; devices are called what people call them."""

import pytest

from app.store.admin.audit import Action
from app.web.rendering.phrases import PHRASES, audit_phrase, device_name

MOZILLA = "Mozilla/5.0"


def test_every_action_has_a_phrase_and_no_other() -> None:
    assert set(PHRASES) == {*Action}


def test_an_action_of_a_later_version_is_shown_as_it_is() -> None:
    assert audit_phrase("table-painted") == "table painted"


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        (
            f"{MOZILLA} (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox on Windows",
        ),
        (
            (
                f"{MOZILLA} (Linux; Android 14; Pixel 8) AppleWebKit/537.36 "
                "(KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36"
            ),
            "Chrome on Android",
        ),
        (
            (
                f"{MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
                "Version/17.5 Mobile Safari/604.1"
            ),
            "Safari on an iPhone",
        ),
        (
            (
                f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 "
                "Chrome/128.0 Safari/537.36 Edg/128.0"
            ),
            "Edge on a Mac",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("x" * 200, "x" * 40),
        ("", "unknown"),
    ],
)
def test_a_device_is_called_by_its_browser_and_its_system(agent: str, called: str) -> None:
    assert device_name(agent) == called
