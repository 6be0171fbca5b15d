"""Phrases that pages get from the server: deeds of the audit log, devices, names for strangers."""

import secrets
from datetime import timedelta
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
    Action.MAKE_MODERATOR: "made a moderator of",
    Action.UNMAKE_MODERATOR: "took moderator rights from",
    Action.NOTE: "wrote a note about",
    Action.WARN: "warned",
    Action.SILENCE: "silenced",
    Action.REMOVE_LINE: "removed a line of",
    Action.TAKE_NAME: "took the name away from",
    Action.UNDO: "took back what was done to",
    Action.SWITCH: "set",
}
"""By the stored action."""


def audit_phrase(action: str) -> str:
    """The phrase of a stored action; one that this version does not know stays as it is."""
    return PHRASES.get(action, action.replace("-", " "))


BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The first match counts: most browsers name others as well."""
SYSTEMS: Final = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("CrOS", "a Chromebook"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """A name like "Firefox on Windows"; else the header's first words, or "unknown"."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in SYSTEMS if mark in user_agent), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or user_agent.strip()[:40] or "unknown"


MANNERS: Final = (
    *("Bold", "Brave", "Cosy", "Dandy", "Fond", "Grand", "Happy", "Jolly", "Keen", "Kind"),
    *("Loyal", "Lucky", "Merry", "Noble", "Perky", "Proud", "Quiet", "Sly", "Sunny", "Witty"),
)
BIRDS: Final = (
    *("Coot", "Crow", "Dodo", "Dove", "Duck", "Emu", "Gull", "Hawk", "Hen", "Ibis"),
    *("Jay", "Kite", "Kiwi", "Lark", "Owl", "Rook", "Swan", "Teal", "Tern", "Wren"),
)
"""With a manner ten letters at most: a name that a seat of a phone has room for."""


def offered_name() -> str:
    """A name for a guest, such as "Merry Wren"; another one each time."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(BIRDS)}"


def time_left(left: timedelta) -> str:
    """The time until an instant, as pages say it (the table: static/js/table/ui/countdown.js).

    >>> time_left(timedelta(hours=71, minutes=59)), time_left(timedelta(hours=3, minutes=59))
    ('2 days left', '3 hours left')
    >>> time_left(timedelta(minutes=59)), time_left(timedelta(seconds=-1))
    ('59 minutes left', 'time is up')
    >>> time_left(timedelta(seconds=59))
    'less than a minute left'
    """
    minutes = int(left.total_seconds() // 60)
    if minutes < 0:
        return "time is up"
    for unit, size in (("day", 1440), ("hour", 60)):
        if minutes >= 2 * size:
            return f"{minutes // size} {unit}s left"
    few = {0: "less than a minute left", 1: "1 minute left"}
    return few.get(minutes, f"{minutes} minutes left")
