"""Makes the meanings again from Debian's package `wordnet-base`.

    python3 app/games/scroker/wordnet/build.py [PACKAGE.deb]

Without an argument the package is fetched with `apt-get download`. It needs the standard library
only; the server never runs it. It fails unless the package is the known one and the meanings come
out byte for byte as they are.

A word of the list `wide` gets WordNet's first sense. If it is no entry itself, it gets the sense of
the entry that it is a form of. WordNet's exceptions and the usual endings tell the form. Of noun,
verb, adjective and adverb the most frequent one in WordNet's texts counts. Names are skipped: an
entry is written in lower case in the sense itself.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
WORDS: Final = HERE.parent / "scowl" / "wide.txt"
VERSION: Final = "1:3.0-37"
PACKAGE: Final = "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752"
"""SHA-256 of the package."""
MEANINGS: Final = "fdc1020bbeaae84ebae23cc9730145d5c2fef2b2cb79de6fc696df96edbbdcfd"
"""SHA-256 of the list."""
LONGEST: Final = 120
"""Characters of a meaning, the dots that stand for the rest not counted."""

KINDS: Final = {"noun": "1", "verb": "2", "adj": "35", "adv": "4"}
"""The files of the parts of speech, and their numbers in WordNet's counts."""
ENDINGS: Final[dict[str, list[tuple[str, str]]]] = {
    "noun": [
        ("ies", "y"),
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
    ],
    "verb": [
        ("ies", "y"),
        ("s", ""),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ],
    "adj": [("er", "e"), ("er", ""), ("est", "e"), ("est", "")],
    "adv": [],
}
"""Endings of forms and their replacements in the entry; the first that leads to an entry counts."""


class Kind:
    """One part of speech."""

    def __init__(self, files: Path, name: str, counts: dict[tuple[str, str, int], int]) -> None:
        self.name = name
        self.data = (files / f"data.{name}").read_bytes()
        self.senses: dict[str, list[int]] = {}
        """By entry: where its senses stand in the data, the usual ones first."""
        for line in (files / f"index.{name}").read_text(encoding="ascii").splitlines():
            if re.match("[a-z]+ ", line):
                entry, *fields = line.split()
                self.senses[entry] = list(map(int, fields[-int(fields[1]) :]))
        pairs = (
            line.split()
            for line in (files / f"{name}.exc").read_text(encoding="ascii").splitlines()
        )
        self.exceptions = {form: entries[0] for form, *entries in pairs}
        self.counts = counts

    def meaning(self, entry: str) -> tuple[int, str] | None:
        """The frequency of the first sense that is no name, and its gloss."""
        for number, offset in enumerate(self.senses.get(entry, ()), 1):
            head, _, gloss = (
                self.data[offset : self.data.index(b"\n", offset)].decode("ascii").partition(" | ")
            )
            fields = head.split()
            if entry in (
                re.sub(r"\(.*\)$", "", word) for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]
            ):
                return max(
                    self.counts.get((entry, kind, number), 0) for kind in KINDS[self.name]
                ), cut(gloss)
        return None

    def entries(self, form: str) -> Iterator[str]:
        """The entries that this word may be a form of."""
        if form in self.exceptions:
            yield self.exceptions[form]
            return
        for ending, instead in ENDINGS[self.name]:
            if form.endswith(ending):
                yield form.removesuffix(ending) + instead


def cut(gloss: str) -> str:
    """The gloss up to its first semicolon outside brackets or first example, cut at a word."""
    depth = 0
    end = len(gloss)
    for at, mark in enumerate(gloss):
        depth += (mark == "(") - (mark == ")")
        if mark == '"' or (mark == ";" and depth <= 0):
            end = at
            break
    said = gloss[:end].strip(" ;:,-")
    return (
        said
        if len(said) <= LONGEST
        else said[: LONGEST + 1].rpartition(" ")[0].rstrip(" ;:,(") + "…"
    )


def counted(file: Path) -> dict[tuple[str, str, int], int]:
    """The frequency of each sense, by entry, kind and number."""
    found = {}
    for line in file.read_text(encoding="ascii").splitlines():
        key, number, times = line.split()
        entry, _, rest = key.partition("%")
        found[entry, rest[0], int(number)] = int(times)
    return found


def explained(word: str, kinds: list[Kind]) -> tuple[str, str] | None:
    """The entry and its meaning."""
    found = [(word, known) for kind in kinds if (known := kind.meaning(word)) is not None]
    if not found:
        for kind in kinds:
            entries = (
                (entry, kind.meaning(entry)) for entry in kind.entries(word) if len(entry) > 1
            )
            found += [(entry, known) for entry, known in entries if known is not None][:1]
    entry, (_, meaning) = max(found, key=lambda one: one[1][0], default=("", (0, "")))
    return (entry, meaning) if meaning else None


def collect(files: Path, words: list[str]) -> str:
    """A line for each word that has a meaning: word, entry and meaning, with tabs between."""
    counts = counted(files / "cntlist.rev")
    kinds = [Kind(files, name, counts) for name in KINDS]
    found = ((word, explained(word, kinds)) for word in words)
    return "".join(f"{word}\t{said[0]}\t{said[1]}\n" for word, said in found if said is not None)


def main(package: str | None) -> None:
    """Writes the meanings and the licence; raises SystemExit if package or result differ."""
    with tempfile.TemporaryDirectory() as folder:
        if package is None:
            subprocess.run(
                ["apt-get", "download", f"wordnet-base={VERSION}"], cwd=folder, check=True
            )
            (package,) = map(str, Path(folder).glob("wordnet-base_*.deb"))
        if sha256(Path(package).read_bytes()).hexdigest() != PACKAGE:
            raise SystemExit(f"{package} is not wordnet-base {VERSION}; nothing was written")
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        unpacked = Path(folder, "usr/share")
        text = collect(unpacked / "wordnet", WORDS.read_text(encoding="ascii").split())
        found = sha256(text.encode()).hexdigest()
        if found != MEANINGS:
            raise SystemExit(
                f"the meanings would have the SHA-256 {found}, not {MEANINGS}; nothing was written"
            )
        (HERE / "meanings.txt").write_text(text, encoding="utf-8")
        (HERE / "COPYRIGHT").write_bytes((unpacked / "doc/wordnet-base/copyright").read_bytes())
        sys.stdout.write(f"meanings: {text.count(chr(10))} words, {found}\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
