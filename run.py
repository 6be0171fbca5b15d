#!/usr/bin/env python3
"""Everything the house can do, from a bare checkout with Python 3.11 or newer and pip.

  python3 run.py [--host H] [--port P]   serve on http://127.0.0.1:8000
  python3 run.py test [pytest arguments] run the tests
  python3 run.py check                   format, lint, types, import contracts
  python3 run.py prove [NAME ...]        try to break what the house promises; --quick, --minutes N, --list
  python3 run.py bench [NAME ...]        measure how fast it is; --seconds S, --peers FOLDER, --list
  python3 run.py user NAME [--admin]     make an account, or an administrator of one
  python3 run.py backup FILE             save the database to a file
  python3 run.py restore FILE            put a saved database back
  python3 run.py migrate                 bring the database schema up to date
  python3 run.py doctor                  say what is used: versions, database, browser, folders
  python3 run.py arena GAME A B ...      let bots play a tournament
  python3 run.py new-game NAME           make a new game's folders with a playable stub
  python3 run.py lock                    choose new versions: rewrite requirements*.lock

The first run makes .venv from a hash-pinned lock; later runs only compare the lock with the one that was installed.
This file uses the standard library alone and decides nothing about the game.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
INSTALLED = VENV / "installed.lock"  # a copy of the lock that .venv was made from; absent while .venv is being changed
held: list[int] = []  # the lock on .venv while it changes; uv and pip hold it too, lest they go on alone if we are killed
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
UV = VENV / ("Scripts/uv.exe" if WINDOWS else "bin/uv")
HOST_PYTHON: str = getattr(sys, "_base_executable", sys.executable)  # not .venv's own, should that one run us: it has no pip

# Each lock holds all of the one before it, so a later one also serves those who asked for an earlier one.
BASE, EMBEDDED, DEV = LOCKS = ("requirements.lock", "requirements-embedded.lock", "requirements-dev.lock")
EXTRAS: dict[str, list[str]] = {BASE: [], EMBEDDED: ["--extra", "embedded"], DEV: ["--extra", "embedded", "--group", "dev"]}

CHECKS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])"],
}


def main(arguments: list[str]) -> None:
    if sys.version_info < (3, 11):
        sys.exit(f"Pecking Order needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if arguments[:1] in (["-h"], ["--help"], ["help"]):
        sys.exit(print(__doc__))
    verb, rest = (arguments[0], arguments[1:]) if arguments and not arguments[0].startswith("-") else ("serve", arguments)
    own: dict[str, Callable[[list[str]], None]] = {"test": test, "check": check, "prove": prove, "bench": bench, "lock": lock}
    try:
        if verb in own:
            own[verb](rest)
        else:
            install(BASE if os.environ.get("DATABASE_URL") else EMBEDDED)
            hand_over(["-P", "-m", "app", verb, *rest])
    except KeyboardInterrupt:
        sys.exit(130)


# -- the verbs that are the launcher's own ---------------------------------------------------------------------------------------------


def test(arguments: list[str]) -> None:
    """Run pytest on two workers; pytest's closing line stays the last line of output."""
    install(DEV)
    os.chdir(ROOT)
    hand_over(["-m", "pytest", *workers(arguments), *arguments])


def workers(arguments: list[str]) -> list[str]:
    """Two workers for a whole run, the idle one taking over half of what the other has left (the stories in a browser are long ones);
    none for one file or test, or when the caller decided."""
    decided = ("-n", "--numprocesses", "--dist", "no:xdist", "-pno:xdist", "--pdb", "--collect-only", "--co", "--trace")
    single = [argument for argument in arguments if "::" in argument or argument.endswith(".py")]
    return [] if single or any(argument.startswith(decided) for argument in arguments) else ["-n", "2", "--dist", "worksteal"]


def check(arguments: list[str]) -> None:
    """Run every check, then name those that failed; `run.py check types` runs only that one."""
    unknown = [name for name in arguments if name not in CHECKS]
    if unknown:
        sys.exit(f"There is no check named {unknown[0]!r}; there are {', '.join(CHECKS)}.")
    install(DEV)
    failed = []
    for name in arguments or CHECKS:
        say(f"check {name}")
        if not run([PYTHON, *CHECKS[name]]):
            failed.append(name)
    sys.exit(f"Failed: {', '.join(failed)}." if failed else None)


def prove(arguments: list[str]) -> None:
    """Try to break what tests check, for as long as told; `run.py prove --help` says what there is."""
    install(DEV)
    os.chdir(ROOT)
    hand_over(["-m", "tests.prove", *arguments])


def bench(arguments: list[str]) -> None:
    """Measure the house and print tables; `run.py bench --help` says what there is."""
    install(DEV)
    os.chdir(ROOT)
    hand_over(["-m", "bench", *arguments])


def lock(arguments: list[str]) -> None:
    """Rewrite the locks from pyproject.toml, each bound by the one before; arguments go to `uv pip compile` (--upgrade, say).

    The locks hold names, versions, markers for all platforms and hashes: no index, hence no host name.
    """
    install(DEV)
    options = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--python-version", "3.11", "--quiet", *arguments]
    bound: list[str] = []
    for name in LOCKS:
        command: list[str | Path] = [UV, "pip", "compile", "pyproject.toml", *EXTRAS[name], *options, *bound, "--output-file", name]
        if not run(command, index()):
            sys.exit(f"{name} is unchanged.")
        bound = ["--constraint", name]
    install(DEV)


