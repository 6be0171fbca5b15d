"""examples/verify.py says "fair" only of what it was shown; each gap has a verdict of its own."""

import copy
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.fair import VERSION, shuffle
from tests.fair.altered_records import chained, export
from tests.fair.load_verifier import verify

Export = list[dict[str, Any]]
FAIR, NOT_FAIR, UNREADABLE, NOT_CHECKED = 0, 1, 2, 3


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Runs the program on a record and on what browsers kept: its status and what it prints."""

    def written(name: str, lines: Export | str) -> str:
        file = tmp_path / name
        file.write_text(lines if isinstance(lines, str) else "\n".join(map(json.dumps, lines)))
        return str(file)

    def ran(lines: Export | str, *files: Export | str, receipt: str = "") -> tuple[int, str]:
        asked = ["verify.py", written("record", lines)]
        for at, file in enumerate(files):
            asked += ["--heard", written(f"heard-{at}", file)]
        monkeypatch.setattr("sys.argv", [*asked, *(["--receipt", receipt] if receipt else [])])
        status = verify.main()
        said = capsys.readouterr().out
        assert ("\nFAIR: " in said) is (status == FAIR)
        return status, said

    return ran


Run = Callable[..., tuple[int, str]]


def sample(seed: int = 1) -> tuple[Export, Export]:
    """A record of two shuffles with parts in both, and what one browser kept of it."""
    lines, heard = export("m", Random(seed), 2, least=1)
    return json.loads(json.dumps(lines)), json.loads(json.dumps(heard))


def shown(lines: Export, number: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record and the reveal hold of one shuffle."""
    return lines[1 + number]["entry"]["proof"], lines[0]["shuffles"][number]


def test_a_match_that_was_watched_and_had_parts_is_fair(run: Run) -> None:
    lines, heard = sample()
    status, said = run(lines, heard, receipt=lines[0]["receipt"])
    had = [len(told["openings"]) for told in lines[0]["shuffles"]]
    n = lines[0]["shuffles"][0]["n"]
    assert status == FAIR, said
    assert f"shuffle 1: the order is fair: checked {n} of {n} places; {had[0]} of 4 seats" in said
    assert f"Checked: 2 of 2 shuffles, with parts of {sum(had)} of 8 seats." in said
    assert "Which card was dealt to whom is no part of this check." in said


def test_a_receipt_that_nobody_kept_is_said_to_be_missing(run: Run) -> None:
    lines, heard = sample()
    assert "which nobody compared with a receipt" in run(lines, heard)[1]
    assert "which nobody compared" not in run(lines, heard, receipt=lines[0]["receipt"])[1]


# -- gaps: nothing false, and not everything was shown


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


@pytest.mark.parametrize(
    ("gap", "says", "held"), GAPS, ids=lambda one: getattr(one, "__name__", "")
)
def test_a_gap_is_told_as_not_checked_and_never_as_fair(
    run: Run, gap: Callable[[Export, Export], None], says: str, held: int
) -> None:
    lines, heard = sample()
    gap(lines, heard)
    if gap is not no_hashes:
        chained(lines)
    status, said = run(lines, *([heard] if heard else []))
    assert status == NOT_CHECKED, said
    assert f"NOT CHECKED: {says}" in said or f": {says}" in said
    assert "NOT FAIR" not in said
    assert f"Checked: {held} of {len(lines) - 1 if gap is not no_shuffle else 0} shuffles" in said


def test_a_shuffle_in_which_no_seat_had_a_part_is_not_called_fair(run: Run) -> None:
    chance = Random(4)
    lines, heard = next(
        made
        for made in (export("m", chance) for _ in range(100))
        if not made[0][0]["shuffles"][0]["openings"]
    )
    status, said = run(lines, heard)
    assert status == NOT_CHECKED
    assert "shuffle 1: no seat had a part in it, so the server may have chosen the order" in said


def test_a_file_of_another_match_checks_nothing(run: Run) -> None:
    lines, heard = sample()
    status, said = run(lines, [{**one, "match": "another"} for one in heard])
    assert status == NOT_CHECKED
    assert "file 1 of what was heard is of another match" in said
    assert "Checked: 0 of 2 shuffles, with parts of 0 of 8 seats." in said


