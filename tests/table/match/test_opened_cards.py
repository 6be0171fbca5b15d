"""Cards that are opened after the deal, older shuffles, and what each client is sent of them."""

from typing import Any

import pytest

from app.fair import parts
from app.games.usurp import GAME as USURP
from app.rules.game import OpenedPosition
from app.rules.replay import Shuffled
from app.table.model.match_messages import CardsOpened, DealtShown, Frame, ShuffleShown
from tests.table.fair_check import asked_with, check_chosen, opened_codes, question
from tests.table.high_card import HighCard
from tests.table.table_server import Guest, TableServer, table_server

STOCK = 6
"""The first position of the stock with two players."""


class Leftover(HighCard):
    """Two cards are left. The first is turned up after the deal; seat 0 sees the other later."""

    def pending_shuffle_size(self, state: Any) -> int:
        size = super().pending_shuffle_size(state)
        return size and size + 2

    def deck_codes(self, public: Any) -> tuple[str, ...]:
        return tuple(f"card-{index}" for index in range(3 * len(public.ranks) + 2))

    def deal_plan(self, public: Any) -> tuple[str, ...]:
        return (*super().deal_plan(public), "-", "-")

    def opened_cards(self, view: Any) -> tuple[OpenedPosition, ...]:
        opened = super().opened_cards(view)
        if view.public.phase == "crow":
            opened += (OpenedPosition(STOCK),)
        if view.public.deal > 1 and view.seat == 0:
            opened += (OpenedPosition(STOCK + 1, view.public.deal - 2),)
        return opened


class Covered(Leftover):
    """`Leftover`, but nobody may know what awaits the order."""

    def deck_codes(self, public: Any) -> tuple[str, ...]:
        return ()

    def hidden_codes(self, state: Any) -> tuple[str, ...]:
        return super().deck_codes(state.public)


async def dealt(server: TableServer, deals: int = 3) -> tuple[Guest, Guest, Guest]:
    """Two players who have put a card down, and somebody who watches."""
    server.dealer.fair = True
    ann = await server.room("Ann", deals=deals)
    bob, eve = await server.come("Bob"), await server.come("Eve", sit=False)
    await server.start(ann, bob)
    for guest in (ann, bob):
        await guest.choose()
    return ann, bob, eve


def codes(guest: Guest, opened: DealtShown | CardsOpened) -> dict[int, str]:
    """The opened cards, checked with all that this guest was sent."""
    asked = question(guest.messages, opened)
    told = [one for one in guest.all(DealtShown) if one.number == opened.number][-1]
    check_chosen(asked, told)
    return opened_codes(asked, told, opened)


def order(server: TableServer, number: int = 0) -> tuple[int, ...]:
    lines = server.store.matches[server.match_id].lines
    return [line.entry for line in lines if isinstance(line.entry, Shuffled)][number].order


@pytest.mark.parametrize("game", [Leftover(), Covered()], ids=lambda game: type(game).__name__)
async def test_a_card_that_is_turned_up_is_opened_to_everybody_then(game: HighCard) -> None:
    async with table_server(games=(game,)) as server:
        guests = await dealt(server)
        turned = {STOCK: f"card-{order(server)[STOCK]}"}
        for guest in guests:
            assert codes(guest, guest.last(CardsOpened)) == turned
            assert len(guest.all(CardsOpened)) == 1
        assert guests[2].last(DealtShown).cards == ()
        hand = {at: f"card-{order(server)[at]}" for at in range(3)}
        assert codes(guests[0], guests[0].last(DealtShown)) == hand


@pytest.mark.parametrize("game", [Leftover(), Covered()], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("restarts", [False, True])
async def test_who_comes_later_is_sent_the_decks_and_all_cards_that_were_opened(
    game: HighCard, restarts: bool
) -> None:
    async with table_server(games=(game,)) as server:
        await dealt(server)
        if restarts:
            await server.restart()
        again = await server.connect("Ann")
        expected = {at: f"card-{order(server)[at]}" for at in (0, 1, 2, STOCK)}
        assert codes(again, again.last(DealtShown)) == expected
        assert again.all(CardsOpened) == []
        assert again.all(ShuffleShown)[0].due is None
        kinds = [type(one) for one in again.messages if isinstance(one, _SENT)]
        assert kinds == [Frame, ShuffleShown, DealtShown, ShuffleShown]


_SENT = Frame | ShuffleShown | DealtShown | CardsOpened


async def test_a_card_of_an_older_shuffle_is_opened_to_its_seat_later() -> None:
    async with table_server(games=(Leftover(),)) as server:
        ann, bob, eve = await dealt(server)
        winner = ann if ann.frame.prompt is not None else bob
        await winner.crow()
        assert ann.last(DealtShown).number == 1
        late = [one for one in ann.all(CardsOpened) if one.cards[0].position == STOCK + 1]
        assert [one.number for one in late] == [0]
        assert codes(ann, late[0]) == {STOCK + 1: f"card-{order(server)[STOCK + 1]}"}
        for guest in (bob, eve):
            assert all(one.cards[0].position == STOCK for one in guest.all(CardsOpened))


async def test_shuffles_in_a_row_are_all_sent_and_chained() -> None:
    """A lot and a deal at once, in which nobody has a part."""
    async with table_server(games=(USURP,)) as server:
        server.dealer.fair = True
        ann = await server.room("Ann", "usurp")
        bob = await server.come("Bob")
        await server.start(ann, bob)
        late = await server.connect("Bob")
        assert [one.number for one in ann.all(DealtShown)] == [0, 1]
        assert [one.number for one in late.all(DealtShown)] == [1]
        head = parts.first_head(ann.all(ShuffleShown)[0].match, ann.all(ShuffleShown)[0].promise)
        for told in ann.all(DealtShown):
            asked = question(ann.messages, told)
            assert asked.head == head
            assert codes(ann, told)
            head = parts.next_head(asked_with(asked), {})
        assert ann.last(ShuffleShown).head == head
        assert codes(ann, ann.all(DealtShown)[0])[0] == str(ann.frame.view["public"]["dealer"] + 1)


async def test_a_match_without_a_secret_is_dealt_and_says_nothing_of_a_proof() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob", deals=2)
        assert ann.hand == (0, 1, 2)
        assert not ann.all(ShuffleShown)
        assert not ann.all(DealtShown)
        assert server.store.matches[server.match_id].lines[0].entry.proof is None  # type: ignore[union-attr]
