"""The command: says which tests a change can break, and why; then pytest runs them.

  python -m tests.changed [REVISION] [pytest arguments]

A file has changed if it is not committed, or was committed since the revision. Where none is given,
that is main, or what main follows.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator

import pytest

from app.settings import ROOT
from tests.changed.importers import Importers
from tests.changed.what_to_run import Row, rows

MOST_NAMES = 4
"""The most test modules that are said by name."""


def main(arguments: list[str]) -> int:
    named = bool(arguments) and not arguments[0].startswith("-")
    base = base_of([arguments[0]] if named else ["main@{upstream}", "main"])
    changed, table, importers = changed_files(base), rows(), Importers()
    say(f"Changed since {git('log', '-1', '--format=%h %s', base)}:")
    places: dict[str, None] = {}
    for path in changed:
        say(path)
        for place, why in places_of(path, table, importers):
            say(f"    {why}: {shortened(place)}")
            places[place] = None
    named_proofs = (row.proofs for path in changed for row in table if row.has(path))
    if proofs := dict.fromkeys(proof for names in named_proofs for proof in names):
        say(f"Proofs that can notice it: run.py prove --quick {' '.join(proofs)}")
    if not places:
        say("There is no test to run.")
        return 0
    paths = dict.fromkeys(one.partition("[")[0] for place in places for one in place.split())
    only = (f"--only={place}" for place in places)
    return pytest.main([*paths, *only, *arguments[named:]])


def places_of(path: str, table: Iterable[Row], importers: Importers) -> Iterator[tuple[str, str]]:
    """The places of tests for a change in a file, each with the reason.

    Exits where no row has the file, unless it is a module of the tests: imports say whom it serves.
    """
    mine = [tests for row in table if (tests := row.tests_for(path)) is not None]
    yield from ((tests, "by the table") for tests in mine if tests)
    is_python = path.endswith(".py")
    if is_python and path.startswith("tests/"):
        if served := importers.of_tests(path):
            yield " ".join(sorted(served)), "by imports"
    elif not mine:
        sys.exit(
            f"No row of docs/what-to-run.md has {path}. Add one:\n"
            f"| `{path}` | `tests/…` that can notice a change in it | proofs |"
        )
    elif is_python and (direct := importers.of_code(path)):
        yield " ".join(sorted(direct)), "by imports"


def changed_files(base: str) -> list[str]:
    """Sorted, also those that are gone."""
    ours = git("diff", "--name-only", "--no-renames", "-z", base)
    new = git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({*ours.split("\0"), *new.split("\0")} - {""})


def base_of(revisions: list[str]) -> str:
    """The commit at which this branch left the first of these revisions that there is."""
    for revision in revisions:
        if base := git("merge-base", "HEAD", revision):
            return base
    sys.exit(f"git knows no {revisions[-1]}: name a revision, run.py test --changed REVISION.")


def git(*arguments: str) -> str:
    """The output of git; empty if it fails."""
    command = ["git", "-C", str(ROOT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if not done.returncode else ""


def shortened(place: str) -> str:
    names = place.split()
    more = f" and {len(names) - MOST_NAMES} others" if len(names) > MOST_NAMES else ""
    return " ".join(names[:MOST_NAMES]) + more


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
