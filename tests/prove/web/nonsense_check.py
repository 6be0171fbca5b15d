"""Frames that are no commands, from noise to commands with one thing wrong."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec

from app.table.model.client_messages import AnyCommand
from app.web.socket.wire import MAX_BYTES
from tests.prove.clients.asgi_client import Line
from tests.prove.web.personas import Personas, opened_by

JUNK: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 10**30, 1.5, "", "x", "\u202e", "a" * 500, [], {}, [[]],
    {"type": "x"}, {"a": {"b": []}}, [None], "0" * 64,
)  # fmt: skip

COMMANDS: Final = tuple(msgspec.inspect.type_info(kind) for kind in AnyCommand.__args__)


def frames(random: Random) -> Iterator[str | bytes]:
    """Texts and bytes without end, from noise to commands with one thing wrong."""
    while True:
        kind = random.randrange(10)
        if kind == 0:
            yield random.randbytes(random.randrange(60))
        elif kind == 1:
            yield "".join(
                chr(
                    random.choice((random.randrange(128), random.randrange(0x250), 0x202E, 0x1F414))
                )
                for _ in range(40)
            )
        elif kind == 2:
            yield random.choice(
                (
                    "[" * 5000,
                    '{"a":' * 900,
                    "9" * 400,
                    '"' + "x" * MAX_BYTES,
                    "{}",
                    "null",
                    '{"type":"ping"}',
                    '{"type":["ping"]}',
                )
            )
        else:
            info: Any = random.choice(COMMANDS)
            said: dict[str, Any] = {"type": info.tag, "id": f"f{random.randrange(50)}"}
            said |= {
                field.encode_name: random.choice(JUNK)
                for field in info.fields
                if field.name != "id" and random.random() < 0.9
            }
            if kind == 3:
                said[random.choice(("id", "type", "extra", "key"))] = random.choice(JUNK)
            text = json.dumps(said)
            if kind == 4:
                cut = random.randrange(len(text))
                text = (
                    text[:cut] + random.choice(("", "\\", '"', "}", "\x00", "é")) + text[cut + 1 :]
                )
            yield text


async def nonsense(cast: Personas) -> None:
    """T11, T22, T26: nonsense gets its sender a typed answer, and the table plays on."""
    stream, number = frames(cast.random), 150 * cast.scale
    for person in (cast.nobody, cast.wanda, cast.gustav):
        room = cast.room
        if person is cast.nobody:
            room = await opened_by(cast.stranger, listed="on")
        sent = 0
        while sent < number:
            async with person.at(room) as line:
                sent += await _until_shown_out(cast, line, stream, number - sent)
    assert (await cast.line.say("resume"))["type"] in ("done", "refused")
    answer = await cast.line.say("ready", ready=True)
    cast.judge(answer["type"] in ("done", "refused"), "the table answers nobody any more")
    cast.judge(server_lives(cast), "a table broke")


def server_lives(cast: Personas) -> bool:
    return bool(cast.app.state.services.lobby.table_count)


async def _until_shown_out(
    cast: Personas, line: Line, stream: Iterator[str | bytes], most: int
) -> int:
    sent = 0
    while sent < most:
        said = next(stream)
        sent += 1
        if isinstance(said, bytes):
            line.send_bytes(said)
        else:
            line.send_text(said.encode("utf-8", "replace").decode())
        while True:
            message = await line.hear()
            if message is None:
                cast.judge(
                    line.code in (4401, 4403, 4404, 4409),
                    f"{said[:60]!r} closed the connection with {line.code}",
                )
                return sent
            if message["type"] in ("done", "refused", "pong"):
                cast.judge(
                    message["type"] != "refused" or bool(message["code"] and message["text"]),
                    f"{said[:60]!r} is refused without a word",
                )
                break
    return sent
