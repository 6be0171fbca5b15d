"""Patches of a real server: what ended holds itself."""

from typing import Any

from app.table.actor.table import Table
from app.table.match.shuffle_proofs import ShownShuffles, ShuffleProof
from app.web.context.request_context import RequestContext


def proofs_hold_their_match() -> None:
    """Each proof of a shuffle asks the match that holds it for its decks."""
    add = ShownShuffles.add

    def circular(self: ShownShuffles, number: int, before: Any, entry: Any) -> None:
        add(self, number, before, entry)
        self._proofs[number] = ShuffleProof(self.promise, entry, lambda: self.decks(number, before))

    ShownShuffles.add = circular  # type: ignore[method-assign]


def contexts_hold_themselves() -> None:
    """The context of each page knows its own page, and that the context."""
    made = RequestContext.__init__

    def circular(self: RequestContext, *arguments: Any) -> None:
        made(self, *arguments)
        self.shared["render"] = self.page

    RequestContext.__init__ = circular  # type: ignore[method-assign, assignment]


def requests_keep_tracebacks() -> None:
    """A refused request is a local of a frame in the traceback of its error."""

    async def ask(self: Table, request: Any) -> Any:
        assert self.mailbox.offer(request)
        return await request.answer

    Table.ask = ask  # type: ignore[method-assign]
