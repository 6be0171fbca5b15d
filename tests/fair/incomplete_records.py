"""Records of which something was not shown, for tests of examples/verify.py."""

from collections.abc import Callable

from app.fair import VERSION
from tests.fair.altered_records import Export
from tests.fair.sample_records import shown


def no_file(lines: Export, heard: Export) -> None:
    heard.clear()


def without(kind: str, number: int = 1) -> Callable[[Export, Export], None]:
    def left_out(lines: Export, heard: Export) -> None:
        heard[:] = [one for one in heard if (one["type"], one["number"]) != (kind, number)]

    left_out.__name__ = f"without_{kind}"
    return left_out


def promised_after_the_deal(lines: Export, heard: Export) -> None:
    heard.sort(key=lambda one: one["type"])


def without_the_seals(lines: Export, heard: Export) -> None:
    for one in heard:
        one.pop("seals", None)


def begun_again(lines: Export, heard: Export) -> None:
    """The server restarted, and this browser had opened another part before."""
    proof, told = shown(lines)
    proof["restarted"] = told["restarted"] = True
    heard.insert(0, {**heard[1], "entropy": "ab" * 32})


def restarted(lines: Export, heard: Export) -> None:
    proof, told = shown(lines)
    proof["restarted"] = told["restarted"] = True


def stopped(lines: Export, heard: Export) -> None:
    lines[0]["state"] = "stopped"


def voided(lines: Export, heard: Export) -> None:
    lines[0]["state"] = "voided"


def no_state(lines: Export, heard: Export) -> None:
    del lines[0]["state"]


def sealed_for_good(lines: Export, heard: Export) -> None:
    lines[0]["shuffles"][0]["secret"] = None


def not_revealed(lines: Export, heard: Export) -> None:
    del lines[0]["shuffles"][1]


def no_proof(lines: Export, heard: Export) -> None:
    del lines[2]["entry"]["proof"], lines[0]["shuffles"][1]
    heard[:] = [one for one in heard if one["number"] == 0]


def no_shuffle(lines: Export, heard: Export) -> None:
    lines[1:], lines[0]["shuffles"] = [], []
    heard.clear()
    lines.append({"ply": 0, "at": 1, "entry": {"type": "last-deal"}, "hash": None})


def newer_version(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["version"] = VERSION + 1


def opened_and_never_dealt(lines: Export, heard: Export) -> None:
    heard += [
        {**one, "number": 2} for one in heard if one["number"] == 0 and one["type"] != "dealt"
    ]


def no_hashes(lines: Export, heard: Export) -> None:
    lines[0]["receipt"] = None
    for line in lines[1:]:
        line["hash"] = None


GAPS = [
    (no_file, "no file shows what was promised before the deal", 0),
    (without("shuffle"), "shuffle 2: no file shows what was promised before the deal", 1),
    (promised_after_the_deal, "no file shows what was promised before the deal", 0),
    (without("dealt"), "shuffle 2: no file shows the root that came with the deal", 1),
    (without("open"), "shuffle 2: no file is of a browser that had a part in it", 1),
    (without_the_seals, "no file shows which parts had been sealed", 0),
    (begun_again, "shuffle 1: the server restarted while it was made", 1),
    (restarted, "shuffle 1: the server restarted while it was made", 1),
    (stopped, "the match was stopped: ", 2),
    (voided, "the match was voided: ", 2),
    (no_state, "it is not said how the match ended", 2),
    (sealed_for_good, "shuffle 1: its secret stays sealed", 1),
    (not_revealed, "shuffle 2: nothing of it was revealed", 1),
    (no_proof, "shuffle 2: the record has no proof of it", 1),
    (no_shuffle, "there is no shuffle in the record", 0),
    (newer_version, f"shuffle 1: it is of version {VERSION + 1}, unknown to this program", 1),
    (opened_and_never_dealt, "parts of shuffle 3 were opened, and it is not in the record", 2),
    (no_hashes, "the record has no hashes", 2),
]
