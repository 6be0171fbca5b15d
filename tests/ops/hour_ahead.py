"""`python -m tests.ops.hour_ahead serve`: a server whose clock is an hour ahead."""

from datetime import UTC, datetime, timedelta

from app import cli
from app.table.system import SystemClock


def plant() -> None:
    def later() -> datetime:
        return datetime.now(UTC) + timedelta(hours=1)

    SystemClock.now = staticmethod(later)


if __name__ == "__main__":
    plant()
    cli.main()
