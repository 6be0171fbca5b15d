"""A whole match of Races over sockets: two people and three bots, to a filled score box."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import BY_SLUG
from app.games.skuncum import GAME
from app.rules.game import Outcome
from app.rules.replay import replay
from app.store.matches import records, summaries
from app.store.matches.summaries import MatchSummary
from app.table.model.records import MatchRecord
from tests.web.conftest import NewVisitor
from tests.web.visitors import add_bots, invite_of, play_to_the_end


def test_a_standard_match_ends_with_a_full_box_and_is_stored_as_its_entries_say(
    visitor: NewVisitor, in_database: Any
) -> None:
    host, guest = visitor(), visitor()
    host.game = GAME.slug
    room = host.open_room("Hanna")
    secret, _ = invite_of(host, room)
    assert guest.join(secret).status_code == 303
    with host.connect(room) as line, guest.connect(room) as other, ThreadPoolExecutor(1) as thread:
        line.receive_until("room")
        add_bots(line, 3, box="standard")
        assert line.ask("set-room", clock="off")["type"] == "done"
        assert other.ask("ready", ready=True)["type"] == "done"
        assert line.ask("start")["type"] == "done"
        far = thread.submit(play_to_the_end, other)
        last = play_to_the_end(line)
        assert far.result()["outcome"] == last["outcome"]
    assert last["outcome"]["reason"] == "full-box"

    async def stored(db: AsyncSession) -> tuple[MatchSummary, MatchRecord]:
        summary = await summaries.of_match(db, last["match"])
        record = await records.read(db, last["match"], BY_SLUG)
        assert summary is not None
        assert record is not None
        return summary, record

    summary, record = in_database(stored)
    *_, end = replay(GAME, record.setup, [entry.entry for entry in record.entries])
    outcome = GAME.outcome(end.public)
    assert outcome is not None
    assert msgspec.convert(summary.outcome, Outcome) == outcome
    assert [place.points for place in summary.places] == list(outcome.points)
    sizes = (*end.public.hat_sizes, end.public.vote_size)
    for seat in outcome.ranking[0]:
        box = end.public.boxes[seat]
        assert (*box.hats, box.votes) == sizes == (3, 3, 3, 2, 2, 2, 1, 10)