# -- what does not fit


def exchanged_seal(lines: Export, heard: Export) -> None:
    """Another seat's part was exchanged after this browser had opened its own."""
    for one in heard:
        if "seals" in one:
            one["seals"] = one["seals"] | {"3": "0" * 64}


def own_part_missing(lines: Export, heard: Export) -> None:
    heard[1]["entropy"] = "ab" * 32


def proof_taken_away(lines: Export, heard: Export) -> None:
    del lines[1]["entry"]["proof"]


def other_attempt_dealt(lines: Export, heard: Export) -> None:
    next(one for one in heard if one["type"] == "dealt")["attempt"] += 1


def other_cards_named(lines: Export, heard: Export) -> None:
    n = lines[0]["shuffles"][0]["n"]
    deal = next(one for one in heard if one["type"] == "dealt")
    deal["things"] = [f"card {at}" for at in range(n)]


def other_card_opened(lines: Export, heard: Export) -> None:
    order = lines[1]["entry"]["order"]
    deal = next(one for one in heard if one["type"] == "dealt")
    deal["cards"] = [{"position": 0, "thing": order[0] + 1, "card": "SK"}]


def unknown_seat(lines: Export, heard: Export) -> None:
    with_part(lines, 4)


def seat_of_a_bot(lines: Export, heard: Export) -> None:
    seat = int(next(iter(shown(lines)[0]["seals"])))
    lines[0]["places"] = [{"seat": seat, "name": "Dora", "bot": "sharp"}]


def seat_that_left(lines: Export, heard: Export) -> None:
    seat = int(next(iter(shown(lines)[0]["seals"])))
    left = {"type": "reseated", "left": [seat], "joined": 0}
    lines.insert(1, {"ply": 0, "at": 1, "entry": left, "hash": None})
    for ply, line in enumerate(lines[1:]):
        line["ply"] = ply
    for told in lines[0]["shuffles"]:
        told["ply"] += 1


