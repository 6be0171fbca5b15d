"""Look backs of one process: their line, their progress, their budget, and what they tell."""

import asyncio
import random
from collections.abc import Sequence

import pytest
from msgspec import Raw
from starlette.exceptions import HTTPException

from app.bot_workers.search_job import TrialJob
from app.bots.look_back.trials import Payoffs
from app.web.replay.decisions import DecisionShown
from app.web.replay.look_backs import (
    MAX_WAITING,
    ONE_AT_A_TIME,
    PLAYOUTS,
    TOO_MANY,
    Line,
    LookBackFound,
    LookBackProgress,
    LookBacks,
)


def answer(number: int, moves: int = 2) -> DecisionShown:
    texts = ("Pass", "Play the Ace", "Play a five")[:moves]
    shown = Raw(b'{"number":%d}' % number)
    moved = tuple(Raw(b'"%d"' % move) for move in range(moves))
    return DecisionShown(10 + number, 1, shown, moved, 0, "Beat it, or pass.", texts)


ANSWERS = (answer(0, moves=1), answer(1), answer(2), answer(3, moves=3))


class Judge:
    """Answers as a bot worker would: the Ace of answer 2 is worth more than what was made."""

    def __init__(self) -> None:
        self.jobs: list[TrialJob] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def try_moves(self, job: TrialJob) -> list[Payoffs] | None:
        await self.gate.wait()
        self.jobs.append(job)
        luck, ace = random.Random(job.seed), bytes(job.view) == b'{"number":2}'
        return [
            [[luck.gauss(0.7 if ace and bytes(m) == b'"1"' else 0.4, 0.05) for m in job.moves]]
            for _ in range(job.deals)
        ]


async def all_lines(backs: LookBacks, answers: Sequence[DecisionShown] = ANSWERS) -> list[Line]:
    return [line async for line in backs.look("game", answers, "seed")]


async def test_it_says_how_far_it_is_and_tells_what_stood_out_in_words() -> None:
    judge = Judge()
    *progress, found = await all_lines(LookBacks(judge.try_moves))
    assert all(isinstance(line, LookBackProgress) for line in progress)
    assert progress[0] == LookBackProgress("look", 0, 3)
    assert progress[-1] == LookBackProgress("check", 0, 1)
    assert isinstance(found, LookBackFound)
    assert (found.answers, found.choices, found.tried, found.whole) == (4, 3, 3, True)
    (moment,) = found.moments
    assert (moment.step, moment.made, moment.other) == (12, "Pass", "Play the Ace")
    assert -32 <= moment.gain <= -28
    assert 1 <= moment.margin <= 2
    assert moment.deals == 128


async def test_a_job_is_short_and_every_job_has_a_seed_of_its_own() -> None:
    judge = Judge()
    await all_lines(LookBacks(judge.try_moves))
    assert max(job.deals * len(job.moves) for job in judge.jobs) <= PLAYOUTS
    assert len({job.seed for job in judge.jobs}) == len(judge.jobs)


async def test_asking_again_finds_the_same() -> None:
    judge = Judge()
    first = await all_lines(LookBacks(judge.try_moves))
    assert first == await all_lines(LookBacks(judge.try_moves))


async def test_as_its_time_ends_it_tells_what_it_has() -> None:
    found = (await all_lines(LookBacks(Judge().try_moves, budget=1e-9)))[-1]
    assert found == LookBackFound(4, 3, 0, 0, False, ())


async def test_without_workers_it_ends_at_once() -> None:
    async def nobody(job: TrialJob) -> None:
        return None

    assert (await all_lines(LookBacks(nobody)))[-1] == LookBackFound(4, 3, 0, 0, False, ())


async def test_where_nothing_was_a_choice_nothing_is_tried() -> None:
    judge = Judge()
    (found,) = await all_lines(LookBacks(judge.try_moves), ANSWERS[:1])
    assert found == LookBackFound(1, 0, 0, 0, True, ())
    assert judge.jobs == []


async def test_one_at_a_time_and_the_next_one_hears_that_it_waits() -> None:
    judge = Judge()
    backs = LookBacks(judge.try_moves)
    judge.gate.clear()
    first = asyncio.create_task(all_lines(backs))
    await asyncio.sleep(0)
    second = backs.look("game", ANSWERS, "other")
    assert await anext(second) == LookBackProgress("wait", 0, 1)
    judge.gate.set()
    await first
    assert await anext(second) == LookBackProgress("look", 0, 3)
    await second.aclose()
    assert isinstance((await all_lines(backs))[-1], LookBackFound), "who left holds nobody up"


async def test_a_person_has_one_look_back_and_there_are_not_too_many() -> None:
    backs = LookBacks(Judge().try_moves)
    async with backs.place("Ada"):
        with pytest.raises(HTTPException) as refused:
            backs.check("Ada")
        assert (refused.value.status_code, refused.value.detail) == (409, ONE_AT_A_TIME)
        places = [backs.place(f"Many {number}") for number in range(MAX_WAITING - 1)]
        for place in places:
            await place.__aenter__()
        with pytest.raises(HTTPException) as full:
            async with backs.place("Bob"):
                pass
        assert (full.value.status_code, full.value.detail) == (503, TOO_MANY)
        for place in places:
            await place.__aexit__(None, None, None)
    backs.check("Ada")
