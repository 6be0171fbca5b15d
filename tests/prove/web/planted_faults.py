"""Faults of the web's code, such as other servers have had, and the checks that must find them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Scope

from app.store.matches import summaries
from app.store.people import sessions
from app.store.people.rows import Account
from app.table.model.room import Room
from app.web.context import match_access as match_access_web
from app.web.context.authentication import Login
from app.web.context.match_access import MatchAccess
from app.web.context.password_attempts import PasswordAttempt
from app.web.context.request_context import RequestContext
from app.web.rate_limits import Limits
from app.web.routes import matches as matches_web
from app.web.routes import tables
from app.web.server import middleware
from app.web.server.middleware import OwnOrigin, SecurityMiddleware
from tests.prove.runner.planting import Plant


class WebFault(msgspec.Struct, frozen=True):
    promise: str
    check: str
    """The check that must find it."""
    plant: Plant
    focus: str = ""
    """The beginning of the paths at which it shows."""


def route_without_guard(patch: pytest.MonkeyPatch) -> None:
    """One route is not behind the security middleware."""
    refusal = SecurityMiddleware.refusal
    patch.setattr(
        SecurityMiddleware,
        "refusal",
        lambda self, scope: None if scope["path"] == "/account/rename" else refusal(self, scope),
    )


def same_site_taken(patch: pytest.MonkeyPatch) -> None:
    """A page of the same site but another host is taken for ours."""

    def same_site(self: SecurityMiddleware, headers: Headers, scope: Scope) -> bool:
        site = headers.getlist("sec-fetch-site")
        return (
            all(value in ("same-origin", "same-site", "none") for value in site)
            if site
            else self.origin.is_claimed_by(scope)
        )

    patch.setattr(SecurityMiddleware, "same_site", same_site)


def origin_by_its_beginning(patch: pytest.MonkeyPatch) -> None:
    """https://cards.example.evil.example begins like ours."""

    def is_claimed_by(self: OwnOrigin, scope: Scope) -> bool:
        origins = Headers(scope=scope).getlist("origin")
        return len(origins) == 1 and origins[0].startswith(self.of(scope))

    patch.setattr(OwnOrigin, "is_claimed_by", is_claimed_by)


def bare_errors(patch: pytest.MonkeyPatch) -> None:
    """Error responses carry no security headers."""
    call = SecurityMiddleware.__call__

    async def without(self: SecurityMiddleware, scope: Scope, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                message["headers"] = [
                    (name, value)
                    for name, value in message["headers"]
                    if name in (b"content-type", b"content-length")
                ]
            await send(message)

        await call(self, scope, receive, sent)

    patch.setattr(SecurityMiddleware, "__call__", without)


def markup_not_escaped(patch: pytest.MonkeyPatch) -> None:
    from jinja2 import Environment

    patch.setattr(
        "app.web.rendering.templating.Environment",
        lambda **more: Environment(**{**more, "autoescape": False}),
    )


def session_of_anybody(patch: pytest.MonkeyPatch) -> None:
    """A login is closed by its id alone."""
    close = sessions.close_session

    async def unscoped(db: Any, session_id: str, account_id: str | None = None) -> bool:
        return await close(db, session_id)

    patch.setattr(sessions, "close_session", unscoped)


def match_of_anybody(patch: pytest.MonkeyPatch) -> None:
    """A match is shown to anybody who knows its id."""

    async def match_access(here: RequestContext, match: str) -> MatchAccess:
        async with here.services.db.sessions.begin() as db:
            summary = await summaries.of_match(db, match)
        if summary is None:
            raise HTTPException(404)
        return MatchAccess(summary, here.services.games[summary.game], (), False)

    for module in (matches_web, match_access_web):
        patch.setattr(module, "match_access", match_access)


def admin_sees_hands(patch: pytest.MonkeyPatch) -> None:
    """Administrators may ask for any seat of a running match, as in the poker scandals."""
    asked = match_access_web.requested_seats
    patch.setattr(
        match_access_web,
        "requested_seats",
        lambda seen, seat: asked(
            msgspec.structs.replace(seen, own_seats=(0, 1)) if seen.as_admin else seen, seat
        ),
    )


def moderators_rule(patch: pytest.MonkeyPatch) -> None:
    """Routes of administrators take moderators."""
    patch.setattr(Account, "admin", Account.staff)


def nobody_moderates(patch: pytest.MonkeyPatch) -> None:
    """Routes of moderators are for administrators alone."""
    patch.setattr(Account, "staff", Account.admin)


def looks_not_written(patch: pytest.MonkeyPatch) -> None:
    async def nothing(here: RequestContext, seen: MatchAccess, reason: str = "") -> None:
        pass

    patch.setattr(matches_web, "audit_look", nothing)


def invitation_for_all(patch: pytest.MonkeyPatch) -> None:
    """Every visitor counts as one of the room."""

    def is_member(here: RequestContext, room: Room) -> bool:
        return True

    patch.setattr(tables, "is_member", is_member)


def tries_without_limit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Limits, "take", lambda self, action, key: None)

    async def may_be_made(self: PasswordAttempt, db: object, account_id: str | None) -> None:
        """Always."""

    patch.setattr(PasswordAttempt, "check", may_be_made)


