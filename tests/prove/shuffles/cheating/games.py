"""Two toy games with hands, an open card and a stock, for tables of cheating servers."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from app.rules.game import OpenedPosition
from tests.table.high_card import HighCard

STOCK: Final = 3
"""Cards that stay in the stock after each deal."""


class Open(HighCard):
    """After the hands one card lies open. The first of the stock is turned up before crowing."""

    def pending_shuffle_size(self, state: Any) -> int:
        size = super().pending_shuffle_size(state)
        return size and size + 1 + STOCK

    def deck_codes(self, public: Any) -> tuple[str, ...]:
        n = 3 * len(public.ranks) + 1 + STOCK
        return tuple(map(str, range(n))) if public.phase == "deal" else ()

    def deal_plan(self, public: Any) -> tuple[str, ...]:
        return (*super().deal_plan(public), "*", *("-",) * STOCK)

    def opened_cards(self, view: Any) -> tuple[OpenedPosition, ...]:
        upcard = 3 * len(view.public.ranks)
        opened: Sequence[OpenedPosition] = super().opened_cards(view)
        if view.public.phase in {"choose", "crow"}:
            opened = (*opened, OpenedPosition(upcard))
        if view.public.phase == "crow":
            opened = (*opened, OpenedPosition(upcard + 1))
        return tuple(opened)


class Covered(Open):
    """`Open`, but nobody may know which cards await the order, also not after the match."""

    reveals_after_match: ClassVar[bool] = False

    def deck_codes(self, public: Any) -> tuple[str, ...]:
        return ()

    def hidden_codes(self, state: Any) -> tuple[str, ...]:
        return super().deck_codes(state.public)


GAMES: Final = {"open": Open(), "covered": Covered()}
