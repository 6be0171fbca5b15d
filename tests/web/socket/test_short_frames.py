"""The short form of frames: what is left out, and what stands together."""

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from app.rules.codec import to_json_text
from app.rules.game import MoveStep, Prompt, Seat
from app.rules.values import Choice
from app.table.model.match_messages import EventLine, Frame, OpenPrompt, SeatClock, SpanClock
from app.table.model.room import MatchId
from app.web.socket import wire
from app.web.socket.short_form import ShortFrame, ShortPrompt, grouped
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match

EXAMPLES: Final = Path(__file__).parents[2] / "js" / "short_frames.json"
"""Frames with their short form. `python -m tests.web.socket.test_short_frames` writes it; the
page's tests read it (tests/js/short_frame.test.js)."""
ASKS: Final = [{"type": "conspire", "partner": seat} for seat in (0, 2, 3)]
PASSES: Final = [{"type": "pass", "rest": False}, {"type": "pass", "rest": True}]


def frame(**fields: Any) -> Frame:
    plain = Frame(
        match=MatchId("m" * 22),
        n=7,
        seat=None,
        names=("Ann", "Ben"),
        view={"seat": None, "public": {"phase": "play"}, "private": None},
        prompt=None,
        prompt_text="Ann leads.",
        moves=(),
        moves_complete=True,
        premove=None,
        events=(),
        awaited=(Seat(0),),
        clocks=(),
        now=1_893_456_000_000,
        paused=False,
        outcome=None,
    )
    return msgspec.structs.replace(plain, **fields)


def offer(moves: list[dict[str, Any]], **fields: Any) -> OpenPrompt:
    prompt = Prompt("conspire-1", "conspire", offer=True)
    return OpenPrompt(
        prompt, "Conspire.", to_json_text(moves), fields.pop("complete", True), **fields
    )


def examples() -> list[dict[str, Any]]:
    """A frame with usual values, one with offers, and one with nothing usual."""
    step = MoveStep("card", "cards", "Which card?", (Choice("3C"),))
    frames = [
        frame(),
        frame(more=(offer([*PASSES, *ASKS]), offer(PASSES, complete=False, step=step))),
        frame(
            seat=Seat(1),
            view={"seat": 1, "public": {"phase": "play"}, "private": {"cards": ["3C"]}},
            prompt=Prompt("turn-3", "lead"),
            moves=to_json_text(ASKS),
            moves_complete=False,
            premove={"type": "pass"},
            events=(EventLine({"type": "passed", "seat": 0}, "Ann passes."),),
            clocks=(SeatClock(Seat(1), None, False, 0),),
            paused=True,
            outcome={"ranking": [[1], [0]], "points": [0, 3], "reason": "end"},
            receipt="0" * 64,
            spans=(SpanClock("market", None),),
            step=step,
        ),
    ]
    decode = msgspec.json.decode
    return [
        {"whole": decode(wire.encode(one)), "short": decode(wire.encode_short(one))}
        for one in frames
    ]


def text() -> bytes:
    """One example a line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, examples())) + b"\n]\n"


def test_the_frames_that_the_page_reads_are_what_the_server_sends() -> None:
    assert text() == EXAMPLES.read_bytes(), f"python -m {__name__}"


def test_a_short_record_has_the_fields_of_the_whole_one_in_their_order() -> None:
    """It is made of them by place."""
    assert ShortFrame.__struct_fields__ == Frame.__struct_fields__
    assert ShortPrompt.__struct_fields__ == OpenPrompt.__struct_fields__


def test_usual_values_are_left_out_of_a_short_frame() -> None:
    plain, _, full = examples()
    left_out = {
        "moves_complete",
        "premove",
        "paused",
        "outcome",
        "receipt",
        "more",
        "spans",
        "step",
    }
    assert {*plain["whole"]} - {*plain["short"]} == left_out
    assert {*full["whole"]} - {*full["short"]} == {"more"}


@pytest.mark.parametrize(
    ("moves", "entries"),
    [
        ([], []),
        (ASKS[:2], ASKS[:2]),
        (ASKS, [{"field": "partner", "values": [0, 2, 3], "move": {"type": "conspire"}}]),
        ([*PASSES, {"type": "accept"}, {"type": "decline"}, {"type": "confirm"}], None),
        ([{"type": "a", "x": x, "y": y} for x, y in ((1, 1), (2, 1), (2, 2))], None),
        ([{"type": "a", "x": 1}, {"type": "a", "y": 1}, {"type": "a", "z": 1}], None),
    ],
)  # fmt: skip
def test_moves_that_differ_in_one_field_stand_together(
    moves: list[Any], entries: list[Any] | None
) -> None:
    """Not those of different types, and no fewer than three."""
    wanted = moves if entries is None else entries
    assert msgspec.json.decode(grouped(msgspec.json.encode(moves))) == wanted


def test_a_client_that_does_not_ask_for_the_short_form_gets_whole_frames(
    visitor: NewVisitor,
) -> None:
    with paused_match(visitor) as scene:
        with scene.guest.connect(scene.room) as line:
            whole = line.receive_until("frame")
        with scene.guest.connect(f"{scene.room}?form=short") as line:
            short = line.receive_until("frame")
    assert whole["more"] == []
    assert "more" not in short
    assert {"seat": short["seat"], **short["view"]} == whole["view"]


if __name__ == "__main__":
    EXAMPLES.write_bytes(text())
