"""The frames of one match: each viewer's own, put together from pieces that are made once."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.rules.codec import to_json, to_json_text
from app.rules.game import Prompt, Seat
from app.rules.play import take_up_to
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.turn_clocks import TurnClocks
from app.table.model.match_messages import Frame, OpenPrompt


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
        self._watched: Frame | None = None
        """The frame of spectators, of which every other is made."""
        self._asked: dict[Seat, Asked] = {}
        self._frames: dict[Seat | None, tuple[Premove | None, Frame]] = {}
        """By viewer, with the premove that it shows."""

    def follow(self, clocks: TurnClocks, paused: bool) -> None:
        """Goes on to what the match, its clocks and its table are now."""
        version = (self.live.changes, clocks.changes, paused, clocks)
        if version != self._version:
            self._version, self._clocks = version, clocks
            self._frames.clear()
            self._common = self._common_now()
            self._watched = self._for_spectators(self._common, clocks, paused)

    def of(self, viewer: Seat | None) -> Frame:
        """The same value as before while nothing changed that this viewer sees."""
        premove = None if viewer is None else self.live.premoves.get(viewer)
        known = self._frames.get(viewer)
        if known is None or known[0] is not premove:
            assert self._watched is not None, "follow makes it"
            made = self._watched if viewer is None else self._made(self._watched, viewer, premove)
            known = self._frames[viewer] = (premove, made)
        return known[1]

    def _for_spectators(self, common: Common, clocks: TurnClocks, paused: bool) -> Frame:
        moment = self.live.moment
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
            awaited=moment.awaited,
            clocks=() if moment.outcome is not None else clocks.clocks_for(None),
            now=0,
            paused=paused,
            outcome=common.outcome,
            receipt=common.receipt,
            spans=clocks.spans_for(None) if moment.spans else (),
        )

    def _made(self, watched: Frame, seat: Seat, premove: Premove | None) -> Frame:
        """A seat sees its own part and its questions beside what spectators see."""
        assert self._clocks is not None, "follow sets them"
        asked = self._asked_now(seat, watched.names)
        changed: dict[str, Any] = {
            "seat": seat,
            "view": {"seat": seat, "public": watched.view["public"], "private": asked.hand},
        }
        if (first := asked.first) is not None:
            changed |= {
                "prompt": first.prompt,
                "prompt_text": first.text,
                "moves": first.moves,
                "moves_complete": first.complete,
                "step": first.step,
            }
            if not self._clocks.shows_all(seat):
                changed["clocks"] = self._clocks.clocks_for(seat)
        if asked.more:
            changed["more"] = asked.more
        if premove is not None:
            changed["premove"] = to_json(premove.move)
        if self.live.moment.spans:
            changed["spans"] = self._clocks.spans_for(seat)
        if self._clocks.is_slow:
            changed["trick_pass"] = self._trick_pass(seat, premove)
        return replace(watched, **changed)

    def _trick_pass(self, seat: Seat, premove: Premove | None) -> bool | msgspec.UnsetType:
        live = self.live
        if live.is_over or live.game.trick_pass(live.view(seat)) is None:
            return msgspec.UNSET
        return premove is not None and premove.trick is not None

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
        live, known = self.live, self._asked.get(seat)
        private, prompts = live.state.private[seat], live.moment.open_to.get(seat, ())
        if known is not None and known.private is private:
            hand, same = known.hand, known.public is live.state.public and known.names is names
            if known.prompts is prompts and (same or not prompts):
                return known
        else:
            hand = to_json_text(live.game.shown_private(private))
        shown = [self._open_prompt(seat, one, names) for one in prompts]
        first = next((one for one in shown if not one.prompt.offer), None)
        more = tuple(one for one in shown if one is not first)
        known = Asked(live.state.public, private, prompts, names, hand, first, more)
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
