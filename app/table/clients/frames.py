"""The frames of one match: each viewer's own, put together from pieces that are made once."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.rules.codec import to_json, to_json_text
from app.rules.game import AnyState, Prompt, Seat
from app.rules.play import take_up_to
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.turn_clocks import TurnClocks
from app.table.model.server_messages import Frame, OpenPrompt


class Common(msgspec.Struct, frozen=True):
    """The pieces that all viewers share."""

    source: Any
    """The public part that they were made from."""
    names: tuple[str, ...]
    public: msgspec.Raw
    waiting: str
    """The sentence for those who are not asked."""
    outcome: Any
    receipt: str | None


class Asked(msgspec.Struct, frozen=True):
    """The pieces about one seat's questions and offers, with what they were made from."""

    state: AnyState
    prompts: tuple[Prompt, ...]
    names: tuple[str, ...]
    first: OpenPrompt | None
    more: tuple[OpenPrompt, ...]

    def is_of(
        self, state: AnyState, seat: Seat, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> bool:
        return (
            self.names is names
            and self.prompts is prompts
            and self.state.public is state.public
            and self.state.private[seat] is state.private[seat]
        )


class Frames:
    """Made anew for another match. A frame has no number, date or events: those a client gets."""

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self._version: tuple[object, ...] = ()
        self._frames: dict[Seat | None, tuple[Premove | None, Frame]] = {}
        """By viewer, with the premove that it shows."""
        self._common: Common | None = None
        self._private: dict[Seat, tuple[Any, msgspec.Raw]] = {}
        """The private part of each seat's view, with its JSON."""
        self._asked: dict[Seat, Asked] = {}

    def of(self, viewer: Seat | None, clocks: TurnClocks, paused: bool) -> Frame:
        """The same value as before while nothing changed that this viewer sees."""
        live = self.live
        version = (live.changes, clocks.changes, paused, clocks)
        if version != self._version:
            self._version = version
            self._frames.clear()
        premove = None if viewer is None else live.premoves.get(viewer)
        known = self._frames.get(viewer)
        if known is None or known[0] is not premove:
            common = self._common_now()
            if viewer is None:
                frame = self._for_spectators(common, clocks, paused)
            else:
                frame = self._for_seat(viewer, common, clocks, paused, premove)
            known = self._frames[viewer] = (premove, frame)
        return known[1]

    def _common_now(self) -> Common:
        live, known = self.live, self._common
        names, public, outcome = live.names, live.state.public, live.moment.outcome
        if known is None or known.source is not public or known.names is not names:
            known = self._common = Common(
                public,
                names,
                to_json_text(live.game.shown_public(public)),
                live.game.say_wait(public, names) if outcome is None else "The match is over.",
                None if outcome is None else to_json(outcome),
                None if outcome is None else live.last_hash.hex(),
            )
        return known

    def _for_spectators(self, common: Common, clocks: TurnClocks, paused: bool) -> Frame:
        over = common.outcome is not None
        return Frame(
            match=self.live.match,
            n=0,
            seat=None,
            names=common.names,
            view={"seat": None, "public": common.public, "private": None},
            prompt=None,
            prompt_text=common.waiting,
            moves=(),
            moves_complete=True,
            premove=None,
            events=(),
            awaited=self.live.moment.awaited,
            clocks=() if over else clocks.clocks_for(None),
            now=0,
            paused=paused,
            outcome=common.outcome,
            receipt=common.receipt,
            more=(),
            spans=() if over else clocks.spans_for(None),
            step=None,
        )

    def _for_seat(
        self, seat: Seat, common: Common, clocks: TurnClocks, paused: bool, premove: Premove | None
    ) -> Frame:
        """What spectators see, the private part of the view, and the seat's questions."""
        asked = self._asked_now(seat, common)
        first, over = asked.first, common.outcome is not None
        return Frame(
            match=self.live.match,
            n=0,
            seat=seat,
            names=common.names,
            view={"seat": seat, "public": common.public, "private": self._private_text(seat)},
            prompt=None if first is None else first.prompt,
            prompt_text=common.waiting if first is None else first.text,
            moves=() if first is None else first.moves,
            moves_complete=True if first is None else first.complete,
            premove=None if premove is None else to_json(premove.move),
            events=(),
            awaited=self.live.moment.awaited,
            clocks=() if over else clocks.clocks_for(None if first is None else seat),
            now=0,
            paused=paused,
            outcome=common.outcome,
            receipt=common.receipt,
            more=asked.more,
            spans=clocks.spans_for(seat),
            step=None if first is None else first.step,
        )

    def _private_text(self, seat: Seat) -> msgspec.Raw:
        private = self.live.state.private[seat]
        known = self._private.get(seat)
        if known is None or known[0] is not private:
            text = to_json_text(self.live.game.shown_private(private))
            known = self._private[seat] = (private, text)
        return known[1]

    def _asked_now(self, seat: Seat, common: Common) -> Asked:
        moment = self.live.moment
        prompts, known = moment.open_to.get(seat, ()), self._asked.get(seat)
        if known is None or not known.is_of(moment.state, seat, prompts, common.names):
            shown = {one.key: self._open_prompt(seat, one, common.names) for one in prompts}
            prompt = moment.prompts.get(seat)
            first = None if prompt is None else shown.pop(prompt.key)
            more = tuple(shown.values())
            known = Asked(moment.state, prompts, common.names, first, more)
            self._asked[seat] = known
        return known

    def _open_prompt(self, seat: Seat, prompt: Prompt, names: Sequence[str]) -> OpenPrompt:
        seen, game = self.live.view(seat), self.live.game
        moves, complete = take_up_to(
            game.legal_answers(seen, prompt), game.max_listed_moves(prompt)
        )
        return OpenPrompt(
            prompt,
            game.say_prompt(seen, prompt, names),
            to_json_text(moves),
            complete,
            game.next_step(seen, prompt, ()),
        )
