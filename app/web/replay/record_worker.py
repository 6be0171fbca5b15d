"""The process that makes pages of records, `python -m app.web.replay.record_worker`.

One job after the other until its input ends: a line of JSON, then the stored lines of the record.
It has no database and no network. It answers in pieces, each after its length.
"""

import gc
import os
import sys
from typing import Final

import msgspec

from app.bot_workers.worker import log_traceback
from app.bot_workers.worker_process import give_way
from app.games import BY_SLUG
from app.web.replay.record_jobs import RecordJob, RecordMaker

END: Final = 0
FAILED: Final = 2**32 - 1
"""Instead of a length: the answer is whole, or there will be none."""


class Request(msgspec.Struct, frozen=True):
    """The line before the record's own lines."""

    job: RecordJob
    size: int
    """The bytes of the record's lines, which follow."""


def main() -> None:
    give_way()
    gc.freeze()
    maker, source = RecordMaker(BY_SLUG), sys.stdin.buffer
    decoder = msgspec.json.Decoder(Request)
    for line in source:
        request = decoder.decode(line)
        lines = source.read(request.size)
        try:
            for piece in maker.make(request.job, lines):
                send(len(piece), piece)
        except BrokenPipeError:  # the server has ended
            os._exit(0)
        except Exception as error:
            log_traceback(type(error), error, error.__traceback__)
            send(FAILED)
        else:
            send(END)


def send(length: int, piece: bytes = b"") -> None:
    sys.stdout.buffer.write(length.to_bytes(4) + piece)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
