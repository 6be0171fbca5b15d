"""Records of which something was not shown, for tests of examples/verify.py."""

from collections.abc import Callable

from tests.fair.sample_records import entry, line, shown
from tests.fair.sample_table import Lines, chained

Gap = Callable[[Lines, Lines], None]


def no_file(lines: Lines, heard: Lines) -> None:
    heard.clear()


def without(kind: str, number: int = 2) -> Gap:
    def left_out(lines: Lines, heard: Lines) -> None:
        heard[:] = [one for one in heard if (one["type"], one["number"]) != (kind, number)]

    left_out.__name__ = f"without_{kind}"
    return left_out


def shown_after_the_deal(lines: Lines, heard: Lines) -> None:
    heard.sort(key=lambda one: (one["number"], one["type"] == "shuffle"))


def opened_after_the_deal(lines: Lines, heard: Lines) -> None:
    heard.sort(key=lambda one: (one["number"], one["type"] == "open"))


def own_cards_left_out(lines: Lines, heard: Lines) -> None:
    line(heard, "dealt").update({"cards": [], "nodes": []})


def two_seats(lines: Lines, heard: Lines) -> None:
    heard[0]["seat"] = 1


def dealt_to_another(lines: Lines, heard: Lines) -> None:
    line(heard, "dealt")["seat"] = 7


def stopped(lines: Lines, heard: Lines) -> None:
    lines[0]["state"] = "stopped"


def voided(lines: Lines, heard: Lines) -> None:
    lines[0]["state"] = "voided"


def no_state(lines: Lines, heard: Lines) -> None:
    del lines[0]["state"]


def not_revealed(lines: Lines, heard: Lines) -> None:
    del lines[0]["shuffles"]["shuffles"][1]


def no_promise(lines: Lines, heard: Lines) -> None:
    lines[0]["shuffles"]["promise"] = None
    heard.clear()


def no_proof(lines: Lines, heard: Lines) -> None:
    del entry(lines, 2)["proof"], lines[0]["shuffles"]["shuffles"][2]
    heard[:] = [one for one in heard if one["number"] < 2]


def no_shuffle(lines: Lines, heard: Lines) -> None:
    lines[1:], lines[0]["shuffles"]["shuffles"] = [], []
    heard.clear()
    lines.append({"ply": 0, "at": 1, "entry": {"type": "last-deal"}, "hash": None})


def another_version(lines: Lines, heard: Lines) -> None:
    for one in shown(lines, 2):
        one["version"] = 4
    for one in heard:
        if one["number"] == 2 and "version" in one:
            one["version"] = 4


def opened_and_never_dealt(lines: Lines, heard: Lines) -> None:
    heard.append({**line(heard, "open", 2), "number": 3})


def announced_in_another_version(lines: Lines, heard: Lines) -> None:
    heard.append({"type": "shuffle", "match": "m", "number": 3, "attempt": 0, "version": 4})


def list_alone(lines: Lines, heard: Lines) -> None:
    lines[:] = [lines[0]["shuffles"]]


def rechained(lines: Lines) -> None:
    """Chains a record anew; a list of shuffles alone has no entries."""
    if "setup" in lines[0]:
        chained(lines)


GAPS: list[tuple[Gap, str, int]] = [
    (no_file, "no file shows what was promised before the deal", 0),
    (without("shuffle"), "shuffle 3: no file shows what was promised before the deal", 2),
    (shown_after_the_deal, "no file shows what was promised before the deal", 0),
    (opened_after_the_deal, "no file is of a browser that had a part in it", 0),
    (without("dealt"), "shuffle 3: no file shows the keys that came with the deal", 2),
    (without("open"), "shuffle 3: no file is of a browser that had a part in it", 2),
    (own_cards_left_out, "shuffle 1: no file shows all cards that were dealt to that", 2),
    (two_seats, "shuffle 1: a browser was told two seats", 2),
    (dealt_to_another, "shuffle 1: a browser was told two seats", 2),
    (stopped, "the match was stopped: ", 3),
    (voided, "the match was voided: ", 3),
    (no_state, "it is not said how it ended", 3),
    (not_revealed, "shuffle 2: nothing of it was revealed", 1),
    (not_revealed, "shuffle 3: what came before it in the chain is not shown", 1),
    (no_promise, "shuffle 1: it has a proof, and no promise is shown", 0),
    (no_proof, "shuffle 3: the record has no proof of it", 2),
    (no_shuffle, "there is no shuffle in the record", 0),
    (another_version, "shuffle 3: it is of version 4, which is unknown here", 2),
    (opened_and_never_dealt, "parts of shuffle 4 were opened, and it is not in the record", 3),
    (announced_in_another_version, "shuffle 4 was announced in version 4", 3),
    (list_alone, "the record is not in this file, only the list of its shuffles", 3),
]
