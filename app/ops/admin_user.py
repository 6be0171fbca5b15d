"""Members and administrators by command: the first administrator, and a way in for the locked-out.

A server may run on the same database meanwhile.
"""

from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import audit, notes
from app.store.admin.audit import Action
from app.store.database.pools import Database
from app.store.people import accounts, lifted_waits, password_resets, sessions
from app.store.people.names import BadName, NameTaken
from app.store.people.password_resets import PasswordReset, ResetRefused
from app.store.people.rows import Account, Role
from app.web.context.passwords import Passwords, WeakPassword

BY_COMMAND = "by command"


class InvalidUser(Exception):
    """The name or password is refused, or nobody has the name; the message says why."""


async def find_member(url: str, name: str) -> Account | None:
    """The member of that name, or of one that looks the same."""
    database = Database(url)
    try:
        async with database.sessions() as db:
            return await accounts.by_name(db, name)
    finally:
        await database.close()


async def create_or_update(
    url: str, name: str, password: str | None, admin: bool | None
) -> Account:
    """Creates or changes a member; None leaves the password or the rights as they are.

    A new password ends all their logins. Everything is noted in the audit log.
    Raises InvalidUser, StoreAway.
    """
    database, passwords = Database(url), Passwords()
    try:
        hashed = None if password is None else await passwords.hash(password, name)
        async with database.sessions.begin() as db:
            account = await accounts.by_name(db, name)
            done = []
            if account is None:
                if hashed is None:
                    raise InvalidUser(
                        f"There is no member called {name}, and a new one needs a password."
                    )
                guest = await accounts.create_guest(db, name)
                account = await accounts.register(db, guest.id, name, hashed)
                done.append(Action.CREATE_MEMBER)
            elif hashed is not None:
                await accounts.set_password(db, account.id, hashed)
                await password_resets.revoke(db, account.id)
                await sessions.close_all(db, account.id)
                done.append(Action.SET_PASSWORD)
            if admin is not None and admin != account.admin:
                role = Role.ADMINISTRATOR if admin else Role.NONE
                account = await accounts.set_role(db, account.id, role, even_the_last=True)
                await password_resets.revoke(db, account.id)  # another administrator may have it
                done.append(Action.MAKE_ADMIN if admin else Action.UNMAKE_ADMIN)
            for action in done:
                await audit.record(
                    db, account.id, action, audit.account_subject(account.id), BY_COMMAND
                )
            return account
    except (WeakPassword, BadName, NameTaken) as refusal:
        raise InvalidUser(str(refusal)) from None
    finally:
        passwords.close()
        await database.close()


async def unlock(url: str, name: str) -> str:
    """Lifts the member's suspension and waits after wrong passwords; returns what was done.

    A running server takes note at their next attempt. Raises InvalidUser, StoreAway.
    """
    database = Database(url)
    try:
        async with database.sessions.begin() as db:
            account, now = await _member(db, name), datetime.now(UTC)
            subject = audit.account_subject(account.id)
            done = (
                f"Waits of {account.name} after wrong passwords are lifted, on running servers too."
            )
            await lifted_waits.lift(db, account.id, now)
            await audit.record(db, account.id, Action.LIFT_WAITS, subject, BY_COMMAND)
            if account.suspended(now):
                await accounts.lift_suspension(db, account.id)
                await notes.end_suspension(db, account.id)
                await audit.record(db, account.id, Action.LIFT, subject, BY_COMMAND)
                done += f"\nThe suspension is lifted. Its reason was: {account.suspension_reason}"
            return done
    finally:
        await database.close()


async def make_password_reset(url: str, name: str) -> PasswordReset:
    """Makes a password reset link, for administrators too. Raises InvalidUser, StoreAway."""
    database = Database(url)
    try:
        async with database.sessions.begin() as db:
            account = await _member(db, name)
            made = await password_resets.create(db, account.id, datetime.now(UTC), operator=True)
            await audit.record(
                db,
                account.id,
                Action.MAKE_PASSWORD_RESET,
                audit.account_subject(account.id),
                BY_COMMAND,
            )
            return made
    except ResetRefused as refusal:
        raise InvalidUser(f"{refusal} With --unlock the command lifts it.") from None
    finally:
        await database.close()


def reset_words(made: PasswordReset, public_url: str | None) -> str:
    """The link, whole if the public address is known, and what it does."""
    path = f"/reset#{made.token}"
    link = (
        f"  {public_url.rstrip('/')}{path}"
        if public_url
        else f"  {path}\n"
        "Put the address in front of it at which people play, such as http://127.0.0.1:8000. "
        "With PECKING_ORDER_PUBLIC_URL set, the link is printed whole."
    )
    return (
        f"With this link {made.account.name} chooses a new password, once, until "
        f"{made.expires_at:%Y-%m-%d %H:%M} UTC:\n{link}\n"
        "Whoever opens it can log in with that name. Earlier links stop working."
    )


async def _member(db: AsyncSession, name: str) -> Account:
    """The member of that name. Raises InvalidUser with what is there instead."""
    account = await accounts.by_name(db, name) or await accounts.by_id(db, name)
    if account is not None and account.registered:
        return account
    if account is not None and account.kind == "gone":
        raise InvalidUser(f"The account {name} was deleted. It cannot come back.")
    guests = () if account else (await accounts.search(db, name, kind="guest")).items
    if account is not None or any(guest.name == name for guest in guests):
        raise InvalidUser(
            f"{name} is a guest, and a guest has no password. Their browser is their key."
        )
    raise InvalidUser(f"There is no member called {name}.")
