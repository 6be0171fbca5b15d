"""Every action of the audit log reads as a phrase."""

from app.store.admin.audit import Action
from app.web.rendering.audit_phrases import PHRASES, audit_phrase


def test_every_action_has_a_phrase_and_no_other() -> None:
    assert set(PHRASES) == {*Action}


def test_an_action_of_a_later_version_is_shown_as_it_is() -> None:
    assert audit_phrase("table-painted") == "table painted"
