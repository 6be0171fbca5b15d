"""The look backs of this process: one at a time, in the bots' processes, within a budget of time.

| state of a look back | it is asked for | its turn comes | time is over | its asker goes away |
|---|---|---|---|---|
| none | waits, or is refused: this person has one, or too many wait | | | |
| waits | | is under way | | gone |
| is under way | | | ends with what was found so far | gone, after the trial under way |

Nothing is kept. All of it lives in one response, so any process may answer.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final, TypeAlias

import msgspec
from starlette.exceptions import HTTPException

from app.bot_workers.search_job import TrialJob
from app.bots.look_back.looking_back import Found, Trial, looking_back
from app.bots.look_back.trials import Payoffs
from app.web.replay.decisions import DecisionShown

BUDGET: Final = 27.0
"""Seconds for all trials of one look back."""
PLAYOUTS: Final = 24
"""Playouts of one job: a bot waits for one at most."""
WORK: Final = 0.15
"""Seconds of processor time after which a job ends with what it has."""
MAX_WAITING: Final = 8
"""Look backs of everybody that may be under way or wait."""
TOO_MANY: Final = "Many people are looking back right now. Try again in a minute."
ONE_AT_A_TIME: Final = "You are already looking back. Let that one end first."

TryMoves: TypeAlias = Callable[[TrialJob], Awaitable[list[Payoffs] | None]]


class MomentShown(msgspec.Struct, frozen=True):
    """A decision that stood out."""

    step: int
    """The step of the replay before it."""
    deal: int
    question: str
    made: str
    other: str
    """The better move, or the usual one where the one that was made is worth more."""
    gain: int
    """The worth of the one that was made, less that of the other, in hundredths of the best."""
    margin: int
    deals: int
    """Imagined deals."""


class LookBackFound(msgspec.Struct, frozen=True, tag="found"):
    """The last line of an answer."""

    answers: int
    """Questions that the seat answered."""
    choices: int
    """Those of them with more than one answer."""
    tried: int
    level: int
    """Those of them that came to the same in every imagined deal."""
    whole: bool
    """False if time ended first."""
    moments: tuple[MomentShown, ...]


class LookBackProgress(msgspec.Struct, frozen=True, tag="progress"):
    """A line while it is under way."""

    stage: str
    """`wait`, `look` or `check`."""
    done: int
    of: int


class LookBackFailed(msgspec.Struct, frozen=True, tag="failed"):
    """The last line where nothing can be said."""

    error: str


Line: TypeAlias = LookBackFound | LookBackProgress | LookBackFailed


class LookBacks:
    """The line of those who ask."""

    def __init__(self, try_moves: TryMoves, budget: float = BUDGET) -> None:
        self._try_moves, self._budget = try_moves, budget
        self._people: set[str] = set()
        self._turn = asyncio.Lock()

    def check(self, person: str) -> None:
        """Raises HTTPException 409 or 503 if the person may not look back now."""
        if person in self._people:
            raise HTTPException(409, ONE_AT_A_TIME)
        if len(self._people) >= MAX_WAITING:
            raise HTTPException(503, TOO_MANY, {"Retry-After": "60"})

    @asynccontextmanager
    async def place(self, person: str) -> AsyncIterator[None]:
        """The person's place in the line. Raises HTTPException 409 or 503."""
        self.check(person)
        self._people.add(person)
        try:
            yield
        finally:
            self._people.remove(person)

    async def look(
        self, game: str, answers: Sequence[DecisionShown], seed: str
    ) -> AsyncGenerator[Line, None]:
        """The lines of one look back; `seed` and the answers decide what it finds."""
        if self._turn.locked():
            yield LookBackProgress("wait", 0, 1)
        async with self._turn:
            began = monotonic()
            chosen = [one for one in answers if len(one.moves) > 1]
            course = looking_back(
                [(len(one.moves), one.usual) for one in chosen],
                lambda: (monotonic() - began) / self._budget,
            )
            try:
                trial = next(course)
                while True:
                    yield LookBackProgress(trial.stage, trial.done, trial.of)
                    left = began + self._budget - monotonic()
                    trial = course.send(
                        await self._tried(game, chosen[trial.decision], trial, seed, left)
                    )
            except StopIteration as end:
                yield found(end.value, answers, chosen)

    async def _tried(
        self, game: str, one: DecisionShown, trial: Trial, seed: str, left: float
    ) -> list[Payoffs] | None:
        """The payoffs of a trial, in jobs that a bot can wait for; None once time is over."""
        payoffs: list[Payoffs] = []
        size = max(1, PLAYOUTS // len(trial.moves))
        until = monotonic() + left
        for start in range(0, trial.deals, size):
            job = TrialJob(
                game=game,
                view=one.view,
                moves=tuple(one.moves[index] for index in trial.moves),
                deals=min(size, trial.deals - start),
                seed=f"{seed}, {trial.seed}, from {start}",
                work=WORK,
                within=until - monotonic(),
            )
            part = await self._try_moves(job)
            if part is None:
                break
            payoffs += part
        return payoffs or None


def found(
    result: Found, answers: Sequence[DecisionShown], chosen: Sequence[DecisionShown]
) -> LookBackFound:
    moments = []
    for moment in result.moments:
        one = chosen[moment.decision]
        gain, margin = round(100 * moment.gain), max(1, round(100 * moment.margin))
        texts = one.texts[0], one.texts[moment.other]
        moments.append(
            MomentShown(one.step, one.deal, one.question, *texts, gain, margin, moment.deals)
        )
    return LookBackFound(
        len(answers), len(chosen), result.tried, result.level, result.whole, tuple(moments)
    )


def read_answers(pieces: Sequence[bytes]) -> list[DecisionShown]:
    """The decisions as the process of records wrote them."""
    decoder: Any = msgspec.json.Decoder(DecisionShown)
    read: list[DecisionShown] = decoder.decode_lines(b"".join(pieces))
    return read
