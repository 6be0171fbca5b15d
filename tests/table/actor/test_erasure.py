"""Erasing a person from what an open table remembers, by id and without a search in text."""

import random

import msgspec
import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.text.sanitize import NOBODY
from tests.table.actor.test_every_game import answer
from tests.table.changed_accounts import erase, rename
from tests.table.fakes import person_id
from tests.table.table_server import table_server


async def test_who_never_sat_in_a_match_takes_no_word_out_of_its_story() -> None:
    """A guest may have the name of somebody at another table, or of a word in every event line."""
    async with table_server() as there:
        await there.deal(*await there.match("Ann", "Bob"))
        told = (await there.connect("Ann")).frame.events
        assert any("wins" in one.text for one in told)
        there.lobby.accounts.forget(person_id("wins"))
        assert (await there.connect("Ann")).frame.events == told
        await erase(there, person_id("Bob"))
        window = await there.connect("Ann")
        assert window.frame.names == ("Ann", NOBODY)
        assert [one.text for one in window.frame.events] == [
            one.text.replace("Bob", NOBODY) for one in told
        ]


@pytest.mark.parametrize("name", ["the", "Will", "page", "wins", "sits down", "deal", "{0}"])
async def test_who_is_called_by_a_common_word_takes_along_only_lines_about_that_person(
    name: str,
) -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        bob, odd = await server.come("Bob"), await server.come(name)
        await ann.do(say.SetRoom, clock=ClockLevel.OFF)
        await server.start(ann, bob, odd)
        await server.deal(ann, bob, odd)
        await bob.do(say.Pause)
        await odd.do(say.Resume)
        seat = next(seat.number for seat in odd.room.seats if seat.name == name)
        before = await server.connect("Ann")
        about = [f"{name} sits down.", f"{name} wants to resume."]
        said, lines = before.chat, before.frame.events
        assert [line for line in said if line in about] == about
        server.lobby.accounts.forget(person_id(name))
        window = await server.connect("Ann")
        gone = f"{NOBODY} no longer belongs to this table."
        assert window.chat == [*(line for line in said if line not in about), gone]
        assert [one.event for one in window.frame.events] == [one.event for one in lines]
        assert window.frame.names[seat] == NOBODY
        changed = [
            old.text
            for old, new in zip(lines, window.frame.events, strict=True)
            if old.text != new.text
        ]
        assert changed
        assert all(text.startswith(name) for text in changed), changed


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_in_every_game_the_story_is_told_with_names_and_then_without(game: AnyGame) -> None:
    chance = random.Random(3)
    async with table_server(games=(game,)) as server:
        server.dealer.shuffle = chance.shuffle
        ann = await server.room("Ann", game.slug)
        bob = await server.come("Quentin")
        while len(ann.room.seats) < game.seats[0]:
            await ann.do(say.AddBot, strength="casual")
        await server.start(ann, bob)
        for _ in range(40):
            if not any([await answer(server, guest, chance) for guest in (ann, bob)]):
                await server.pass_by(1.5, ann, bob)
        told = (await server.connect("Ann")).frame.events
        assert any("Quentin" in one.text for one in told)
        server.lobby.accounts.forget(person_id("Quentin"))
        left = (await server.connect("Ann")).frame.events
        assert [one.text for one in left[: len(told)]] == [
            one.text.replace("Quentin", NOBODY) for one in told
        ]


async def test_the_table_itself_takes_the_name_from_wherever_the_room_keeps_it() -> None:
    """A name left on a vacated seat or among the banned was once written back for good."""
    async with table_server() as server:
        ann, _, cem = await server.match("Ann", "Bob", "Cem")
        await server.come("Dee", sit=False)
        await ann.do(say.Kick, person=person_id("Bob"))
        await ann.do(say.Ban, person=person_id("Dee"))
        kept = msgspec.json.encode(server.store.rooms[server.id]).decode()
        assert '"name":"Bob"' in kept
        assert '"name":"Dee"' in kept
        for name in ("Bob", "Dee"):
            await erase(server, person_id(name))
        await cem.do(say.Pause)
        kept = msgspec.json.encode(server.store.rooms[server.id]).decode()
        assert '"name":"Bob"' not in kept
        assert '"name":"Dee"' not in kept
        assert NOBODY in [seat.name for seat in ann.room.seats]


async def test_who_came_back_in_the_moment_before_the_logout_is_taken_out_again() -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        await server.come("Bob")
        await erase(server, person_id("Bob"))
        await server.come("Bob")
        server.lobby.accounts.forget(person_id("Bob"))
        window = await server.connect("Ann")
        assert window.seated == ["Ann"]
        assert not any("Bob" in line for line in window.chat)
        assert "Bob" not in msgspec.json.encode(server.store.rooms[server.id]).decode()
        assert ann.seated == ["Ann"]


async def test_old_lines_are_shown_with_the_names_of_today() -> None:
    async with table_server() as server:
        await server.room("Ann")
        bob = await server.come("Bob")
        await bob.do(say.Say, text="I am Bob")
        await rename(server, person_id("Bob"), "Robert", registered=False)
        for _ in range(2):
            window = await server.connect("Ann")
            assert [line for line in window.chat if "down" in line] == ["Robert sits down."]
            assert "I am Bob" in window.chat
            await server.restart()
