"""Links with a token in their fragment, so that no proxy, no log and no preview ever sees it.

The page's script, or the visitor who pastes the link, sends the token in a form. A cookie keeps it
until the form that uses it is sent.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from starlette.responses import Response

from app.web.context.request_context import RequestContext

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class TokenLink:
    """One kind of such links."""

    path: str
    """The page that the link leads to."""
    cookie: str
    lifetime: timedelta

    def kept_token(self, context: RequestContext) -> str | None:
        """The token in the visitor's cookie."""
        return context.request.cookies.get(self.cookie)

    def keep_token(
        self, context: RequestContext, token: str, to: str = "", flash: str | None = None
    ) -> Response:
        """Leads to the page, with the token in a cookie that lives as long as the link."""
        answer = context.redirect(to or self.path, flash)
        answer.set_cookie(
            self.cookie,
            token,
            int(self.lifetime.total_seconds()),
            path=self.path,
            httponly=True,
            samesite="lax",
            secure=context.services.https,
        )
        return answer

    def without_token(self, answer: Response) -> Response:
        """The response, with the cookie deleted."""
        answer.delete_cookie(self.cookie, path=self.path)
        return answer


def token_in(link: str) -> str:
    """The part after the # of a link, or all of it if there is none.

    >>> token_in(" https://cards.example/device#AbC "), token_in("AbC")
    ('AbC', 'AbC')
    """
    return link.rpartition("#")[2].strip()


def is_token(text: str) -> bool:
    """True for what may be a token; whether it is a valid one, the store says."""
    return _TOKEN.fullmatch(text) is not None
