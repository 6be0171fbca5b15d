"""The process that makes pages of records, `python -m app.web.replay.record_worker`.

It has no database and no network. A job comes with the stored lines of its record.
"""

import gc

import msgspec

from app.bot_workers.worker_process import Request, answer, give_way
from app.games import BY_SLUG
from app.web.replay.record_jobs import RecordJob, RecordMaker


def main() -> None:
    give_way()
    gc.freeze()
    answer(msgspec.json.Decoder(Request[RecordJob]), RecordMaker(BY_SLUG).make)


if __name__ == "__main__":
    main()
