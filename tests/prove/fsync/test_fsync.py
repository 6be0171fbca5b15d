"""Lines of strace: completed writing through, and acknowledgements that left too early."""

from tests.prove.fsync.strace import Traced, read

DONE = r'4711 sendto(12, "\201~\0\"{\"type\":\"done\",\"id\":\"r1\"}", 33, 0, NULL, 0) = 33'
THROUGH = "4712 fdatasync(5)                     = 0"


def test_an_acknowledgement_after_a_write_through_is_right() -> None:
    assert read([THROUGH, DONE, THROUGH, DONE]) == Traced(done=2, through=2, early=0)


def test_an_acknowledgement_without_one_since_the_last_is_early() -> None:
    assert read([THROUGH, DONE, DONE]) == Traced(done=2, through=1, early=1)


def test_a_write_through_counts_when_it_has_ended() -> None:
    begun, ended = "4712 fdatasync(5 <unfinished ...>", "4712 <... fdatasync resumed>)          = 0"
    assert read([begun, DONE, ended]).early == 1
    assert read([begun, ended, DONE]).early == 0


def test_a_write_through_that_failed_is_none() -> None:
    assert read(["4712 fdatasync(5)      = -1 EIO (Input/output error)", DONE]).early == 1
