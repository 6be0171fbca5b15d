"""`python -m tests.ops.newer_build serve`: our code with the static files of the folder NEWER."""

import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app import cli, main
from app.web.rendering.static_files import Assets


def newer(ours: Path, **more: Any) -> Assets:
    return Assets(Path(os.environ["NEWER"]), **more)


if __name__ == "__main__":
    patch.object(main, "Assets", newer).start()
    cli.main()
