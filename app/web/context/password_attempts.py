"""One attempt to give a password: whether it may be made, and what a wrong one counts.

The counts are those of all processes, in app/store/people/wrong_passwords.py. A process also has
budgets of its own (rate_limits.py), which bound how many attempts may be under way at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import wrong_passwords
from app.store.people.wrong_passwords import Standing
from app.web.context.services import Services
from app.web.rate_limits import Budget, RateLimited, wait_after


@dataclass(slots=True)
class PasswordAttempt:
    """It is checked first, and afterwards found wrong or right."""

    services: Services
    trying: str
    """The name or device whose wrong ones in a row make it wait."""
    budgets: tuple[Budget, ...]
    """The budgets that each wrong one takes from."""
    _lifted: datetime | None = None
    _known: Mapping[str, Standing] = field(default_factory=dict)

    async def check(self, db: AsyncSession, account_id: str | None) -> None:
        """Raises RateLimited while no attempt may be made."""
        names = [self.trying, *map(_name, self.budgets)]
        self._lifted, self._known = await wrong_passwords.standing(db, account_id, names)
        multiplier = self.services.limits.multiplier
        waits = [
            found.owed - (rate.burst * multiplier - 1) * rate.seconds / multiplier
            for (key, rate) in self.budgets
            if (found := self._known.get(_name((key, rate)))) is not None
        ]
        in_a_row = self._known.get(self.trying)
        if in_a_row is not None and in_a_row.lifted == self._lifted:
            waits.append(wait_after(in_a_row.count) / multiplier - in_a_row.since)
        if waits and max(waits) > 0:
            raise RateLimited(max(waits))

    async def was_wrong(self) -> None:
        multiplier = self.services.limits.multiplier
        taken = {_name(budget): budget[1].seconds / multiplier for budget in self.budgets}
        async with self.services.db.request_connection() as db:
            await wrong_passwords.add(db, {self.trying: 0.0, **taken}, self._lifted)

    async def was_right(self) -> None:
        """Writes nothing unless there were wrong ones before."""
        if self.trying in self._known:
            async with self.services.db.request_connection() as db:
                await wrong_passwords.clear(db, self.trying)


def _name(budget: Budget) -> str:
    (action, key), _ = budget
    return f"{action} of {key}"
