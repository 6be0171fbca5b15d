"""The launcher: what it decides before it hands over. That it installs is seen each time it is run."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from app.settings import ROOT


@pytest.fixture
def launcher(tmp_path: Path) -> ModuleType:
    """run.py as a module, with a checkout of its own: three locks, nothing installed."""
    spec = importlib.util.spec_from_file_location("launcher", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.__dict__.update(
        ROOT=tmp_path, VENV=tmp_path / ".venv", INSTALLED=tmp_path / ".venv/installed.lock", PYTHON=tmp_path / ".venv/python"
    )
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


def test_an_installation_that_was_cut_short_starts_afresh(launcher: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note of what is installed is away while packages change, so a killed run leaves none."""
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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["-n", "2", "--dist", "worksteal"]),
        (["-x", "tests/rules"], ["-n", "2", "--dist", "worksteal"]),
        (["-n", "4"], []),
        (["-n0"], []),
        (["-p", "no:xdist"], []),
        (["tests/test_one.py"], []),
        (["tests/test_one.py::test_a"], []),
        (["--pdb"], []),
    ],
)
def test_a_whole_run_has_two_workers_and_a_single_test_none(launcher: ModuleType, arguments: list[str], expected: list[str]) -> None:
    assert launcher.workers(arguments) == expected


def test_uv_looks_where_pip_is_told_to_look(launcher: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = "global.extra-index-url='https://a.example/x https://b.example/x'\nglobal.index-url='https://one.example'\n:env:.index-url='https://two.example'\n"
    monkeypatch.setattr(launcher.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=listed))
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    assert launcher.index()["UV_DEFAULT_INDEX"] == "https://two.example"
    assert "UV_INDEX" not in launcher.index()
    assert launcher.index(everything=True)["UV_INDEX"] == "https://a.example/x https://b.example/x"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://mine.example")
    assert "UV_DEFAULT_INDEX" not in launcher.index()


def test_what_is_compiled_once_is_kept_for_the_next_process(launcher: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in launcher.environment()


def test_help_needs_nothing_installed() -> None:
    shown = subprocess.run([sys.executable, "-S", str(ROOT / "run.py"), "--help"], capture_output=True, text=True, check=True)
    assert "python3 run.py test" in shown.stdout


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-embedded.lock", "requirements-dev.lock"])
def test_no_lock_names_a_host(name: str) -> None:
    assert "://" not in (ROOT / name).read_text()


def test_each_lock_holds_all_of_the_one_before() -> None:
    names = ("requirements.lock", "requirements-embedded.lock", "requirements-dev.lock")
    pins = [{line for line in (ROOT / name).read_text().splitlines() if line[:1].isalnum()} for name in names]
    assert pins[0] < pins[1] < pins[2]
