"""Members and administrators by command: how the first administrator is made."""

from app.store import accounts, audit, sessions
from app.store.accounts import Account, BadName, NameTaken
from app.store.database import Database
from app.web.context.passwords import Passwords, WeakPassword


class InvalidUser(Exception):
    """The name or password is refused, or a password is missing; the message says why."""


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
                done.append("member-made")
            elif hashed is not None:
                await accounts.set_password(db, account.id, hashed)
                await sessions.close_all(db, account.id)
                done.append("password-set")
            if admin is not None and admin != account.admin:
                account = await accounts.make_admin(db, account.id, admin)
                done.append("made-admin" if admin else "unmade-admin")
            for action in done:
                await audit.record(
                    db, account.id, action, audit.account_subject(account.id), "by command"
                )
            return account
    except (WeakPassword, BadName, NameTaken) as refusal:
        raise InvalidUser(str(refusal)) from None
    finally:
        passwords.close()
        await database.close()
