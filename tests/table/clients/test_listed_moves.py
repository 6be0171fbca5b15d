"""The number of legal moves that a page is sent."""

from app.rules.game import Prompt
from app.table.model import client_messages as say
from app.table.model.server_messages import Done
from tests.table.high_card import HighCard
from tests.table.table_server import table_server


class Brief(HighCard):
    """A game whose page makes its answers up by itself."""

    def max_listed_moves(self, prompt: Prompt) -> int:
        return 1


async def test_a_page_is_told_as_many_moves_as_the_game_lists_and_the_others_are_legal_too() -> (
    None
):
    async with table_server(games=(Brief(),)) as server:
        ann, _ = await server.match("Ann", "Bob")
        assert (len(ann.frame.moves), ann.frame.moves_complete) == (1, False)
        unlisted = next(card for card in ann.hand if card != ann.frame.moves[0]["card"])
        await ann.do(say.Play, key="choose.1", move={"type": "choose", "card": unlisted})
        assert ann.last(Done).id
