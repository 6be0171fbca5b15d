"""The phrase of each action in the audit log, as it stands between the administrator and the
subject.
"""

from typing import Final

from app.store.admin.audit import Action

PHRASES: Final[dict[str, str]] = {
    Action.SUSPEND: "suspended",
    Action.LIFT: "lifted the suspension of",
    Action.STOP: "stopped",
    Action.VOID: "voided",
    Action.REINSTATE: "reinstated",
    Action.LOOK: "looked at the log of",
    Action.RELEASE: "released",
    Action.ANSWER: "answered a report about",
    Action.READ_CHAT: "read the chat around",
    Action.MAKE_PASSWORD_RESET: "made a password reset link for",
    Action.LIFT_WAITS: "lifted the login wait of",
    Action.CREATE_MEMBER: "created the account of",
    Action.SET_PASSWORD: "set the password of",
    Action.MAKE_ADMIN: "gave administrator rights to",
    Action.UNMAKE_ADMIN: "took administrator rights from",
}
"""By the stored action."""


def audit_phrase(action: str) -> str:
    """The phrase of a stored action; one that this version does not know stays as it is."""
    return PHRASES.get(action, action.replace("-", " "))
