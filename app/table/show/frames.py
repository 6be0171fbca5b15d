"""The frames of one match: each viewer's own, put together from pieces that are made once."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.rules.codec import to_json, to_json_text
from app.rules.game import Prompt, Seat
from app.rules.play import take_up_to
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.turn_clocks import TurnClocks
from app.table.model.server_messages import Frame, OpenPrompt, SeatClock


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
    """The pieces about one seat's cards, questions and offers, with what they were made from."""

    public: Any
    private: Any
    prompts: tuple[Prompt, ...]
    names: tuple[str, ...]
    hand: msgspec.Raw
    """The private part of the seat's view, as JSON."""
    first: OpenPrompt | None
    more: tuple[OpenPrompt, ...]


class Frames:
    """Made anew for another match. A frame has no number, date or events: those a client gets."""

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self._version: tuple[object, ...] = ()
        self._common: Common | None = None
        self._clocks: TurnClocks | None = None
        self._public_clocks: tuple[SeatClock, ...] = ()
        """The clocks that everybody sees."""
        self._paused = False
        self._asked: dict[Seat, Asked] = {}
        self._frames: dict[Seat | None, tuple[Premove | None, Frame]] = {}
        """By viewer, with the premove that it shows."""

    def follow(self, clocks: TurnClocks, paused: bool) -> None:
        """Goes on to what the match, its clocks and its table are now."""
        version = (self.live.changes, clocks.changes, paused, clocks)
        if version != self._version:
            self._version, self._clocks, self._paused = version, clocks, paused
            self._frames.clear()
            self._common = self._common_now()
            self._public_clocks = () if self.live.is_over else clocks.clocks_for(None)

    def of(self, viewer: Seat | None) -> Frame:
        """The same value as before while nothing changed that this viewer sees."""
        premove = None if viewer is None else self.live.premoves.get(viewer)
        known = self._frames.get(viewer)
        if known is None or known[0] is not premove:
            known = self._frames[viewer] = (premove, self._made(viewer, premove))
        return known[1]

    def _made(self, viewer: Seat | None, premove: Premove | None) -> Frame:
        """Spectators see what is public. A seat sees its own part and its questions beside it."""
        moment, common, clocks = self.live.moment, self._common, self._clocks
        assert common is not None, "follow makes it"
        assert clocks is not None, "follow sets them"
        asked = None if viewer is None else self._asked_now(viewer, common.names)
        first = None if asked is None else asked.first
        return Frame(
            match=self.live.match,
            n=0,
            seat=viewer,
            names=common.names,
            view={
                "seat": viewer,
                "public": common.public,
                "private": None if asked is None else asked.hand,
            },
            prompt=None if first is None else first.prompt,
            prompt_text=common.waiting if first is None else first.text,
            moves=() if first is None else first.moves,
            moves_complete=True if first is None else first.complete,
            premove=None if premove is None else to_json(premove.move),
            events=(),
            awaited=moment.awaited,
            clocks=self._public_clocks if first is None else clocks.clocks_for(viewer),
            now=0,
            paused=self._paused,
            outcome=common.outcome,
            receipt=common.receipt,
            more=() if asked is None else asked.more,
            spans=clocks.spans_for(viewer) if moment.spans else (),
            step=None if first is None else first.step,
        )

    def _common_now(self) -> Common:
        live, known = self.live, self._common
        names, public, outcome = live.names, live.state.public, live.moment.outcome
        if known is not None and known.source is public and known.names is names:
            return known
        return Common(
            public,
            names,
            to_json_text(live.game.shown_public(public)),
            live.game.say_wait(public, names) if outcome is None else "The match is over.",
            None if outcome is None else to_json(outcome),
            None if outcome is None else live.last_hash.hex(),
        )

    def _asked_now(self, seat: Seat, names: tuple[str, ...]) -> Asked:
        state, known = self.live.state, self._asked.get(seat)
        public, private = state.public, state.private[seat]
        prompts = self.live.moment.open_to.get(seat, ())
        if known is not None and known.private is private:
            hand, same = known.hand, known.public is public and known.names is names
            if known.prompts is prompts and (same or not prompts):
                return known
        else:
            hand = to_json_text(self.live.game.shown_private(private))
        shown = [self._open_prompt(seat, one, names) for one in prompts]
        first = next((one for one in shown if not one.prompt.offer), None)
        more = tuple(one for one in shown if one is not first)
        known = self._asked[seat] = Asked(public, private, prompts, names, hand, first, more)
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
