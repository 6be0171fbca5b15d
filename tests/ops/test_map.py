"""The maps of modules in app/__init__.py and app/ops/__init__.py."""

import re
import tomllib

import app
import app.ops
from app.settings import ROOT


def mapped() -> list[str]:
    """The first word of each line of the map, without `/` and `.py`."""
    assert app.__doc__ is not None
    return re.findall(r"^(\w+?)(?:/|\.py)? {2,}\S", app.__doc__, re.MULTILINE)


def test_the_map_names_every_package_and_module_of_the_app() -> None:
    found = {
        path.stem
        for path in (ROOT / "app").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert set(mapped()) == found - {"__init__", "__main__"}


def test_the_map_is_in_the_order_of_the_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(one for one in contracts["contracts"] if one.get("id") == "layers-of-app")
    order = [name.strip() for layer in layers["layers"] for name in layer.split("|")]
    assert mapped() == order


def test_the_map_of_operations_names_every_module() -> None:
    assert app.ops.__doc__ is not None
    named = set(re.findall(r"^(\w+)\.py ", app.ops.__doc__, re.MULTILINE))
    found = {path.stem for path in (ROOT / "app/ops").glob("*.py")}
    assert named == found - {"__init__"}
