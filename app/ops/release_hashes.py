"""The list of hashes that a release carries: every script, style and page part that it serves.

`examples/verify.py house` compares a server with it; see docs/fair-shuffle.md, "Checking a server".
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from app.games import BY_SLUG
from app.web.rendering.static_files import Assets
from app.web.rendering.templating import Templates

TEXTS: Final = {
    "/fair/verify.py": "examples/verify.py",
    "/docs/fair-shuffle.md": "docs/fair-shuffle.md",
}
BUILD: Final = re.compile(
    r' nonce="[^"]*"|\?v=[0-9a-f]{12}|(?<=/~)[0-9a-f]{12}|(?<=build=")[0-9a-f]{12}'
)
"""Text of a page that is another at each visit, and in each build of a release."""


def release_hashes(release: str, root: Path) -> str:
    """JSON: `{release, files: {path: [hash, …]}, pages: {address: hash}}`, hashes as SHA-256.

    A script has two hashes where the bundle has a file of its name.
    """
    files: dict[str, list[str]] = {}
    for folder in (root / "static", root / "bundle"):
        for path in _files(folder):
            files.setdefault(path.relative_to(folder).as_posix(), []).append(
                _hash(path.read_bytes())
            )
    pages = {address: _hash((root / path).read_bytes()) for address, path in TEXTS.items()}
    pages["/fair"] = _hash(BUILD.sub("", _fair_page(root)).encode())
    return json.dumps({"release": release, "files": files, "pages": pages}, indent=1)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in {".js", ".css"})


def _fair_page(root: Path) -> str:
    """The page as a stranger gets it."""
    templates = Templates(root / "templates", Assets(root / "static"), BY_SLUG)
    stranger = {"me": None, "path": "/fair", "csp_nonce": "", "flash": ()}
    return templates.render("fair.html", stranger)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()
