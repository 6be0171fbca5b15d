"""The modules that a script imports, so that a page can ask for all of them at once."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

IMPORTED = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
"""A static import of a relative path: neither a name of the import map nor a later import()."""


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
