"""The verifiers of examples/, which is no package."""

import importlib.util
from types import ModuleType
from typing import Final

from app.settings import ROOT


def _loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify: Final = _loaded("verify")
verify_version_1: Final = _loaded("verify_version_1")
