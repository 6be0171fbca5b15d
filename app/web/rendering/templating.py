"""Templates and what all of them may use: `me`, `games`, `asset()`, `scripts()`, `styles()`, `csp_nonce`, `flash`, filters."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from app.rules.game import AnyGame
from app.rules.phrases import players
from app.web.rendering.device_names import device_name
from app.web.rendering.static_files import Assets
from app.web.rendering.value_html import value_html

FLASH_MESSAGES: Final[dict[str, str]] = {
    "welcome": "Welcome. Your name is yours now, and everything you played stays with it.",
    "hello": "Welcome back.",
    "logged-out": "You are logged out.",
    "logged-out-everywhere": "You are logged out everywhere.",
    "session-closed": "That device is logged out.",
    "renamed": "From now on you go by your new name.",
    "password": "Your password is changed; all other devices are logged out.",
    "deleted": "Your account is deleted. Matches you played keep their moves, without your name.",
    "stopped": "The match is stopped.",
    "released": "The table may play again.",
    "voided": "The match is voided; standings and ratings are worked out again without it.",
    "unvoided": "The match counts again.",
    "reported": "Thank you. It is written down, with the position; the answer will stand here, and on your account’s page.",
    "answered": "Answered; whoever reported it reads that.",
    "suspended": "Suspended. All their tables and devices have let go of them.",
    "lifted": "The suspension is lifted.",
}
"""Messages after a redirect, by the word that travels in the cookie: nothing that a stranger writes is ever shown."""


class Templates:
    """The templates folder."""

    def __init__(self, folder: Path, assets: Assets, games: Mapping[str, AnyGame]) -> None:
        self._jinja = Environment(loader=FileSystemLoader(folder), autoescape=True)
        self._jinja.policies["json.dumps_kwargs"] = {
            "sort_keys": False
        }  # options are shown in their own order
        self._jinja.globals.update(
            asset=assets.url,
            scripts=assets.urls_for,
            styles=assets.joined_url,
            games=tuple(games.values()),
            players=players,
        )
        self._jinja.filters.update(
            day=day,
            utc_time=utc_time,
            local_time=local_time,
            number=number,
            value_html=value_html,
            device_name=device_name,
        )

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """The page `name` filled in; `context` holds me, csp_nonce, path and flash besides the page's own values."""
        return self._jinja.get_template(name).render(context)

    def has(self, name: str) -> bool:
        return name in self._jinja.list_templates(filter_func=lambda found: found == name)


def day(value: datetime | int) -> str:
    """21 Nov 2026. Takes milliseconds since 1970 as well."""
    when = as_utc(value)
    return f"{when.day} {when:%b %Y}"


def utc_time(value: datetime | int) -> str:
    """21 Nov 2026, 19:04 UTC."""
    return f"{day(value)}, {as_utc(value):%H:%M} UTC"


def local_time(value: datetime | int) -> Markup:
    """The moment as an element, which a script words in the reader's own time (static/js/site/local_times.js)."""
    return Markup('<time datetime="{}">{}</time>').format(
        as_utc(value).isoformat(), utc_time(value)
    )


def number(value: float, digits: int = 0) -> str:
    """A number as it is printed, with a real minus: −3, 2.5."""
    return f"{value:z.{digits}f}".replace("-", "−")


def as_utc(value: datetime | int) -> datetime:
    return (
        datetime.fromtimestamp(value / 1000, UTC)
        if isinstance(value, int)
        else value.astimezone(UTC)
    )
