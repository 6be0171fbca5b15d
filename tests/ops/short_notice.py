"""`python -m tests.ops.short_notice serve`: a server that gives its tables away at once.

No proxy has to see first that it is not ready; tests/ops/test_rolling_upgrade.py has one.
"""

from unittest.mock import patch

from app import cli
from app.web.server import handing_over

if __name__ == "__main__":
    patch.object(handing_over, "NOTICE", 0.1).start()
    cli.main()
