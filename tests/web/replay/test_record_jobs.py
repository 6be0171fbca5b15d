"""Answers from records: whole, in pieces, and from a replay that grows with its match."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.games import BY_SLUG, GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame
from app.table.model.notation import to_milliseconds
from app.web.replay import record_jobs
from app.web.replay.marks import mark_of, named
from app.web.replay.record_jobs import (
    AS_SAID,
    CHUNK,
    REST_UNSAID,
    RecordJob,
    RecordMaker,
    joined,
)
from app.web.replay.replay import Replay
from tests.web.replay.test_replay import written


def stored(game: AnyGame, entries: int, match: str = "m") -> tuple[RecordJob, bytes]:
    """A match of bots as it is stored, and a job without a kind of its own."""
    setup, places, lines = written(game, entries)
    text = b"".join(
        msgspec.json.encode(
            {
                "ply": ply,
                "at": to_milliseconds(line.at),
                "entry": to_json(line.entry),
                "hash": f"{ply:064x}",
            }
        )
        + b"\n"
        for ply, line in enumerate(lines)
    )
    job = RecordJob(
        kind="steps",
        match=match,
        game=game.slug,
        rules_version=game.rules_version,
        setup={"seats": setup.seats, "options": to_json(setup.options), "ranked": setup.ranked},
        names=tuple(place.name for place in places),
        open=True,
        count=200,
    )
    return job, text


def made(maker: RecordMaker, job: RecordJob, lines: bytes) -> bytes:
    return b"".join(maker.make(job, lines))


def test_pieces_are_handed_on_once_they_are_worth_it() -> None:
    parts = [b"a" * 10, b"b" * CHUNK, b"c", b"d"]
    assert list(joined(parts)) == [parts[0] + parts[1], b"cd"]
    assert list(joined([])) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_record_that_grew_is_answered_as_one_that_is_read_anew(game: AnyGame) -> None:
    job, lines = stored(game, 60)
    first = b"".join(lines.splitlines(keepends=True)[:20])
    growing = RecordMaker(BY_SLUG)
    assert json.loads(made(growing, job, first))["total"] == 20
    for kind in ("steps", "log", "transcript", "export", "shuffles"):
        asked: Any = msgspec.structs.replace(job, kind=kind)
        told = made(growing, asked, lines)
        assert told == made(RecordMaker(BY_SLUG), asked, lines)
        assert told
    export = made(growing, msgspec.structs.replace(job, kind="export"), lines)
    head, _, entries = export.partition(b"\n")
    assert entries == lines
    assert json.loads(head)["receipt"] == json.loads(lines.splitlines()[-1])["hash"]


def test_names_are_those_of_now() -> None:
    job, lines = stored(GAMES[0], 60)
    maker = RecordMaker(BY_SLUG)
    asked = msgspec.structs.replace(job, kind="transcript")
    assert b"Name 0" in made(maker, asked, lines)
    erased = msgspec.structs.replace(asked, names=("Erased", *job.names[1:]))
    assert b"Name 0" not in made(maker, erased, lines)


def test_replays_are_kept_within_a_bound_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[Replay]()

    def begin(*given: Any) -> Replay:
        begun.append(Replay(*given))
        return begun[-1]

    monkeypatch.setattr(record_jobs, "Replay", begin)
    job, lines = stored(GAMES[0], 10)
    maker = RecordMaker(BY_SLUG, kept_bytes=2 * len(lines))
    for match in ("a", "b", "a", "c", "a", "b"):
        made(maker, msgspec.structs.replace(job, match=match), lines)
    assert len(begun) == 4, "a, b and c at first, and b again, which was asked for longest ago"


def test_a_step_that_is_not_there_has_no_answer() -> None:
    job, lines = stored(GAMES[0], 10)
    for step, there in ((0, True), (9, True), (10, False), (-1, False)):
        asked = msgspec.structs.replace(job, kind="card", card="A", start=step)
        assert bool(made(RecordMaker(BY_SLUG), asked, lines)) is there


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_marks_of_seats_stand_for_names_in_every_line(game: AnyGame) -> None:
    job, lines = stored(game, 60)
    told = replace(job, kind="transcript")
    marked = replace(told, names=tuple(map(mark_of, range(len(job.names)))))
    text = made(RecordMaker(BY_SLUG), marked, lines).decode()
    assert not any(name in text for name in job.names)
    assert named(text, job.names) == made(RecordMaker(BY_SLUG), told, lines).decode()


@pytest.mark.parametrize("may_know_all", [True, False])
def test_a_match_by_older_rules_is_told_as_it_was_and_then_by_its_moves(may_know_all: bool) -> None:
    job, lines = stored(GAMES[0], 12)
    older = replace(
        job,
        kind="transcript",
        rules_version=0,
        open=may_know_all,
        said=f"12:00:00  {mark_of(1)} bows to {mark_of(0)}.",
        told=10,
    )
    text = made(RecordMaker(BY_SLUG), older, lines).decode()
    head, said, *rest = text.split("\n\n")
    assert head.strip() == AS_SAID
    assert said.strip() == f"12:00:00  {job.names[1]} bows to {job.names[0]}."
    if may_know_all:
        assert rest[0] == REST_UNSAID
        assert len(rest[1].splitlines()) == 2
    else:
        assert rest == []
    whole = made(RecordMaker(BY_SLUG), replace(older, told=12), lines).decode()
    assert REST_UNSAID not in whole


def test_entries_of_which_nothing_was_said_are_listed_all_the_same() -> None:
    job, lines = stored(GAMES[0], 3)
    older = replace(job, kind="transcript", rules_version=0, said="", told=2)
    text = made(RecordMaker(BY_SLUG), older, lines).decode()
    assert len(text.partition("\n\n")[2].splitlines()) == 3
