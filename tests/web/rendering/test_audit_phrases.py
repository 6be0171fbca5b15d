"""Every action that the audit log may hold reads as a phrase, old ones like new ones."""

import pytest

from app.store.audit_actions import FORMER_ACTIONS, Action
from app.web.rendering.audit_phrases import PHRASES, audit_phrase


@pytest.mark.parametrize("action", sorted({*Action, *FORMER_ACTIONS}))
def test_every_stored_action_has_a_phrase(action: str) -> None:
    assert action in PHRASES


def test_no_phrase_is_for_an_action_that_never_was() -> None:
    assert set(PHRASES) == {*Action, *FORMER_ACTIONS}


def test_old_lines_read_like_new_ones() -> None:
    """Issue 13: one word for each deed. Stored lines are part of a hash chain and stay."""
    assert audit_phrase("match-unvoided") == audit_phrase("match-reinstated") == "reinstated"
    assert audit_phrase("account-banned") == "suspended for good"
    assert audit_phrase("account-suspended") == "suspended"


def test_an_action_of_a_later_version_is_shown_as_it_is() -> None:
    assert audit_phrase("table-painted") == "table painted"