def stranger_costs_nothing(patch: pytest.MonkeyPatch) -> None:
    """An unknown name is refused before the hash, so a clock tells members from others."""
    from app.web.context.passwords import Passwords

    compare = Passwords.matches

    async def quick(self: Passwords, stored: str | None, password: str) -> bool:
        return stored is not None and await compare(self, stored, password)

    patch.setattr(Passwords, "matches", quick)


def cookie_adopted(patch: pytest.MonkeyPatch) -> None:
    """Signing up keeps the token that the browser came with."""

    async def renew(self: Login, db: Any, account: Account) -> None:
        if self.session is None:
            await self.sign_in(db, account)
        else:
            self.account = account

    patch.setattr(Login, "renew", renew)


def secret_logged(patch: pytest.MonkeyPatch) -> None:
    """Each request is logged with its address, invitations among them."""
    refusal = SecurityMiddleware.refusal

    def told(self: SecurityMiddleware, scope: Scope) -> Any:
        import structlog

        structlog.get_logger().info("asked", path=scope["path"])
        return refusal(self, scope)

    patch.setattr(middleware.SecurityMiddleware, "refusal", told)


def logged_out_stays(patch: pytest.MonkeyPatch) -> None:
    """A login ends, and its connections do not hear of it."""
    from app.table.lobby.lobby import Lobby

    patch.setattr(Lobby, "end_session", lambda self, session: None)


def links_good_twice(patch: pytest.MonkeyPatch) -> None:
    """A link for another device is looked up and not used up."""
    from app.store.people import device_transfers

    kept = device_transfers._REDEEM.replace(
        "DELETE FROM device_transfers WHERE token_hash = $1 RETURNING session_id",
        "SELECT session_id FROM device_transfers WHERE token_hash = $1",
    )
    patch.setattr(device_transfers, "_REDEEM", kept)


def links_outlive_passwords(patch: pytest.MonkeyPatch) -> None:
    """A device transfer link stays good after the password was changed."""
    from app.store.people import device_transfers

    async def withdraw(db: Any, session: str) -> None:
        pass

    patch.setattr(device_transfers, "revoke", withdraw)


PLANTED: Final[Mapping[str, WebFault]] = {
    "route-without-guard": WebFault("P6", "forgeries", route_without_guard, "/account/rename"),
    "same-site-taken": WebFault("P6", "forgeries", same_site_taken),
    "origin-by-its-beginning": WebFault("P6", "handshakes", origin_by_its_beginning),
    "bare-errors": WebFault("P6", "headers", bare_errors),
    "session-of-anybody": WebFault("P14", "access", session_of_anybody, "/account/sessions"),
    "match-of-anybody": WebFault("P14", "hands", match_of_anybody),
    "admin-sees-hands": WebFault("P14", "hands", admin_sees_hands),
    "moderators-rule": WebFault("P14", "access", moderators_rule, "/admin"),
    "nobody-moderates": WebFault("P14", "access", nobody_moderates, "/admin"),
    "looks-not-written": WebFault("P14", "looks", looks_not_written),
    "invitation-for-all": WebFault("P14", "access", invitation_for_all, "/table"),
    "markup-not-escaped": WebFault("P14", "markup", markup_not_escaped, "/join"),
    "tries-without-limit": WebFault("P6", "guessing", tries_without_limit),
    "stranger-costs-nothing": WebFault("P14", "guessing", stranger_costs_nothing),
    "cookie-adopted": WebFault("P14", "fixation", cookie_adopted),
    "logged-out-stays": WebFault("P14", "endings", logged_out_stays),
    "links-good-twice": WebFault("P6", "moving", links_good_twice),
    "links-outlive-passwords": WebFault("P6", "moving", links_outlive_passwords),
    "secret-logged": WebFault("P14", "methods", secret_logged, "/join"),
}
