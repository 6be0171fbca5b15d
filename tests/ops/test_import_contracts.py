"""The import contracts of pyproject.toml, each seen to fail on a planted import."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLANTED = [
    (
        "rules-of-a-game-know-no-bots",
        "app/games/usurp/plays.py",
        "from app.games.usurp.heuristics import score_moves",
    ),
    (
        "rules-of-a-game-know-no-bots",
        "app/games/scum_of_the_earth/resampling.py",
        "from app.games.scum_of_the_earth import evaluation",
    ),
    ("kits-know-values", "app/kits/constraints.py", "from app.rules import replay"),
    ("layers-of-app", "app/kits/count_table.py", "from app.games import usurp"),
    ("layers-of-app", "app/text/lookalikes.py", "from app.table.model import room"),
    ("layers-of-app", "app/fair/hash_tree.py", "from app.text import sanitize"),
    ("layers-of-app", "app/store/database/base.py", "from app.web.context import passwords"),
    ("layers-of-app", "app/web/routes/home.py", "from app.ops import database"),
    ("layers-of-table", "app/table/clients/client.py", "from app.table.actor import mailbox"),
    ("layers-of-table", "app/table/room/seating.py", "from app.table.match import live_match"),
    ("layers-of-table", "app/table/model/room.py", "from app.table import ports"),
    ("layers-of-store", "app/store/database/connections.py", "from app.store.people import names"),
    ("layers-of-store", "app/store/matches/rows.py", "from app.store.results import totals"),
    ("layers-of-ops", "app/ops/binaries.py", "from app.ops import postgres"),
    ("layers-of-ops", "app/ops/database.py", "from app.ops import migrations"),
    ("layers-of-web", "app/web/context/services.py", "from app.web.routes import home"),
    ("layers-of-web", "app/web/server/metrics.py", "from app.web.context import services"),
    ("layers-of-web", "app/web/socket/wire.py", "from app.web.routes import tables"),
    (
        "records-are-made-elsewhere",
        "app/web/routes/match_records.py",
        "from app.web.replay import replay",
    ),
    ("routes-know-no-administration", "app/web/routes/home.py", "import app.web.routes.admin"),
]
"""A contract by its id, a module, and an import there that breaks it."""
CONTRACTS = sorted({contract for contract, *_ in PLANTED})


def lint(folder: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    chosen = [word for contract in contracts for word in ("--contract", contract)]
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache", *chosen],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "COLUMNS": "999"},
        capture_output=True,
        text=True,
        check=False,
    )


def told(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """The words on each broken contract, by its id."""
    assert done.returncode == 1, done.stdout + done.stderr
    _, _, broken = done.stdout.partition("Broken contracts\n")
    _, *parts = re.split(r"^(.+)\n-{9,}$", broken, flags=re.MULTILINE)
    said = dict(zip(parts[::2], parts[1::2], strict=True))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names = {one.get("id"): one["name"] for one in project["tool"]["importlinter"]["contracts"]}
    return {one: " ".join(said[name].split()) for one, name in names.items() if name in said}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the modules that import each other, with the contracts."""
    copy = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "app", copy / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


@contextmanager
def planted(module: Path, line: str = "") -> Iterator[None]:
    """A module with one line more, or a new one, for as long as this lasts."""
    before = module.read_text(encoding="utf-8") if module.exists() else None
    module.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    try:
        yield
    finally:
        if before is None:
            module.unlink()
        else:
            module.write_text(before, encoding="utf-8")


def test_the_contracts_are_kept(checkout: Path) -> None:
    clean = lint(checkout, *CONTRACTS)
    assert clean.returncode == 0, clean.stdout + clean.stderr
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in clean.stdout


def test_every_planted_import_breaks_its_contract(checkout: Path) -> None:
    with ExitStack() as stack:
        for _, module, line in PLANTED:
            stack.enter_context(planted(checkout / module, line))
        said = told(lint(checkout, *CONTRACTS))
    assert said.keys() == {*CONTRACTS}
    for contract, module, line in PLANTED:
        importer = module.removesuffix(".py").replace("/", ".")
        assert f"{importer} -> {imported(line)} (l." in said[contract], said[contract]


def imported(line: str) -> str:
    """The module or package that the contract names for a planted import."""
    words = line.removeprefix("from ").removeprefix("import ").split(" import ")
    inner = ROOT / "/".join((*words[0].split("."), *words[1:]))
    whole = inner.is_dir() or inner.with_suffix(".py").exists()
    return ".".join(words) if whole else words[0]


def test_a_new_module_must_be_put_into_a_layer(checkout: Path) -> None:
    packages = {"layers-of-app": "app", "layers-of-store": "app/store", "layers-of-web": "app/web"}
    with ExitStack() as stack:
        for package in packages.values():
            stack.enter_context(planted(checkout / package / "newcomer.py"))
        said = told(lint(checkout, *packages))
    assert {contract for contract in packages if "newcomer" in said[contract]} == {*packages}
