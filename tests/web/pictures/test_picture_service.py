"""The pictures of a process: each is made once, kept within a bound, and anew as facts change."""

import asyncio
import struct
import sys
from collections.abc import AsyncIterator

import msgspec
import psutil
import pytest
from starlette.exceptions import HTTPException

from app.web.pictures import picture_worker
from app.web.pictures.facts import PictureFacts
from app.web.pictures.picture_service import MAX_MAKING, PictureService
from app.web.replay.record_service import AnsweringProcess, JobFailed
from tests.web.pictures.made_up import evening, facts
from tests.web.pictures.test_drawing import HARD


class Maker:
    """Makes pictures of ten bytes, once it is let."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.let = asyncio.Event()
        self.fails = False

    async def exchange(self, job: msgspec.Struct, lines: bytes) -> list[bytes]:
        assert isinstance(job, PictureFacts)
        self.made.append(job.game)
        await self.let.wait()
        if self.fails:
            raise JobFailed("PictureFacts")
        return [job.game[:5].ljust(5).encode(), b"12345"]

    async def close(self) -> None: ...


@pytest.fixture
def maker() -> Maker:
    made = Maker()
    made.let.set()
    return made


async def test_a_picture_asked_for_a_thousand_times_is_made_once(maker: Maker) -> None:
    maker.let.clear()
    service, told = PictureService(maker), facts("Ann", game="one")
    asked = [asyncio.create_task(service.png("key", told)) for _ in range(1000)]
    await asyncio.sleep(0)
    maker.let.set()
    assert set(await asyncio.gather(*asked)) == {b"one  12345"}
    assert await service.png("key", told) == b"one  12345"
    assert maker.made == ["one"]


async def test_too_many_different_ones_at_once_are_refused_and_later_made(maker: Maker) -> None:
    maker.let.clear()
    service = PictureService(maker)
    asked = [
        asyncio.create_task(service.png(f"k{number}", facts("Ann", game=f"{number}")))
        for number in range(MAX_MAKING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(HTTPException, match="in a moment"):
        await service.png("more", facts("Ann", game="more"))
    maker.let.set()
    await asyncio.gather(*asked)
    assert await service.png("more", facts("Ann", game="more"))


async def test_changed_facts_drop_what_was_made_of_the_former_ones(maker: Maker) -> None:
    service = PictureService(maker)
    await service.png("key", facts("Ann", game="Ann"))
    assert await service.png("key", facts("", game="bird")) == b"bird 12345"
    await service.png("key", facts("Ann", game="Ann"))
    assert maker.made == ["Ann", "bird", "Ann"], "the former one is not kept"


async def test_what_was_taken_back_is_kept_no_longer(maker: Maker) -> None:
    service, told = PictureService(maker), facts("Ann")
    await service.png("key", told)
    service.forget("key")
    service.forget("key")
    await service.png("key", told)
    assert len(maker.made) == 2


async def test_what_is_kept_is_bounded_and_the_oldest_goes_first(maker: Maker) -> None:
    service = PictureService(maker, kept_bytes=25)
    for key in ("a", "b", "a", "c", "a", "b"):
        await service.png(key, facts("Ann", game=key))
    assert maker.made == ["a", "b", "c", "b"]


async def test_one_that_fails_refuses_all_who_wait_and_is_tried_anew(maker: Maker) -> None:
    maker.fails = True
    service, told = PictureService(maker), facts("Ann", game="one")
    asked = await asyncio.gather(
        *(service.png("key", told) for _ in range(3)), return_exceptions=True
    )
    assert all(isinstance(one, HTTPException) for one in asked)
    maker.fails = False
    assert await service.png("key", told)
    assert maker.made == ["one", "one"]


async def test_who_goes_away_takes_it_from_nobody_else(maker: Maker) -> None:
    maker.let.clear()
    service, told = PictureService(maker), facts("Ann", game="one")
    gone, stays = (asyncio.create_task(service.png("key", told)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    maker.let.set()
    assert await stays == b"one  12345"
    assert maker.made == ["one"]


# -- the process


@pytest.fixture
async def service() -> AsyncIterator[PictureService]:
    made = PictureService()
    yield made
    await made.close()


def worker() -> list[psutil.Process]:
    return [one for one in psutil.Process().children() if "picture_worker" in str(one.cmdline())]


@pytest.mark.slow
async def test_the_process_makes_a_png_of_the_right_size_from_any_names(
    service: PictureService,
) -> None:
    for name in HARD:
        told = facts(name, "Ann", name)
        png = await service.png(name, told)
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", png[16:24]) == (1200, 630)
        assert 20_000 < len(png) < 256 * 1024
    assert (await service.png("evening", evening(*HARD)))[:8] == b"\x89PNG\r\n\x1a\n"
    (child,) = worker()
    assert child.memory_info().rss < 96 * 2**20
    resource = pytest.importorskip("resource")
    limit = child.rlimit(resource.RLIMIT_AS)
    assert limit == (picture_worker.MAX_MEMORY, picture_worker.MAX_MEMORY)


@pytest.mark.slow
async def test_a_process_that_was_killed_is_followed_by_another(service: PictureService) -> None:
    await service.png("a", facts("Ann"))
    (child,) = worker()
    child.kill()
    with pytest.raises(HTTPException, match="in a moment"):
        await service.png("b", facts("Ben"))
    assert await service.png("b", facts("Ben"))


async def test_a_picture_that_takes_too_long_ends_its_process() -> None:
    stuck = AnsweringProcess((sys.executable, "-c", "import time; time.sleep(61)"), late=0.2)
    with pytest.raises(HTTPException, match="in a moment"):
        await PictureService(stuck).png("key", facts("Ann"))
    assert not [one for one in psutil.Process().children() if "sleep(61)" in str(one.cmdline())]


def test_letters_are_drawn_by_the_fonts_that_we_bring() -> None:
    """The same picture with other text differs: no font was missed in silence."""
    plain, other = (b"".join(picture_worker.made(facts(name))) for name in ("Ann", "Владимир"))
    assert len({plain, other}) == 2
    assert plain == b"".join(picture_worker.made(facts("Ann"))), "the same facts, the same bytes"
