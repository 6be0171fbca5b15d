"""A command carried out in the test's own process, which has imported everything already."""

import os
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess
from unittest.mock import patch

from app.cli import main


def called(*arguments: str, **environment: str) -> CompletedProcess[str]:
    """The output and status of a command, as `command` in test_commands.py has them of a child."""
    out, errors, status = StringIO(), StringIO(), 0
    with (
        patch.dict(os.environ, environment),
        patch("sys.stdin", StringIO()),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        try:
            main(arguments)
        except SystemExit as end:
            if isinstance(end.code, str):
                errors.write(f"{end.code}\n")
            status = 1 if isinstance(end.code, str) else end.code or 0
    return CompletedProcess(arguments, status, out.getvalue(), errors.getvalue())
