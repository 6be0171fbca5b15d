"""The deck of this game's page is that of its rules: names, values, colours and Action cards."""

import subprocess

import msgspec

from app.games.skuncum.cards import DECK, FACES, HATS
from app.games.skuncum.display_names import COLOUR, HAT, card_name
from app.settings import ROOT
from tests.js.test_scripts import IMPORT_MAP, NODE

SCRIPT = """
const { ACTIONS, cardName, colourOf, isAction, printedValue, RANKS, rankOf, shortName } =
  await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const told = JSON.parse(text).map((code) => ({
  name: shortName(code),
  spoken: cardName(code),
  value: printedValue(code),
  action: isAction(code),
  bonus: isAction(code) && ACTIONS[rankOf(code)].good,
  colour: isAction(code) ? "" : (colourOf(code) ?? ""),
}));
console.log(JSON.stringify([RANKS, told]));
"""


def test_the_page_names_and_values_every_card_as_the_rules_do() -> None:
    done = subprocess.run(
        [*NODE, "--import", IMPORT_MAP.as_uri(), "--input-type=module", "-e", SCRIPT,
         (ROOT / "static/games/skuncum/deck.js").as_uri()],
        input=msgspec.json.encode(DECK).decode(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ranks, told = msgspec.json.decode(done.stdout)
    assert ranks == [rank.value for rank in HATS]
    for card, said in zip(DECK, told, strict=True):
        face = FACES[card]
        assert said["name"].replace("−", "-") == card_name(card)
        assert said["action"] is not face.suit
        assert said["bonus"] is face.bonus
        assert said["colour"] == face.colour
        if face.rank is not None:
            assert said["value"] == face.value
            assert HAT[face.rank] in said["spoken"]
            assert COLOUR.get(face.colour, "any colour") in said["spoken"]
            assert said["spoken"].endswith(f", {face.value}")
        elif face.value:
            assert str(face.value) in said["spoken"]
