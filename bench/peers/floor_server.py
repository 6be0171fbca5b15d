"""The least that any Python server costs: a bare uvicorn application answers small messages.

For each message it sends FRAME bytes to all four sockets of its table.

No game, no database. The path of a socket is /TABLE/SEAT.
Run: python floor_server.py PORT [FRAME bytes, 1500].
"""

import sys

import uvicorn

tables: dict[str, dict[str, object]] = {}
frame_bytes = int(sys.argv[2]) if len(sys.argv) > 2 else 1500


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    if scope["type"] != "websocket":
        return
    _, table, seat = scope["path"].split("/")
    await receive()
    await send({"type": "websocket.accept"})
    seats = tables.setdefault(table, {})
    seats[seat] = send
    while (message := await receive())["type"] == "websocket.receive":
        sequence = int(message["text"].split(":")[1])
        text = f'{{"n":{sequence + 1:09d},"v":"' + "x" * frame_bytes + '"}'
        for other in list(seats.values()):
            await other({"type": "websocket.send", "text": text})
    seats.pop(seat, None)


uvicorn.run(
    app,
    port=int(sys.argv[1]),
    log_level="warning",
    ws="websockets-sansio",
    loop="uvloop",
    ws_per_message_deflate=False,
    lifespan="off",
)