def hand_over(arguments: list[str]) -> None:
    """Become .venv's Python, so that signals and the exit status are its own."""
    command = [str(PYTHON), *arguments]
    sys.stdout.flush()
    if WINDOWS:  # where exec would return to the shell at once
        sys.exit(subprocess.run(command, env=environment(), check=False).returncode)
    os.execve(command[0], command, environment())


def run(command: Sequence[str | Path], more: dict[str, str] | None = None, stderr: int | None = None) -> bool:
    """Run a command in the checkout to its end; whether it succeeded."""
    done = subprocess.run(command, cwd=ROOT, env=environment(more), stderr=stderr, check=False, pass_fds=held)
    return not done.returncode


def environment(more: dict[str, str] | None = None) -> dict[str, str]:
    """Our surroundings, with the checkout importable from any folder and nothing of another Python in them; what is compiled once is kept
    (PYTHONDONTWRITEBYTECODE is for containers: a run of the tests starts some hundred processes from the same code)."""
    not_ours = ("PYTHONHOME", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    inherited = {name: value for name, value in os.environ.items() if name not in not_ours}
    return {**inherited, "PYTHONPATH": str(ROOT), **(more or {})}


# -- making .venv ----------------------------------------------------------------------------------------------------------------------


def install(wanted: str) -> None:
    """See that .venv holds at least the lock named `wanted`."""
    if satisfied(wanted):
        return
    try:
        VENV.mkdir(exist_ok=True)
        with alone(VENV):
            if not satisfied(wanted):  # another run may just have done it
                make(wanted)
    except PermissionError as error:
        sys.exit(f"Cannot write {error.filename}: run as the owner of this folder.")


def satisfied(wanted: str) -> bool:
    """Whether .venv was made from this lock, or from one that holds all of it."""
    if not (INSTALLED.exists() and PYTHON.exists()):
        return False
    installed = INSTALLED.read_bytes()
    return any(installed == (ROOT / name).read_bytes() for name in LOCKS[LOCKS.index(wanted) :])


def make(wanted: str) -> None:
    """Bring .venv to the lock; start it afresh if an earlier attempt was cut short."""
    content = (ROOT / wanted).read_bytes()
    if not (INSTALLED.exists() and PYTHON.exists()):
        with step("Making .venv"):
            fresh_venv()
    INSTALLED.unlink(missing_ok=True)
    packages = sum(line[:1].isalnum() for line in content.splitlines())
    with step(f"Installing {packages} packages"):
        sync(ROOT / wanted)
    part = INSTALLED.with_suffix(".part")
    part.write_bytes(content)
    part.replace(INSTALLED)


def fresh_venv() -> None:
    """An empty environment, without pip: Debian's python3 cannot put one in, and it is not needed inside."""
    import venv

    venv.EnvBuilder(clear=True, symlinks=not WINDOWS).create(VENV)


def sync(lock_file: Path) -> None:
    """Install exactly what the lock says, by uv (four times as fast), or by pip where uv has no build or does not succeed."""
    uv = UV if UV.exists() or pip("install", "--quiet", "uv", quiet=True) else None
    if uv:
        options = ["--quiet", "--require-hashes", "--compile-bytecode"]  # compiled now, or the first start would take seconds longer
        command = [str(uv), "pip", "sync", "--python", str(PYTHON), *options, str(lock_file)]
        if run(command, index(everything=True)):
            return
        say("uv did not succeed; trying pip.")
    if not pip("install", "--quiet", "--require-hashes", "--requirement", str(lock_file)):
        reasons = "Is there a network, and pip for this Python (on Debian: apt install python3-pip)?"
        if lock_file.name != BASE:
            reasons += "\nWhere PostgreSQL's binaries have no build (Alpine, say), run your own and set DATABASE_URL."
        sys.exit(f"The packages could not be installed. {reasons}")


def pip(*arguments: str, quiet: bool = False) -> bool:
    """Run the host Python's pip on .venv; whether it succeeded."""
    command = [HOST_PYTHON, "-m", "pip", "--disable-pip-version-check", "--python", str(PYTHON), *arguments, "--root-user-action=ignore"]
    return run(command, stderr=subprocess.DEVNULL if quiet else None)


def index(everything: bool = False) -> dict[str, str]:
    """Where pip is told to look for packages, in uv's words: uv reads none of pip's settings.

    `everything` adds pip's further places, which may hold fewer builds than the index and so must not shape the locks.
    """
    words = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    if everything:
        words |= {"extra-index-url": "UV_INDEX", "find-links": "UV_FIND_LINKS"}
    listed = subprocess.run([HOST_PYTHON, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # pip's own way; the hashes make it safe
    for line in listed.stdout.splitlines():  # global.index-url='https://…'; a later line overrides an earlier one
        name, _, value = line.partition("=")
        word = words.get(name.rpartition(".")[2])
        if word:
            places = value.strip("'\"").replace("\\n", " ").split()
            found[word] = ("," if word == "UV_FIND_LINKS" else " ").join(places)
    return {word: value for word, value in found.items() if word not in os.environ}


# -- small things ----------------------------------------------------------------------------------------------------------------------


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Say what is about to take a while, and afterwards how long it took."""
    say(f"{name} ...")
    start = time.monotonic()
    yield
    say(f"{name}: {time.monotonic() - start:.1f} s")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the folder against another run of this file; the system lets go of it however we end."""
    if WINDOWS:
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another run is making .venv; waiting for it ...")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        held.append(descriptor)
        yield
    finally:
        held.clear()
        os.close(descriptor)


if __name__ == "__main__":
    main(sys.argv[1:])
