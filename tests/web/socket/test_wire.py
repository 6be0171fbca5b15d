"""A message that is no command is refused with a sentence; a command is read exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.table.model.client_messages import Heartbeat, Ping, Play, Say
from app.table.model.server_messages import Done
from app.web.socket import wire

GOOD = [
    ('{"type":"ping"}', Ping()),
    ('{"type": "ping"}', Ping()),
    ('{"type":"heartbeat"}', Heartbeat()),
    ('{ "type":"heartbeat"}', Heartbeat()),
    (
        '{"type":"play","id":"a1","key":"k","move":{"type":"pass"}}',
        Play(id="a1", key="k", move={"type": "pass"}),
    ),
    (
        '{"type":"say","id":"a-_1","text":"Jacks <lead>, naïve 🐔"}',
        Say(id="a-_1", text="Jacks <lead>, naïve 🐔"),
    ),
]
BAD = {
    "nothing": "",
    "a word": "hello",
    "cut short": '{"type":"ping"',
    "a list": "[]",
    "a number": "1",
    "null": "null",
    "no type": '{"id":"a"}',
    "unknown type": '{"type":"cheat","id":"a"}',
    "type of a wrong type": '{"type":1,"id":"a"}',
    "a server message": '{"type":"done","id":"a"}',
    "no id": '{"type":"sit"}',
    "empty id": '{"type":"sit","id":""}',
    "long id": '{"type":"sit","id":"' + "a" * 41 + '"}',
    "odd id": '{"type":"sit","id":"a b"}',
    "id of a wrong type": '{"type":"sit","id":1}',
    "unknown field": '{"type":"sit","id":"a","seat":1}',
    "a ping with an id": '{"type":"ping","id":"x"}',
    "a person of one's own": '{"type":"sit","id":"a","person":"somebody"}',
    "field missing": '{"type":"play","id":"a","key":"k"}',
    "field of a wrong type": '{"type":"ready","id":"a","ready":"yes"}',
    "choice nobody offers": '{"type":"stand-in","id":"a","seat":0,"choice":"cheat"}',
    "clock nobody has": '{"type":"set-room","id":"a","clock":"bullet"}',
    "empty chat": '{"type":"say","id":"a","text":""}',
    "long chat": '{"type":"say","id":"a","text":"' + "a" * 401 + '"}',
    "control character in chat": '{"type":"say","id":"a","text":"a\\u0007b"}',
    "direction mark in chat": '{"type":"say","id":"a","text":"a\\u202eb"}',
    "NUL in chat": '{"type":"say","id":"a","text":"a\\u0000b"}',
    "half a pair in chat": '{"type":"say","id":"a","text":"a\\ud800b"}',
    "control character in options": '{"type":"set-options","id":"a","options":{"x":["a\\u001b"]}}',
    "NUL in a name of options": '{"type":"set-options","id":"a","options":{"\\u0000":1}}',
    "number without end": '{"type":"kick","id":"a","person":1e999}',
    "not a number": '{"type":"remove-bot","id":"a","seat":NaN}',
    "deep": '{"type":"play","id":"a","key":"k","move":' + "[" * 17 + "]" * 17 + "}",
    "very deep": "[" * 8000,
    "deep and cut short": '{"type":"play","id":"a","key":"k","move":' + '{"a":' * 500,
    "long": '{"type":"play","id":"a","key":"k","move":"' + "a" * 8192 + '"}',
    "long in bytes": '{"type":"play","id":"a","key":"k","move":"' + "é" * 4090 + '"}',
}


@pytest.mark.parametrize(("text", "command"), GOOD)
def test_commands_are_read(text: str, command: object) -> None:
    assert wire.decode(text) == command


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_what_is_no_command_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(wire.Malformed) as refused:
        wire.decode(text)
    assert refused.value.sentence.endswith(".")
    assert "Traceback" not in refused.value.sentence


@pytest.mark.parametrize(
    "name",
    ["unknown type", "unknown field", "field missing", "long chat", "control character in chat"],
)
def test_the_refusal_names_the_command_where_it_can(name: str) -> None:
    with pytest.raises(wire.Malformed) as refused:
        wire.decode(BAD[name])
    assert refused.value.refusal.id == "a"


def test_brackets_in_a_text_are_not_nesting() -> None:
    assert isinstance(wire.decode('{"type":"say","id":"a","text":"' + "[" * 300 + '\\"["}'), Say)


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        wire.decode(text)
    except wire.Malformed as refused:
        assert refused.sentence  # noqa: PT017  either answer is fine


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=20,
    )
)
def test_depth_is_what_it_says(value: object) -> None:
    import json

    def levels(inner: object) -> int:
        return 1 + max(map(levels, inner), default=0) if isinstance(inner, list) else 0

    assert wire.depth(json.dumps(value)) == levels(value)


def test_server_messages_are_written_as_json() -> None:
    assert wire.encode(Done(id="a")) == b'{"type":"done","id":"a"}'
