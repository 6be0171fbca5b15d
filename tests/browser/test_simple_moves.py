"""From legal moves to buttons: static/js/table/play/simple_moves.js in a browser."""

from typing import Any

from tests.browser.conftest import Reopen

ANSWERS = """async ([moves, codes]) => {
  const { moveButtons } = await import("/static/js/table/play/simple_moves.js");
  const said = [];
  const frame = { prompt: {}, names: ["Ada", "Ben"], moves };
  const table = { live: true, frame, answer: (move) => said.push(move) };
  const labelOf = (move) => move.label ?? `${move.type} ${move.cards ?? move.card}`;
  const buttons = moveButtons(table, codes, labelOf);
  buttons.forEach((button) => button.disabled || button.act());
  const seen = ({ label, shortcut, disabled }) => [label, shortcut ?? null, disabled ?? false];
  return [...buttons.map(seen), said];
}"""
PICK_UP = """async ([moves, keys, key]) => {
  const { toggleCard } = await import("/static/js/table/play/simple_moves.js");
  return toggleCard({ moves }, keys, key);
}"""
PUT = [{"type": "put", "card": 3}, {"type": "put", "card": 7}]
PAIRS = [{"type": "lay", "cards": ["KS", "KH"]}, {"type": "lay", "cards": ["KS"]}]
PASS = {"type": "pass", "label": "Pass"}


def test_buttons_follow_from_the_legal_moves_and_the_chosen_cards(reopened: Reopen) -> None:
    page = reopened("/")

    def answers(moves: list[dict[str, Any]], *codes: str) -> Any:
        return page.evaluate(ANSWERS, [moves, list(codes)])

    assert answers(PUT) == [["Choose a card", "Enter", True], []]
    assert answers(PUT, "7") == [["put 7", "Enter", False], [{"type": "put", "card": 7}]]
    assert answers(PUT, "5") == [["Try this", "Enter", False], [{"type": "put", "card": 5}]], (
        "tried all the same; the server says why not"
    )
    assert answers([*PAIRS, PASS], "KH", "KS")[1:] == [
        ["lay KS,KH", "Enter", False],
        [PASS, PAIRS[0]],
    ]
    assert answers([*PAIRS, PASS])[0] == ["Pass", "P", False]
    assert answers([PASS]) == [["Pass", "Enter", False], [PASS]]
    assert answers([{"type": "say", "label": "Yes"}, {"type": "say", "label": "No"}])[:2] == [
        ["Yes", None, False],
        ["No", None, False],
    ]


def test_cards_gather_while_some_move_takes_them_all(reopened: Reopen) -> None:
    page = reopened("/")

    def picked(moves: list[dict[str, Any]], keys: list[str], key: str) -> Any:
        return page.evaluate(PICK_UP, [moves, keys, key])

    assert picked(PAIRS, ["KS#0"], "KH#0") == ["KS#0", "KH#0"]
    assert picked(PUT, ["3#0"], "7#0") == ["7#0"], "no move takes both, so the second begins anew"
    assert picked(PUT, ["3#0"], "3#0") == []
