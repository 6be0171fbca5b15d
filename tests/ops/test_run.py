"""The launcher's decisions, and the promises of the lock files that it installs from.

Installing itself is seen at each run.
"""

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from app.settings import ROOT


@pytest.fixture
def launcher(tmp_path: Path) -> ModuleType:
    """run.py as a module, in a checkout of its own: all locks, nothing installed."""
    spec = importlib.util.spec_from_file_location("launcher", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.__dict__.update(
        ROOT=tmp_path,
        VENV=tmp_path / ".venv",
        INSTALLED=tmp_path / ".venv/installed.lock",
        PYTHON=tmp_path / ".venv/python",
        NODE_MODULES=tmp_path / "node_modules",
        NODE_LOCK=tmp_path / "package-lock.json",
    )
    module.NODE_LOCK.write_text("{}")
    for number, lock in enumerate(module.LOCKS):
        (tmp_path / lock).write_text(f"package=={number}\n")
    return module


def installed(launcher: ModuleType, content: str) -> None:
    launcher.VENV.mkdir()
    launcher.PYTHON.touch()
    launcher.INSTALLED.write_text(content)


def test_nothing_is_installed_at_first(launcher: ModuleType) -> None:
    assert not launcher.satisfied(launcher.BASE)


def test_a_later_lock_serves_those_who_want_an_earlier_one(launcher: ModuleType) -> None:
    installed(launcher, "package==2\n")
    assert launcher.satisfied(launcher.BASE)
    assert launcher.satisfied(launcher.EMBEDDED)
    assert launcher.satisfied(launcher.DEV)


def test_an_earlier_lock_does_not_serve_those_who_want_a_later_one(launcher: ModuleType) -> None:
    installed(launcher, "package==1\n")
    assert launcher.satisfied(launcher.EMBEDDED)
    assert not launcher.satisfied(launcher.DEV)


def test_a_changed_lock_is_installed_anew(launcher: ModuleType) -> None:
    installed(launcher, "package==2\n")
    (launcher.ROOT / launcher.DEV).write_text("package==3\n")
    assert not launcher.satisfied(launcher.DEV)


def test_an_installation_that_was_cut_short_starts_afresh(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy of the lock is absent while packages change, so a killed run leaves none."""
    done: list[str] = []

    def fresh() -> None:
        launcher.PYTHON.touch()
        done.append("fresh")

    def interrupted(lock: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(launcher, "fresh_venv", fresh)
    monkeypatch.setattr(launcher, "sync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        launcher.install(launcher.EMBEDDED)
    assert not launcher.INSTALLED.exists()
    monkeypatch.setattr(launcher, "sync", lambda lock: done.append(lock.name))
    launcher.install(launcher.EMBEDDED)
    assert done == ["fresh", "fresh", launcher.EMBEDDED]
    launcher.install(launcher.EMBEDDED)
    assert len(done) == 3, "the second time there is nothing to do"


def test_the_tools_for_scripts_are_installed_once_for_each_lock(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def npm_ci(command: list[str]) -> bool:
        assert not (launcher.NODE_MODULES / launcher.NODE_INSTALLED).exists()
        launcher.NODE_MODULES.mkdir(exist_ok=True)
        done.append(command[3])
        return True

    monkeypatch.setattr(launcher, "run", npm_ci)
    launcher.install_node_modules()
    launcher.install_node_modules()
    assert done == ["ci"], "the second time there is nothing to do"
    launcher.NODE_LOCK.write_text('{"packages": {}}')
    launcher.install_node_modules()
    assert done == ["ci", "ci"]


def test_tools_that_could_not_be_installed_are_tried_again(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "run", lambda command: False)
    with pytest.raises(SystemExit, match="could not be installed"):
        launcher.install_node_modules()
    assert not launcher.node_modules_satisfied()


def checked(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, arguments: list[str], failing: set[str]
) -> tuple[list[str], object]:
    """The names of checks, of what was made for one and Node's installation; the exit status."""
    done: list[str] = []
    by_command = {tuple(command): name for name, command in launcher.CHECKS.items()}
    by_command |= {tuple(command): f"for {name}" for name, command in launcher.MADE_FOR.items()}

    def run(command: list[str]) -> bool:
        done.append(by_command[tuple(command[1:])])
        return done[-1] not in failing

    monkeypatch.setattr(launcher, "install", lambda lock: None)
    monkeypatch.setattr(launcher, "install_node_modules", lambda: done.append("npm"))
    monkeypatch.setattr(launcher, "run", run)
    with pytest.raises(SystemExit) as stopped:
        launcher.check(arguments)
    return done, stopped.value.code


def test_every_check_runs_in_order_and_the_failed_ones_are_named(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, status = checked(launcher, monkeypatch, [], failing={"lint", "script-types"})
    ours = ["format", "lint", "types", "imports", "scripts", "for script-types", "script-types"]
    assert done == ["npm", *ours]
    assert status == "Failed: lint, script-types."


def test_a_check_fails_if_what_it_needs_cannot_be_made(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, status = checked(launcher, monkeypatch, ["script-types"], failing={"for script-types"})
    assert done == ["npm", "for script-types"]
    assert status == "Failed: script-types."


def test_checks_of_python_need_no_node(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checked(launcher, monkeypatch, ["types"], failing=set()) == (["types"], None)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["-n", "3", "--dist", "worksteal"]),
        (["-x", "tests/rules"], ["-n", "3", "--dist", "worksteal"]),
        (["-n", "4"], []),
        (["-n0"], []),
        (["-p", "no:xdist"], []),
        (["tests/test_one.py"], []),
        (["tests/test_one.py::test_a"], []),
        (["--pdb"], []),
    ],
)
def test_a_whole_run_has_three_workers_for_two_cores_and_a_single_test_none(
    launcher: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    expected: list[str],
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert launcher.workers(arguments) == expected


def test_every_check_has_its_hook_before_a_commit(launcher: ModuleType) -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"entry: python3 run\.py check (\S+)", hooks) == list(launcher.CHECKS)
    assert set(re.findall(r"- repo: (\S+)", hooks)) == {"local"}, "no hook is fetched"


def test_uv_looks_where_pip_is_told_to_look(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = (
        "global.extra-index-url='https://a.example/x https://b.example/x'\n"
        "global.index-url='https://one.example'\n"
        ":env:.index-url='https://two.example'\n"
    )
    monkeypatch.setattr(launcher.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=listed))
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    assert launcher.index()["UV_DEFAULT_INDEX"] == "https://two.example"
    assert "UV_INDEX" not in launcher.index()
    assert launcher.index(everything=True)["UV_INDEX"] == "https://a.example/x https://b.example/x"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://mine.example")
    assert "UV_DEFAULT_INDEX" not in launcher.index()


def test_what_is_compiled_once_is_kept_for_the_next_process(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in launcher.environment()


def test_help_needs_nothing_installed() -> None:
    shown = subprocess.run(
        [sys.executable, "-S", str(ROOT / "run.py"), "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "python3 run.py test" in shown.stdout


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-embedded.lock", "requirements-dev.lock"]
)
def test_no_lock_names_a_host(name: str) -> None:
    assert "://" not in (ROOT / name).read_text()


def test_each_lock_holds_all_of_the_one_before() -> None:
    names = ("requirements.lock", "requirements-embedded.lock", "requirements-dev.lock")
    pins = [
        {line for line in (ROOT / name).read_text().splitlines() if line[:1].isalnum()}
        for name in names
    ]
    assert pins[0] < pins[1] < pins[2]


def test_the_lock_of_the_script_tools_names_no_registry() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"].values()
    for package in packages:
        package.pop("funding", None)  # the makers' own pages
    assert "://" not in json.dumps(list(packages))
    assert all("integrity" in package for package in packages if "version" in package)


def test_the_script_tools_have_a_build_for_each_system() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    builds = {name.rpartition("/cli-")[2] for name in packages if "@biomejs/cli-" in name}
    linux = {"linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl"}
    assert builds >= linux | {"darwin-x64", "darwin-arm64", "win32-x64"}


def test_types_come_from_the_versions_that_browsers_load() -> None:
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    vendored = tomllib.loads((ROOT / "static/vendor/VENDOR.toml").read_text())["file"]
    loaded = {file["package"].partition(":")[0]: file["version"] for file in vendored}
    scripts = {"preact", "htm", "@preact/signals", "@preact/signals-core"}
    assert scripts <= wanted.keys()
    assert {name: loaded[name] for name in scripts} == {name: wanted[name] for name in scripts}
