"""One round: all personas come in, and checks are made."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

import msgspec
from structlog.testing import capture_logs

from tests.prove.web.abuse_checks import HOSTILE
from tests.prove.web.checks import CHECKS
from tests.prove.web.device_transfer_checks import moving
from tests.prove.web.personas import Enough, Personas, personas
from tests.prove.web.route_table import Check
from tests.prove.web.school_check import school
from tests.prove.web.web_app import opened

ALL: Final[dict[str, Check]] = {**CHECKS, **HOSTILE, "moving": moving, "school": school}


class Looked(msgspec.Struct):
    answers: int = 0
    faults: list[str] = []


async def run_checks(
    url: str,
    seed: int,
    names: Iterable[str] = ALL,
    scale: int = 1,
    focus: str | None = None,
) -> Looked:
    """Runs the checks of these names on that database.

    `focus`: a fault was planted, so one is enough; it shows at paths that begin like that.
    """
    found = Looked(faults=[])
    with capture_logs() as logs:
        async with opened(url) as app, personas(app, seed) as cast:
            cast.scale = scale
            cast.one_is_enough, cast.focus = focus is not None, focus or ""
            with suppress(Enough):
                for name in names:
                    await ALL[name](cast)
            found.faults += cast.faults
            found.answers = cast.looked
            _logs(cast, logs, found)
    return found


def _logs(cast: Personas, logs: Iterable[Any], found: Looked) -> None:
    """T3, T15: what is logged holds no invitation, no cookie and no card."""
    text = repr(list(logs))
    flat = text.replace(" ", "").replace("'", '"')
    for what, word in (
        ("the invitation", cast.secret),
        ("hanna's cookie", cast.token),
        *(("a link for another device", token) for token in cast.told),
        *((f"the hand of seat {seat}", hand) for seat, hand in enumerate(cast.hands)),
    ):
        found.answers += 1
        if word in text or word in flat:
            found.faults.append(f"the log holds {what}")
