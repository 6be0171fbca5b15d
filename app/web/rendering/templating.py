"""Templates, with their filters, their globals, their digest and the messages after a redirect."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from app.rules.codec import omitted_defaults
from app.rules.game import AnyGame
from app.rules.phrases import players
from app.store.people.names import MAX_LENGTH
from app.web.rendering.options_form import game_options
from app.web.rendering.phrases import audit_phrase, device_name
from app.web.rendering.static_files import Assets

FLASH_MESSAGES: Final[dict[str, str]] = {
    "welcome": "Welcome. Your name is yours now, and you keep everything that you played.",
    "hello": "Welcome back.",
    "logged-out": "You are logged out.",
    "logged-out-everywhere": "You are logged out everywhere.",
    "portrait": "Your portrait is changed.",
    "portrait-follows": "Your portrait is changed. A table that is busy shows it within minutes.",
    "mute-none": "You see that person’s messages and reactions again.",
    "mute-mute": "That person is muted. They aren’t told.",
    "mute-block": "That person is blocked. They aren’t told.",
    "invited": "Your table is open. Whoever you invited finds it on their home page, for a day.",
    "not-invited": "Your table is open, but the invitations could not be sent. "
    "Send its invite link instead.",
    "declined": "The invitation is declined. They aren’t told.",
    "session-closed": "That device is logged out.",
    "renamed": "Your name is changed.",
    "renamed-follows": "Your name is changed. A table that is busy shows it within minutes.",
    "password": "Your password is changed; all other devices are logged out.",
    "password-reset": "Your new password is set; all other devices are logged out.",
    "deleted": "Your account is deleted. Your matches keep their moves, without your name.",
    "deleted-follows": "Your account is deleted. A table that is busy takes your name out within "
    "minutes.",
    "picture-taken-back": "The picture is taken back. Messengers may keep what they fetched.",
    "stopped": "The match is stopped.",
    "released": "The table is released and may play again.",
    "voided": "The match is voided; standings and ratings no longer count it.",
    "reinstated": "The match is reinstated; standings and ratings count it again.",
    "reported": "Thank you. Your report and the position are saved. "
    "You’ll find the answer here and on your account page.",
    "answered": "Your answer is sent.",
    "suspended": "Suspended. All their tables and devices are logged out.",
    "suspended-follows": "Suspended, and all their devices are logged out. A table that is busy "
    "gives up their seat within minutes.",
    "lifted": "The suspension is lifted.",
    "role": "The role is changed.",
    "noted": "Your note is kept.",
    "silenced": "They can’t write in any chat until then, and are told so.",
    "line-removed": "The line is gone from the chat. It says that it was removed.",
    "name-taken": "They have the new name. The old one is locked.",
    "name-taken-follows": "They have the new name, and the old one is locked. A table that is busy "
    "shows it within minutes.",
    "undone": "It is taken back.",
    "switched": "The switch is set. It holds everywhere within seconds.",
    "warned": "Warned. They read it before anything else when they next come.",
    "perhaps-done": "The machine that runs this table didn’t answer in time. What you asked for "
    "may have been done: look here before you ask again.",
}
"""Messages after a redirect, by the key in the cookie: a forged cookie shows nothing else."""


class Templates:
    """The templates folder."""

    def __init__(self, folder: Path, assets: Assets, games: Mapping[str, AnyGame]) -> None:
        self.build = assets.build
        """The build that pages are of now: see static_files.py."""
        self._jinja = Environment(loader=FileSystemLoader(folder), autoescape=True)
        # options are shown in their own order
        self._jinja.policies["json.dumps_kwargs"] = {"sort_keys": False}
        self._jinja.globals.update(
            asset=assets.url,
            build=assets.build,
            scripts=assets.urls_for,
            styles=assets.joined_url,
            games=tuple(games.values()),
            players=players,
            longest_name=MAX_LENGTH,
        )
        self._jinja.filters.update(
            audit_phrase=audit_phrase,
            day=day,
            utc_time=utc_time,
            local_time=local_time,
            number=number,
            value_html=value_html,
            device_name=device_name,
        )

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """The page `name`; `context` holds me, csp_nonce, path, flash and the page's own values."""
        return self._jinja.get_template(name).render(context)

    def compile_all(self) -> None:
        """Compiles every template now, so that no page does it on the loop while people play."""
        for name in self._jinja.list_templates():
            self._jinja.get_template(name)

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
    """A time element that static/js/site/local_times.js rewrites in the reader's own time."""
    return Markup('<time datetime="{}">{}</time>').format(
        as_utc(value).isoformat(), utc_time(value)
    )


def number(value: float, digits: int = 0) -> str:
    """A number with a real minus sign, its digits in groups from 10,000 on: −3, 2.5."""
    groups = "," if abs(value) >= 10_000 else ""
    return f"{value:z{groups}.{digits}f}".replace("-", "−")


def as_utc(value: datetime | int) -> datetime:
    return (
        datetime.fromtimestamp(value / 1000, UTC)
        if isinstance(value, int)
        else value.astimezone(UTC)
    )


def page_digest(templates: Path, games: Mapping[str, AnyGame]) -> str:
    """The SHA-256 in hexadecimal digits; equal if the server would write the same pages."""
    digest = sha256()
    for path in sorted(templates.rglob("*.html")):
        digest.update(f"{path.relative_to(templates).as_posix()}\n".encode())
        digest.update(sha256(path.read_bytes()).digest())
    facts = {
        slug: [game.title, game.rules_version, game_options(game), omitted_defaults(game)]
        for slug, game in games.items()
    }
    digest.update(msgspec.json.encode(facts))
    return digest.hexdigest()


def value_html(value: Any) -> Markup:
    """HTML of a JSON value: a mapping becomes a list of facts, everything else one line.

    Empty parts are left out; "–" stands for an empty value.
    """
    fields = _filled_fields(value) if isinstance(value, dict) else ()
    if not fields:
        return Markup("".join(_inline(value)))  # noqa: S704  escaped below
    facts = (f"<dt>{_name(name)}</dt><dd>{''.join(_inline(inner))}</dd>" for name, inner in fields)
    return Markup(f'<dl class="facts">{"".join(facts)}</dl>')  # noqa: S704


def _inline(value: Any) -> Iterator[str]:
    match value:
        case None:
            yield "–"
        case bool():
            yield "yes" if value else "no"
        case str():
            yield f"<bdi>{escape(value)}</bdi>"
        case dict():
            fields = _filled_fields(value)
            for at, (name, inner) in enumerate(fields):
                yield f"{', ' if at else ''}<i>{_name(name)}</i> "
                yield from (
                    ("(", *_inline(inner), ")") if isinstance(inner, dict) else _inline(inner)
                )
            if not fields:
                yield "–"
        case list() | tuple():
            for at, inner in enumerate(value):
                if at:
                    yield "; " if isinstance(inner, dict | list | tuple) else " "
                yield from _inline(inner)
            if not value:
                yield "–"
        case _:
            yield f'<span class="figures">{escape(value)}</span>'


def _filled_fields(value: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, inner) for name, inner in value.items() if inner or isinstance(inner, int | float)
    )


def _name(name: str) -> str:
    return escape(name.replace("_", " "))
