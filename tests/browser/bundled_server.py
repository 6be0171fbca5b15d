"""The server of browser tests with the bundle that lies in the folder BUNDLE of its environment."""

import os
from pathlib import Path

from app import cli, main

if __name__ == "__main__":
    main.BUNDLE = Path(os.environ["BUNDLE"])  # type: ignore[misc]  # Final for everybody else
    cli.main()
