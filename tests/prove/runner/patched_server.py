"""`python -m tests.prove.runner.patched_server serve`: the server after some patches.

PATCHES names functions, as `package.module:function`, with spaces between; each is called before
the server starts. The server itself knows nothing of it.
"""

import os
import pkgutil
from collections.abc import Callable
from typing import Final

from app import cli

MODULE: Final = "tests.prove.runner.patched_server"
Patch = Callable[[], None]


def environment_of(*patches: Patch) -> dict[str, str]:
    """The environment that makes this module call these functions."""
    return {"PATCHES": " ".join(f"{patch.__module__}:{patch.__name__}" for patch in patches)}


if __name__ == "__main__":
    for name in os.environ["PATCHES"].split():
        pkgutil.resolve_name(name)()
    cli.main()
