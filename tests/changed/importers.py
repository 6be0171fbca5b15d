"""The test modules that import a module, by the imports that grimp finds."""

from pathlib import Path
from typing import Final

import grimp

from app.settings import ROOT

CACHE: Final = ROOT / ".import_linter_cache"


class Importers:
    """The imports among all modules of the checkout as it stands."""

    def __init__(self) -> None:
        self._graph = grimp.build_graph(
            "app", "bench", "tests", exclude_type_checking_imports=False, cache_dir=str(CACHE)
        )

    def of_code(self, path: str) -> set[str]:
        """The test modules that import this module itself, or a name of its package.

        Those in tests/browser are left out: they meet the code in a server, and take long.
        """
        module = module_of(path)
        return {
            path_of(name)
            for name in self._direct(module) | self._direct(module.rpartition(".")[0])
            if is_test(name) and not name.startswith("tests.browser.")
        }

    def of_tests(self, path: str) -> set[str]:
        """The test modules, and the folders of them, that are this module or use it."""
        found, left = set[str](), [module_of(path)]
        seen = set(left)
        while left:
            module = left.pop()
            if is_test(module) and module in self._graph.modules:
                found.add(path_of(module))
            elif module.endswith(".conftest"):
                found.add(str(Path(path_of(module)).parent))
            news = {name for name in self._direct(module) if name.startswith("tests.")} - seen
            seen |= news
            left += news
        return found

    def _direct(self, module: str) -> set[str]:
        """None for a module that is gone."""
        known = module in self._graph.modules
        return self._graph.find_modules_that_directly_import(module) if known else set()


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def path_of(module: str) -> str:
    """The file of a module that is no package."""
    return f"{module.replace('.', '/')}.py"


def is_test(module: str) -> bool:
    return module.rpartition(".")[2].startswith("test_")
