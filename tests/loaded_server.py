"""The process from which tests fork their servers: all is imported, every template compiled."""

import gc
from functools import partial
from types import CodeType
from typing import Final
from unittest.mock import patch

import jinja2
from jinja2.bccache import Bucket

import app.cli
import app.ops.serve  # noqa: F401  # loaded, as every server needs it
from app import main
from app.settings import Settings
from app.web.rendering import templating


class Compiled(jinja2.BytecodeCache):
    """The code of compiled templates, kept in memory."""

    kept: Final = dict[str, CodeType | None]()

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.code


gc.disable()
remembering = partial(jinja2.Environment, bytecode_cache=Compiled())
patch.object(templating, "Environment", remembering).start()
main.warm_up(main.create_app(Settings(database_url="postgresql://nobody@127.0.0.1:9/none")))
gc.freeze()
gc.enable()
