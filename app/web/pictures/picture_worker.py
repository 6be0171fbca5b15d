"""The process that makes pictures, `python -m app.web.pictures.picture_worker`.

It has no database and no network, reads no file but its fonts, and a bounded memory. The renderer
is handed no path and no link: a drawing holds shapes and escaped text.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
import resvg_py

from app.bot_workers.worker_process import Request, answer, give_way
from app.web.pictures import fonts
from app.web.pictures.evening_drawing import evening_drawing
from app.web.pictures.facts import AnyFacts, EveningFacts
from app.web.pictures.match_drawing import drawing

MAX_MEMORY: Final = 512 * 2**20
"""Bytes of addresses, most of which are never used; it takes a tenth of that."""


def made(facts: AnyFacts, _: bytes = b"") -> Iterator[bytes]:
    """The PNG."""
    svg = evening_drawing(facts) if isinstance(facts, EveningFacts) else drawing(facts)
    assert "<image" not in svg, "a drawing leads nowhere"
    yield bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=[str(path) for path in fonts.paths()]
        )
    )


def bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def main() -> None:
    give_way()
    bound_memory()
    answer(msgspec.json.Decoder(Request[AnyFacts]), made)


if __name__ == "__main__":
    main()
