"""Several questions at once, offers, interrupted turns and spans, at a table."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import Raw

from app.rules.game import Prompt, Seat
from app.table.match.event_log import EventLog
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Composed
from tests.table.parley import GAME, Answer, Parley
from tests.table.table_server import Guest, TableServer, table_server


@asynccontextmanager
async def parley(*names: str, **options: Any) -> AsyncIterator[tuple[TableServer, list[Guest]]]:
    async with table_server(games=(GAME,)) as server:
        host = await server.room(names[0], "parley", **options)
        others = [await server.come(name) for name in names[1:]]
        await host.do(say.SetRoom, clock=ClockLevel.BRISK)
        await server.start(host, *others)
        yield server, [host, *others]


async def play(guest: Guest, key: str, **move: Any) -> None:
    await guest.do(say.Play, key=key, move=move)


def offers(guest: Guest) -> list[str]:
    found = [one.prompt.key for one in guest.frame.more if one.prompt.offer]
    return [key for key in found if key != "gift"]


def told(guest: Guest) -> list[str]:
    """The lines that came with the newest frame."""
    return [line.text for line in guest.frame.events]


def due(guest: Guest) -> float | None:
    """The end of the first clock that this guest sees, in seconds of the fake clock."""
    clocks = guest.frame.clocks
    return None if not clocks or clocks[0].due is None else clocks[0].due / 1000


async def test_an_offer_stands_open_and_nobody_is_waited_for() -> None:
    async with parley("Ann", "Bob", "Cleo") as (_, (ann, bob, cleo)):
        assert ann.frame.awaited == (0,)
        assert bob.frame.prompt is None
        assert offers(bob) == ["object-1"]
        assert offers(cleo) == ["object-2"]
        assert offers(ann) == []
        assert len(bob.frame.clocks) == 1, "the speaker's clock alone"
        assert bob.frame.clocks[0].seat == 0


async def test_an_interrupted_turn_goes_on_where_its_clock_stood() -> None:
    async with parley("Ann", "Bob", "Cleo") as (server, (ann, bob, cleo)):
        begun = due(ann)
        await server.pass_by(5, ann, bob, cleo)
        await play(bob, "object-1", type="object")
        assert ann.frame.prompt is not None
        assert ann.frame.prompt.key == "answer-1"
        await server.pass_by(3, ann, bob, cleo)
        await play(ann, "answer-1", type="answer", yes=False)
        assert ann.frame.prompt.key == "turn-0"
        now = due(ann)
        assert begun is not None
        assert now == begun + 3, "as many seconds as the reaction took"


async def test_an_offer_that_comes_or_goes_resets_no_clock() -> None:
    async with parley("Ann", "Bob", "Cleo") as (server, (ann, bob, cleo)):
        await server.pass_by(5, ann, bob, cleo)
        await play(bob, "object-1", type="object")
        begun = due(ann)
        await server.pass_by(5, ann, bob, cleo)
        assert offers(cleo) == []
        assert due(ann) == begun


async def test_an_offer_cannot_be_taken_twice_or_by_another_seat() -> None:
    async with parley("Ann", "Bob", "Cleo") as (_, (ann, bob, cleo)):
        await play(bob, "object-1", type="object")
        again = await bob.refused(say.Play, key="object-1", move={"type": "object"})
        assert again.code == "not-your-turn"
        late = await cleo.refused(say.Play, key="object-1", move={"type": "object"})
        assert late.code == "not-your-turn"
        stale = await ann.refused(say.Play, key="turn-0", move={"type": "speak"})
        assert stale.code == "stale-move"


async def test_an_answer_must_fit_the_question_that_it_names() -> None:
    async with parley("Ann", "Bob") as (_, (ann, bob)):
        wrong = await bob.refused(say.Play, key="object-1", move={"type": "speak"})
        assert wrong.code == "illegal-move"
        assert ann.frame.prompt is not None
        await play(ann, "turn-0", type="speak")
        await play(bob, "turn-1", type="speak")


async def test_a_window_runs_its_whole_length_after_all_have_answered() -> None:
    async with parley("Ann", "Bob") as (server, (ann, bob)):
        await play(ann, "turn-0", type="speak")
        await play(bob, "turn-1", type="speak")
        await play(ann, "vote-0", type="answer", yes=True)
        await play(bob, "vote-1", type="answer", yes=True)
        assert [one.key for one in ann.frame.spans] == ["vote"]
        await server.pass_by(9.5, ann, bob)
        assert ann.frame.outcome is None
        await server.pass_by(1, ann, bob)
        assert ann.frame.outcome is not None


async def test_a_window_that_nobody_answers_ends_all_the_same() -> None:
    async with parley("Ann", "Bob") as (server, (ann, bob)):
        await play(ann, "turn-0", type="speak")
        await play(bob, "turn-1", type="speak")
        await server.pass_by(10.5, ann, bob)
        assert bob.frame.outcome is not None
        assert server.entries.count("expired") == 1


async def test_a_look_ends_by_itself_and_only_its_owner_sees_its_clock() -> None:
    async with parley("Ann", "Bob", "Cleo") as (server, (ann, bob, cleo)):
        await play(bob, "object-1", type="object")
        assert [one.key for one in bob.frame.spans] == ["glance-1"]
        assert ann.frame.spans == cleo.frame.spans == ()
        await server.pass_by(3, ann, bob, cleo)
        ends = bob.frame.spans[0].due
        again = await server.connect("Bob")
        assert again.frame.spans[0].due == ends, "a reload does not begin it anew"
        before = len(cleo.messages)
        await server.pass_by(2.5, ann, bob, cleo)
        assert bob.frame.spans == ()
        assert len(cleo.messages) == before, "nobody else learns of its end"


async def test_a_window_survives_a_restart() -> None:
    async with parley("Ann", "Bob") as (server, (ann, bob)):
        await play(ann, "turn-0", type="speak")
        await play(bob, "turn-1", type="speak")
        await server.pass_by(4, ann, bob)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert [one.key for one in ann.frame.spans] == ["vote"]
        await server.pass_by(30, ann, bob)
        assert ann.frame.outcome is not None


async def test_an_automatic_answer_comes_after_a_pause_and_looks_like_any_other() -> None:
    async with parley("Ann", "Bob", mute=0) as (server, (ann, bob)):
        assert ann.frame.prompt is not None
        assert ann.frame.prompt.automatic
        assert bob.frame.awaited == (0,)
        await server.pass_by(0.5, ann, bob)
        assert server.entries == []
        await server.pass_by(1, ann, bob)
        assert server.entries == ["played"]
        assert [one.text for one in bob.frame.events] == ["Spoke."]


async def test_a_bot_takes_an_offer_or_lets_it_be() -> None:
    async with table_server(games=(GAME,)) as server:
        ann = await server.room("Ann", "parley")
        await ann.do(say.AddBot, strength="casual")
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        await server.pass_by(1.5, ann)
        assert server.entries == ["played"], "seat 1 objects, seat 2 never does"
        assert ann.frame.prompt is not None
        assert ann.frame.prompt.key == "answer-1"
        await server.pass_by(3, ann)
        assert server.entries == ["played"]


class Fickle(Parley):
    """Parley in which nobody objects once a gift was given; then the same offer takes an answer."""

    slug = "fickle"

    def legal_answers(self, view: Any, prompt: Prompt) -> Iterator[Any]:
        if prompt.kind == "object" and view.public.given:
            return iter((Answer(True),))
        return super().legal_answers(view, prompt)

    def accepted_offer(self, view: Any, prompt: Prompt) -> Any:
        return None if view.public.given else super().accepted_offer(view, prompt)


async def test_a_bot_lets_an_offer_be_if_what_it_meant_is_not_legal_any_more() -> None:
    async with table_server(games=(Fickle(),)) as server:
        ann = await server.room("Ann", "fickle")
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        await play(ann, "gift", type="give", to=1, coins=[1])
        await server.pass_by(5, ann)
        assert server.entries == ["played"], "the gift alone"


async def test_a_premove_waits_for_a_question_and_takes_no_offer() -> None:
    async with parley("Ann", "Bob") as (server, (ann, bob)):
        await bob.do(say.Premove, move={"type": "speak", "loud": True})
        await server.pass_by(3, ann, bob)
        assert server.entries == []
        await play(ann, "turn-0", type="speak")
        await server.pass_by(1.5, ann, bob)
        assert server.entries == ["played", "played"]


async def test_an_event_for_some_is_told_to_them_and_to_nobody_else() -> None:
    async with parley("Ann", "Bob", "Cleo", hoarse=2) as (server, (ann, bob, cleo)):
        eve = await server.come("Eve", sit=False)
        before = len(eve.messages)
        await play(bob, "object-1", type="object")
        assert told(ann) == told(bob) == ["Ann is well."]
        assert told(cleo) == told(eve) == []
        assert len(eve.messages) == before + 1, "one frame, as without it"
        await play(ann, "answer-1", type="answer", yes=False)
        await play(ann, "turn-0", type="speak")
        for guest in (ann, bob):
            assert told(guest) == ["Spoke."], "each line is told once"
        back, other = await server.connect("Ann"), await server.connect("Cleo")
        assert told(back) == ["Ann is well.", "Spoke."]
        assert told(other) == ["Spoke."]
        await server.restart()
        back, other = await server.connect("Ann"), await server.connect("Cleo")
        assert told(back) == ["Ann is well.", "Spoke."]
        assert told(other) == ["Spoke."]


async def test_events_of_others_take_no_place_in_what_a_newcomer_is_told() -> None:
    """A newcomer is told 100 lines, whatever others were told between them."""
    log, names = EventLog(), ["Ann", "Bob"]
    for number in range(150):
        log.add(Raw(b"{}"), f"{number}", names, None)
        log.add(Raw(b"{}"), f"own {number}", names, (Seat(1),))
    assert [line.text for line in log.since(0, None)] == [str(number) for number in range(50, 150)]
    assert len(log.since(0, Seat(0))) == 100
    assert [line.text for line in log.since(298, Seat(1))] == ["149", "own 149"]


async def composed(guest: Guest, key: str, *picks: list[Any]) -> Composed:
    await guest.do(say.Compose, key=key, picks=list(picks))
    return guest.last(Composed)


async def test_an_answer_is_composed_step_by_step_and_then_played() -> None:
    async with parley("Ann", "Bob") as (server, (ann, bob)):
        (gift,) = ann.frame.more
        assert gift.step is not None
        assert [choice.value for choice in gift.step.choices] == [1]
        second = await composed(ann, "gift", [1])
        assert second.step is not None
        assert (second.step.least, second.step.most, second.move) == (1, 2, None)
        whole = await composed(ann, "gift", [1], [5, 2])
        assert (whole.step, whole.text) == (None, "They get 7.")
        assert server.entries == [], "nothing was played yet"
        await play(ann, "gift", **whole.move)
        assert server.entries == ["played"]
        assert ann.frame.more == ()
        assert not bob.all(Composed)


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ([[1], [2, 5, 1]], "too-many"),
        ([[1], []], "too-few"),
        ([[1], [2, 2]], "chosen-twice"),
        ([[0], [2]], "not-a-choice"),
        ([["Bob"]], "not-a-choice"),
        ([[1], [2], [5]], "too-many-steps"),
    ],
)
async def test_steps_that_do_not_fit_get_a_sentence_each(picks: list[Any], reason: str) -> None:
    async with parley("Ann", "Bob") as (server, (ann, _)):
        refused = await ann.refused(say.Compose, key="gift", picks=picks)
        assert (refused.code, refused.reason) == ("illegal-move", reason)
        assert refused.text.endswith(".")
        assert server.entries == []


async def test_nobody_composes_an_answer_to_what_is_not_open_to_them() -> None:
    async with parley("Ann", "Bob") as (_, (ann, bob)):
        assert (await bob.refused(say.Compose, key="gift", picks=[])).code == "stale-move"
        assert (await ann.refused(say.Compose, key="gone", picks=[])).code == "stale-move"


async def test_powers_follow_from_the_ruleset_of_the_match() -> None:
    """The second ruleset: only the first seat gives, one coin, and glances are longer."""
    async with parley("Ann", "Bob", ruleset="parley-2") as (server, (ann, bob)):
        second = await composed(ann, "gift", [1])
        assert second.step is not None
        assert ([one.value for one in second.step.choices], second.step.most) == ([1, 2], 1)
        refused = await ann.refused(say.Compose, key="gift", picks=[[1], [1, 2]])
        assert refused.reason == "too-many"
        await play(bob, "object-1", type="object")
        await play(ann, "answer-1", type="answer", yes=True)
        await play(ann, "turn-0", type="speak")
        await server.pass_by(6, ann, bob)
        assert [one.key for one in bob.frame.spans] == ["glance-1"]
        await server.pass_by(2.5, ann, bob)
        assert bob.frame.spans == ()
        assert [one.prompt.key for one in bob.frame.more] == []
