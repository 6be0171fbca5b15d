"""The question of a coming shuffle: durable before it is shown, fenced as an entry is."""

import asyncio

import pytest
from msgspec.structs import replace

from app.rules.game import Seat
from app.rules.replay import LastDeal, Shuffled
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.records import Question
from app.table.ports import Fenced, StoreAway
from tests.store.conftest import Guest, Play
from tests.store.toy_game import SHOW, TOY

ASKED = Question(0, 0, (), {Seat(0): "a" * 64, Seat(3): "b" * 64}, "c" * 64)
NAMED = Question(0, 1, (Seat(3),))


async def test_the_question_is_read_back_by_the_next_owner_until_the_cards_are_dealt(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    assert (await log.claim(playing.match, TOY)).question is None
    playing.epoch = 2
    for question in (ASKED, NAMED, replace(ASKED, attempt=1)):
        await log.ask(playing.match, playing.epoch, 0, question)
        record = await log.claim(playing.match, TOY)
        assert record.question == question
        playing.epoch = record.epoch
    await playing.append(Shuffled((1, 0)))
    assert (await log.claim(playing.match, TOY)).question is None


async def test_another_entry_leaves_the_question_as_it_is(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """People come and go between two attempts, and whoever was named stays named."""
    playing = await play(await guest("Ada"), await guest("Bob"))
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW)
    await log.ask(playing.match, playing.epoch, 2, NAMED)
    await playing.append(LastDeal())
    assert (await log.claim(playing.match, TOY)).question == NAMED


async def test_a_question_of_a_former_owner_is_fenced(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"))
    await log.ask(playing.match, playing.epoch, 0, ASKED)
    await log.claim(playing.match, TOY)
    with pytest.raises(Fenced):
        await log.ask(playing.match, playing.epoch, 0, NAMED)
    assert (await log.claim(playing.match, TOY)).question == ASKED


@pytest.mark.parametrize("ply", [0, 2])
async def test_a_question_at_another_ply_is_fenced(
    log: PostgresMoveLog, guest: Guest, play: Play, ply: int
) -> None:
    playing = await play(await guest("Ada"))
    await playing.append(Shuffled((0,)))
    with pytest.raises(Fenced):
        await log.ask(playing.match, playing.epoch, ply, ASKED)


async def test_a_match_that_is_over_asks_nothing(
    log: PostgresMoveLog, database: Database, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"))
    await log.ask(playing.match, playing.epoch, 0, ASKED)
    await log.stop(playing.match, playing.epoch, playing.room, "host")
    with pytest.raises(Fenced):
        await log.ask(playing.match, playing.epoch, 0, ASKED)
    assert (await log.claim(playing.match, TOY)).question is None


async def test_a_claim_waits_for_a_question_that_is_being_written(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """Either it stands in the record of the next owner, or it was fenced."""
    for _ in range(10):
        playing = await play(await guest("Ada"))
        asking = asyncio.ensure_future(log.ask(playing.match, playing.epoch, 0, ASKED))
        record = await log.claim(playing.match, TOY)
        try:
            await asking
        except Fenced:
            assert record.question is None
        else:
            assert record.question == ASKED


async def test_where_the_disk_is_full_nothing_is_asked(
    log: PostgresMoveLog,
    database: Database,
    guest: Guest,
    play: Play,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    playing = await play(await guest("Ada"))
    monkeypatch.setattr(database.disk, "_low", True)
    with pytest.raises(StoreAway):
        await log.ask(playing.match, playing.epoch, 0, ASKED)
