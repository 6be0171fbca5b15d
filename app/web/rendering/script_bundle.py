"""The bundle of scripts that `run.py bundle` may have made: few files in place of many."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

MANIFEST: Final = "bundle.json"


class Manifest(msgspec.Struct, frozen=True):
    """The file that bundle.js wrote: scripts as they are named in static/, with versions."""

    sources: dict[str, str]
    """The version of each script that it was made from."""
    outputs: dict[str, str]
    """The version of each script in the bundle."""
    modules: dict[str, tuple[str, ...]]
    """By script of a page: itself and all that it imports."""


class ScriptBundle(msgspec.Struct, frozen=True):
    """A bundle of exactly the present scripts."""

    folder: Path
    manifest: Manifest
    digest: str

    def file(self, path: str) -> Path | None:
        """The file that is sent for this script, or None: the script itself is sent."""
        return self.folder / path if path in self.manifest.outputs else None

    def modules(self, *scripts: str) -> tuple[str, ...]:
        """These scripts and all that they import, each once."""
        found = (path for script in scripts for path in self.manifest.modules.get(script, ()))
        return tuple(dict.fromkeys(found))


def present_bundle(folder: Path, versions: Mapping[str, str | None]) -> ScriptBundle | None:
    """The bundle in the folder; None if there is none, or it was made from other scripts.

    `versions`: of all our scripts, and of those vendored files that are known by now.
    """
    try:
        content = (folder / MANIFEST).read_bytes()
        manifest = msgspec.json.decode(content, type=Manifest)
    except (OSError, msgspec.DecodeError):
        return None
    if manifest.sources != versions:
        return None
    return ScriptBundle(folder, manifest, sha256(content).hexdigest())