def more_attempts_than_named(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["refused"] = [3]
    move_attempt(lines, 2)


def named_twice(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["refused"] = [3, 3]
    move_attempt(lines, 2)


def refused_with_a_part(lines: Export, heard: Export) -> None:
    seat = int(next(iter(shown(lines)[0]["seals"])))
    for one in shown(lines):
        one["refused"] = [seat]
    move_attempt(lines, 1)


def other_number(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["number"] = 5


def revealed_twice(lines: Export, heard: Export) -> None:
    lines[0]["shuffles"].append(lines[0]["shuffles"][0])


def revealed_elsewhere(lines: Export, heard: Export) -> None:
    lines[0]["shuffles"].append({**lines[0]["shuffles"][0], "ply": 9})


def card_twice(lines: Export, heard: Export) -> None:
    lines[2]["entry"]["order"][0] = lines[2]["entry"]["order"][-1]


def part_of_capitals(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["openings"] = {seat: part.upper() for seat, part in one["openings"].items()}


def seat_with_a_zero(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        for field in ("seals", "openings"):
            one[field] = {f"0{seat}": part for seat, part in one[field].items()}


def attempt_true(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["attempt"] = True


def with_part(lines: Export, seat: int) -> None:
    """Gives a seat a part with a fitting seal."""
    for one in shown(lines):
        part = sha256(b"a part").digest()
        one["openings"][str(seat)] = part.hex()
        one["seals"][str(seat)] = shuffle.seal("m", one["number"], one["attempt"], seat, part)


def move_attempt(lines: Export, attempt: int) -> None:
    """Makes seals of the shuffle fit another attempt."""
    for one in shown(lines):
        one["attempt"] = attempt
        one["seals"] = {
            seat: shuffle.seal("m", 0, attempt, int(seat), bytes.fromhex(part))
            for seat, part in one["openings"].items()
        }


FAULTS = [
    (exchanged_seal, "other parts were used than had been sealed when one was opened"),
    (own_part_missing, "a part that was opened at the table is not in it"),
    (proof_taken_away, "at the table it had a proof, and the record has none"),
    (other_attempt_dealt, "the record and the table differ: attempt"),
    (other_cards_named, "the record and the table differ: things"),
    (other_card_opened, "a card that was opened then lay elsewhere"),
    (unknown_seat, "seat 5 is none of those that played then"),
    (seat_of_a_bot, "was a bot's, and bots have no part in shuffles"),
    (seat_that_left, "is none of those that played then"),
    (more_attempts_than_named, "attempt 3 was dealt, and 1 seats were named for refusing"),
    (named_twice, "a seat is named twice for refusing"),
    (refused_with_a_part, "is said to have refused, and has a part"),
    (other_number, "it is said to be shuffle 6"),
    (revealed_twice, "shuffles were revealed that are not in the record"),
    (revealed_elsewhere, "shuffles were revealed that are not in the record"),
    (card_twice, "its order does not hold every card once"),
    (part_of_capitals, "openings has a wrong form"),
    (seat_with_a_zero, "seals has a wrong form"),
    (attempt_true, "attempt has a wrong form"),
]


@pytest.mark.parametrize(("fault", "says"), FAULTS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_fault_is_told_as_not_fair(
    run: Run, fault: Callable[[Export, Export], None], says: str
) -> None:
    lines, heard = sample(3)
    assert run(lines, heard)[0] == FAIR
    fault(lines, heard)
    chained(lines)
    status, said = run(lines, heard)
    assert status == NOT_FAIR, said
    assert says in said
    assert "\nNOT FAIR: something does not fit." in said


def test_two_browsers_that_were_promised_different_things_are_told_apart(run: Run) -> None:
    lines, heard = sample()
    other = copy.deepcopy(heard)
    other[0]["commitment"] = "0" * 64
    status, said = run(lines, heard, other)
    assert status == NOT_FAIR
    assert "shuffle 1: at the table another secret was promised" in said


# -- files that cannot be read


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("", "the record is empty"),
        ("{", "line 1: "),
        ("[]", "line 1: no object"),
        ('{"match": "m", "match": "m"}', "line 1: a name is there twice"),
        ('{"match": "\\ud800"}', "line 1: "),
        ("{}", "the first line: match has a wrong form"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_a_sentence(
    run: Run, record: str, says: str
) -> None:
    status, said = run(record)
    assert (status, says in said) == (UNREADABLE, True), said


def test_a_seat_that_is_there_twice_is_refused(run: Run) -> None:
    lines, heard = sample()
    proof = lines[1]["entry"]["proof"]
    seat, sealed = next(iter(proof["seals"].items()))
    written = "\n".join(map(json.dumps, lines))
    twice = written.replace(f'"{seat}": "{sealed}"', f'"{seat}": "00", "{seat}": "{sealed}"')
    assert twice != written
    assert run(twice, heard)[0] == UNREADABLE


@pytest.mark.parametrize("field", ["number", "attempt", "commitment", "root", "entropy", "seals"])
def test_what_a_browser_kept_is_refused_where_its_form_is_wrong(run: Run, field: str) -> None:
    lines, heard = sample()
    next(one for one in heard if field in one)[field] = "no"
    status, said = run(lines, heard)
    assert (status, f"{field} has a wrong form" in said) == (UNREADABLE, True), said


def test_a_file_that_is_not_there_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["verify.py", "/nowhere/record.jsonl"])
    assert verify.main() == UNREADABLE


@pytest.mark.parametrize("seed", range(60))
def test_no_damage_to_a_record_ends_in_anything_but_a_verdict(run: Run, seed: int) -> None:
    lines, heard = sample()
    chance = Random(seed)
    damaged = chance.choice((lines, heard))
    inside: Any = damaged
    key: Any = chance.randrange(len(damaged))
    while isinstance(inside[key], list | dict) and inside[key] and chance.random() < 0.7:
        inside = inside[key]
        key = chance.choice(list(inside if isinstance(inside, dict) else range(len(inside))))
    wrong: list[Any] = [None, True, -1, 10**30, "\u0661", [], {}, [[]], {"0": 0}]
    inside[key] = chance.choice(wrong)
    if chance.random() < 0.5 and damaged is heard:
        chained(lines)
    assert run(lines, heard)[0] in (FAIR, NOT_FAIR, UNREADABLE, NOT_CHECKED)
