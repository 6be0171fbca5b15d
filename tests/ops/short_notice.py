"""`python -m tests.ops.short_notice serve`: a server that gives its tables away at once.

No proxy has to notice first that it is not ready; tests/ops/test_rolling_upgrade.py has one.
"""

from app import cli
from app.web.server import handing_over

if __name__ == "__main__":
    handing_over.NOTICE = 0.1  # type: ignore[misc]  # Final for everybody else
    cli.main()
