"""WebSocket bytes of a client that may break every rule."""

import os
import struct


def handshake(port: int, path: str) -> bytes:
    """The request that opens a connection to a table, as one of our own pages would send it."""
    here = f"127.0.0.1:{port}"
    return (
        f"GET {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def form_head(port: int, length: int) -> bytes:
    """The head of a form whose body has that length."""
    here = f"127.0.0.1:{port}"
    return (
        f"POST /login HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def frame(opcode: int, data: bytes, last: bool = True, announced: int | None = None) -> bytes:
    """A client's frame; `announced` replaces the true length in its head."""
    size = len(data) if announced is None else announced
    mask = os.urandom(4)
    head = bytes([opcode | (128 if last else 0)])
    if size < 126:
        head += bytes([128 | size])
    elif size < 65536:
        head += bytes([128 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([128 | 127]) + struct.pack("!Q", size)
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
