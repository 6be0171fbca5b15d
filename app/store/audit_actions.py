"""The actions that the audit log keeps: one word for each deed of an administrator."""

from enum import StrEnum


class Action(StrEnum):
    """An action of a new line. A stored line keeps its action for ever: its hash covers it."""

    SUSPEND = "account-suspended"
    LIFT = "suspension-lifted"
    STOP = "match-stopped"
    VOID = "match-voided"
    REINSTATE = "match-reinstated"
    """A voided match counts again."""
    LOOK = "match-looked-at"
    """The log of a match was opened; its players see who did and when."""
    RELEASE = "table-released"
    """A table's quarantine was ended."""
    ANSWER = "report-answered"
    READ_CHAT = "report-looked-at"
    """The chat around the moment of a report was read; its subject is the report."""
    MAKE_PASSWORD_RESET = "password-reset-made"  # noqa: S105  an action
    LIFT_WAITS = "waits-lifted"
    """Somebody who was locked out after wrong passwords may try again."""
    CREATE_MEMBER = "member-made"
    SET_PASSWORD = "password-set"  # noqa: S105  an action
    MAKE_ADMIN = "made-admin"
    UNMAKE_ADMIN = "unmade-admin"
