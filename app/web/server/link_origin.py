"""The origin of links for other devices: invitations, and the way of a seat to the phone."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.types import Scope

from app.web.server.hosts import is_loopback
from app.web.server.middleware import OwnOrigin, normal_origin


class LinkOrigin:
    """The origin that works elsewhere: the request's own, unless only this machine can open it."""

    def __init__(self, own: OwnOrigin, nearby: Sequence[str]) -> None:
        """`nearby`: addresses of this machine that others reach, the likeliest first."""
        self._own = own
        self._nearby = nearby

    def of(self, scope: Scope) -> str:
        """`http://192.168.1.5:8000`, say."""
        return self.all_of(scope)[0]

    def all_of(self, scope: Scope) -> list[str]:
        """The same and, where it is only the likeliest of several networks, the others after it."""
        origin = self._own.of(scope)
        parts = urlsplit(origin)
        if not self._nearby or not is_loopback(parts.hostname or ""):
            return [origin]
        ours = (f"{parts.scheme}://{address}:{parts.port or 80}" for address in self._nearby)
        return [normal_origin(one) for one in ours]

    def works_elsewhere(self, scope: Scope) -> bool:
        """False if this origin leads nobody but this machine to us."""
        return bool(self._nearby) or not is_loopback(urlsplit(self.of(scope)).hostname or "")
