"""`python -m tests.ops.quick_look serve`: a server that looks for slow tables all the time."""

from unittest.mock import patch

from app import cli, jobs

if __name__ == "__main__":
    patch.object(jobs, "SLOW_EVERY", 0.2).start()
    cli.main()
