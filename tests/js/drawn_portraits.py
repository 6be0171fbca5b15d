"""The portraits as the server draws them, `python -m tests.js.drawn_portraits` writes the file.

The page's scripts are the only drawing: Node runs them here, and what they make is kept as text.
"""

import subprocess
from typing import Final

from app.settings import ROOT
from app.web.pictures.portraits import DRAWINGS
from tests.js.test_scripts import IMPORT_MAP, NODE

SCRIPT: Final = r"""
const at = (path) => import(new URL(`static/js/table/portraits/${path}`, process.argv[1]));
const { BIRDS } = await at("birds.js");
const { gear } = await at("gear.js");
const { WARDROBE } = await at("portrait.js");
const drawn = (node) => {
  if (node === null || node === undefined || node === false || node === "") return "";
  if (Array.isArray(node)) return node.map(drawn).join("");
  if (typeof node !== "object") return String(node);
  const { children, class: _, ...rest } = node.props;
  const said = Object.entries(rest).map(([name, value]) =>
    ` ${name}="${String(value).replace(/\s+/g, " ")}"`).join("");
  return `<${node.type}${said}>${drawn(children)}</${node.type}>`;
};
const PLACES = ["first", "second", "middle", "penult", "last"];
const birds = BIRDS.map((bird) => ({
  name: bird.name,
  bust: drawn(bird.bust),
  eyes: bird.eyes,
  iris: bird.iris ?? "#f6f1e7",
  throat: bird.throat,
  grounds: bird.grounds,
  gear: Object.fromEntries(PLACES.map((place) => [place, drawn(gear(bird, place, null))])),
}));
const worn = WARDROBE.map(({ at, figure }) => ({ at, figure: drawn(figure) }));
const lines = (list) => list.map((one) => JSON.stringify(one)).join(",\n");
console.log(`{"birds": [\n${lines(birds)}\n], "worn": [\n${lines(worn)}\n]}`);
"""
LOTS: Final = r"""
const { portraitOf, codeOf } = await import(
  new URL("static/js/table/portraits/portrait.js", process.argv[1]));
console.log(JSON.stringify(process.argv.slice(2).map((id) => codeOf(portraitOf(id)))));
"""


def asked(script: str, *arguments: str) -> bytes:
    """The output of the script. Raises AssertionError where it fails."""
    done = subprocess.run(
        [*NODE, "--import", IMPORT_MAP.as_uri(), "--input-type=module", "-e", script,
         f"{ROOT.as_uri()}/", *arguments],
        capture_output=True,
        timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


if __name__ == "__main__":
    DRAWINGS.write_bytes(asked(SCRIPT))
