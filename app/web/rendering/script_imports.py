"""Which scripts a script needs: read from its imports, so that a page may ask for all of them at once and not one after the other."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

IMPORTED = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
"""What a module names beside or above itself; names of the import map are none of these, and what it fetches later is not either."""


def required_modules(folder: Path, *entries: str) -> tuple[str, ...]:
    """The modules `entries` and all that they import, as paths below `folder`, nearest first. One that is not there needs nothing."""
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
