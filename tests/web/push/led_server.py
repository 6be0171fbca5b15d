"""`python -m tests.web.push.led_server serve`: a server to which push services are the tests' own.

Only the look-up of their names, the trust in certificates and the port are another server's.
"""

import os
import ssl
from functools import partial
from typing import Final
from unittest.mock import patch

from app import cli
from app.web.push import push_service
from app.web.push.delivery import Delivery

PORT: Final = "TEST_PUSH_PORT"
CERTIFICATE: Final = "TEST_PUSH_CERTIFICATE"


async def find_here(_: str) -> list[str]:
    return ["127.0.0.1"]


if __name__ == "__main__":
    led = partial(
        Delivery,
        find_addresses=find_here,
        trust=ssl.create_default_context(cafile=os.environ[CERTIFICATE]),
        port=int(os.environ[PORT]),
    )
    patch.object(push_service, "Delivery", led).start()
    cli.main()
