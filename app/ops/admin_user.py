"""Members made and administrators named from the command line: the one way to the first administrator, and back in for those locked out."""

from app.store import accounts, audit, sessions
from app.store.accounts import Account, BadName, NameTaken
from app.store.database import Database
from app.web.context.passwords import Passwords, WeakPassword


class InvalidUser(Exception):
    """The name or the password will not do, or a password is missing; the message says which and why."""


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
    """The member of that name, made if there is none, with this password (None: as it was) and these rights (None: as they were).

    A new password ends every login of theirs. All of it is noted in the audit log.
    Raises Refused, StoreAway.
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
