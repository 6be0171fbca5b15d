"""The bundle of scripts: sent in place of the scripts that it was made from, and of no others."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import FileResponse, Response

from app.web.rendering.static_files import Assets, StaticAssets


class Tree:
    """Scripts, and a bundle of them."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self._static, self._bundle = folder / "static", folder / "bundle"
        for path in ("js/a.js", "js/b.js", "vendor/c-1.0.0.js"):
            self.write(path, f"// {path}")
        self.assets = Assets(self._static, now=lambda: self.now, bundle_folder=self._bundle)
        self.unbundled = self.assets.build()

    def write(self, path: str, text: str) -> None:
        file = self._static / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.now += 10

    def bundle(self) -> None:
        sources = ("js/a.js", "js/b.js", "vendor/c-1.0.0.js")
        manifest = {
            "sources": {path: self.assets.version(path) for path in sources},
            "outputs": {"js/a.js": "0" * 12, "js/chunks/x.js": "0" * 12},
            "modules": {"js/a.js": ["js/a.js", "js/chunks/x.js"]},
        }
        (self._bundle / "js/chunks").mkdir(parents=True)
        (self._bundle / "js/a.js").write_text("// bundled")
        (self._bundle / "js/chunks/x.js").write_text("// a chunk")
        (self._bundle / "bundle.json").write_text(json.dumps(manifest))
        self.now += 10

    async def get(self, url: str) -> tuple[int, bytes]:
        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "query_string": b"",
            "headers": [],
        }
        gzip = {**scope, "headers": [(b"accept-encoding", b"gzip")]}
        static = StaticAssets(self.assets)
        await static.get_response(url.removeprefix("/static/"), gzip)
        response = await static.get_response(url.removeprefix("/static/"), scope)
        return response.status_code, content_of(response)


def content_of(response: Response) -> bytes:
    if isinstance(response, FileResponse):
        return Path(response.path).read_bytes()
    return bytes(response.body)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


async def test_a_bundle_of_the_present_scripts_is_sent_in_their_place(tree: Tree) -> None:
    tree.bundle()
    build = tree.assets.build()
    assert build != tree.unbundled, "the content of an address never changes"
    assert tree.assets.urls_for("js/a.js") == (
        f"/static/~{build}/js/a.js",
        f"/static/~{build}/js/chunks/x.js",
    )
    assert await tree.get(tree.assets.url("js/a.js")) == (200, b"// bundled")
    assert await tree.get(f"/static/~{build}/js/chunks/x.js") == (200, b"// a chunk")
    assert await tree.get(f"/static/~{build}/js/b.js") == (200, b"// js/b.js")
    assert await tree.get("/static/js/a.js") == (200, b"// js/a.js")


@pytest.mark.parametrize("changed", ["js/b.js", "js/new.js", "vendor/c-1.0.0.js"])
async def test_a_bundle_of_other_scripts_is_not_used(tree: Tree, changed: str) -> None:
    tree.bundle()
    tree.write(changed, "// changed")
    assert await tree.get(tree.assets.url("js/a.js")) == (200, b"// js/a.js")


def test_an_unreadable_bundle_is_not_used(tree: Tree, tmp_path: Path) -> None:
    tree.bundle()
    (tmp_path / "bundle/bundle.json").write_text("{")
    tree.now += 10
    assert tree.assets.build() == tree.unbundled
    assert tree.assets.bundle is None
