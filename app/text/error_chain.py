"""An exception as a log may tell it: kinds and places of its whole chain, never its words.

The text of an exception, like the values of variables, may hold somebody's cards, name or password.
"""

from collections.abc import Iterator
from traceback import walk_tb
from typing import Final

MAX_ERRORS: Final = 10
"""Exceptions of one chain that are told."""
MAX_FRAMES: Final = 40
"""Frames of one exception that are told, the innermost."""


def error_chain(error: BaseException) -> tuple[str, ...]:
    """One line for each exception, the last first: its kind, then its frames, innermost first.

    As in "KeyError at app.rules.replay:33 in step < app.table.actor.table:190 in run".
    """
    return tuple(map(_line, _walk(error, set())))[:MAX_ERRORS]


def _walk(error: BaseException | None, seen: set[int]) -> Iterator[BaseException]:
    if error is None or id(error) in seen:
        return
    seen.add(id(error))
    yield error
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _walk(part, seen)
    hidden = error.__suppress_context__
    yield from _walk(error.__cause__ or (None if hidden else error.__context__), seen)


def _line(error: BaseException) -> str:
    code = getattr(error, "sqlstate", None) or getattr(error, "errno", None)
    kind = f"{type(error).__name__}{'' if code is None else f' {code}'}"
    frames = [
        f"{frame.f_globals.get('__name__', '?')}:{line} in {frame.f_code.co_name}"
        for frame, line in walk_tb(error.__traceback__)
    ]
    return f"{kind} at {' < '.join(frames[::-1][:MAX_FRAMES])}" if frames else kind
