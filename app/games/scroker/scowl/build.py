"""Makes the two word lists again from Debian's package `scowl`.

    python3 app/games/scroker/scowl/build.py [PACKAGE.deb]

Without an argument the package is fetched with `apt-get download`. It needs the standard library
only; the server never runs it. It fails unless the lists come out byte for byte as tables use them:
a table's words must not change.

A list is every entry of three to five letters in SCOWL's `*-words.*` files up to a size, without
accents. Two-letter words are a fixed set, because SCOWL has many abbreviations of that length and
lacks words such as AA. EXTRA adds words that SCOWL files under abbreviations, and REJECT removes
abbreviations and names that slipped into its words.
"""

import re
import subprocess
import sys
import tempfile
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
VERSION: Final = "2020.12.07-2"
LISTS: Final = {
    "wide": (80, "112f63d94a1aebc3b5c0278e58e05772fb6ba18024d83a77dc65589b39e1b4ce"),
    "common": (60, "bc273aa50c95deab89e825c18812edf6de8f6478d5423c31facccf6f574aadb5"),
}
"""By name: SCOWL's size, and the SHA-256 of the list."""

TWO: Final = """
aa ab ad ae ag ah ai al am an ar as at aw ax ay ba be bi bo by da de do ed ef eh el em en er es et
ew ex fa fe gi go ha he hi hm ho id if in is it jo ka ki la li lo ma me mi mm mo mu my na ne no nu
od oe of oh oi ok om on op or os ow ox oy pa pe pi po qi re sh si so ta te ti to uh um un up us ut
we wo xi xu ya ye yo za
"""
"""The two-letter words of North American word games."""

EXTRA: Final = """
abamp abs admin aff alt app att ave bal bio bot bro bros cert col comp cor cos cosec cotan cum dag
dal del dev diff dol dom dup eff emf eng fas fem gen gov guar hist hon hyp incog intro jun jus
lang lat lav lex lin ling litho mach mag maths max med mem mixt mol mon mor morph mos mun mus neg
nom nos pam para ped pend perp phon phot plat pos prog pseud psi rad rec reg rem res ret rom sae
scot sculp sec sel sen ser soph stat syn tech tel therm tinct trans trop var vert vis vol
"""
"""Words that SCOWL files under abbreviations."""

REJECT: Final = """
aeq anu aws csc dkl ert esc fys gre hed hhd lem mya poe psia psid psts pwn pwns sle soe ssh urs
von xed yos zac zacs
"""
"""Abbreviations and names that it files under words."""


def plain(word: str) -> str:
    """The word without its accents."""
    return "".join(
        mark for mark in unicodedata.normalize("NFD", word) if not unicodedata.combining(mark)
    )


def collect(files: Path, size: int) -> str:
    """The list of this size: one lower-case word a line, sorted. `files`: SCOWL's words."""
    words: set[str] = set()
    for path in files.glob("*-words.*"):
        if int(path.suffix[1:]) <= size:
            entries = (
                plain(line.strip()) for line in path.read_text(encoding="utf-8").splitlines()
            )
            words.update(entry for entry in entries if re.fullmatch("[a-z]{3,5}", entry))
    return (
        "\n".join(sorted(words - set(REJECT.split()) | set(EXTRA.split()) | set(TWO.split())))
        + "\n"
    )


def main(package: str | None) -> None:
    """Writes both lists and the licences. Raises SystemExit if one comes out differently."""
    with tempfile.TemporaryDirectory() as folder:
        if package is None:
            subprocess.run(["apt-get", "download", f"scowl={VERSION}"], cwd=folder, check=True)
            (package,) = map(str, Path(folder).glob("scowl_*.deb"))
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        unpacked = Path(folder, "usr/share")
        for name, (size, expected) in LISTS.items():
            text = collect(unpacked / "dict/scowl", size)
            found = sha256(text.encode()).hexdigest()
            if found != expected:
                raise SystemExit(
                    f"{name}: the list would have the SHA-256 {found}, not {expected}. "
                    "Nothing was written."
                )
            (HERE / f"{name}.txt").write_text(text, encoding="ascii")
            sys.stdout.write(f"{name}: {text.count(chr(10))} words, {found}\n")
        (HERE / "COPYRIGHT").write_bytes((unpacked / "doc/scowl/copyright").read_bytes())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
