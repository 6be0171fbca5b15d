"""The scripts of a page: the modules that each imports, and the bundle that may replace them."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

IMPORTED = re.compile(r"""^(?:import|export)\b[^"';(]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
"""A static import of a relative path: neither a name of the import map nor a later import()."""
MANIFEST: Final = "bundle.json"


def required_modules(folder: Path, *entries: str) -> tuple[str, ...]:
    """The modules `entries` and everything they import, as paths below `folder`.

    Breadth first. A missing file is left out.
    """
    found: dict[str, None] = dict.fromkeys(entries)
    waiting = list(entries)
    while waiting:
        path = waiting.pop(0)
        for other in _imports(folder, path):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return tuple(path for path in found if (folder / path).is_file())


def _imports(folder: Path, path: str) -> Iterator[str]:
    file = folder / path
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        return
    for named in IMPORTED.findall(text):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(path), named))


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
