"""JSON responses and their description for the API page, and the sentence on the next page."""

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from starlette.responses import Response, StreamingResponse

FLASH_COOKIE: Final = "flash"
FLASH_SECONDS: Final = 60

ERROR = {
    "type": "object",
    "properties": {"error": {"type": "string", "description": "A sentence for people."}},
    "required": ["error"],
}

_ERROR_CONTENT: dict[str, Any] = {
    "application/json": {"schema": ERROR},
    "text/html": {"schema": {"type": "string"}},
    "text/plain": {"schema": {"type": "string"}},
}
ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "Refused, with a sentence for people; nothing has changed. "
        "JSON for clients that accept it.",
        "content": _ERROR_CONTENT,
    },
    503: {
        "description": "We can’t reach the database. Try again in a moment.",
        "content": _ERROR_CONTENT,
    },
}
"""The responses of every route to errors, for the API's description."""


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def streamed(pieces: list[bytes], media_type: str, filename: str | None = None) -> Response:
    """The pieces one after the other, each freed once it is sent; a file if it has a name."""

    async def each() -> AsyncIterator[bytes]:
        pieces.reverse()
        while pieces:
            yield pieces.pop()

    headers = {"Content-Length": str(sum(map(len, pieces)))}
    if filename is not None:
        headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return StreamingResponse(each(), media_type=media_type, headers=headers)


def described_as(shape: Any) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that returns the msgspec type `shape`, or an error."""

    def of(schema: dict[str, Any]) -> dict[str, Any]:
        return {"content": {"application/json": {"schema": schema}}}

    return {
        200: {"description": "Done.", **of(inline_schema(shape))},
        "4XX": {"description": "Nothing has changed.", **of(ERROR)},
    }


def inline_schema(shape: Any) -> dict[str, Any]:
    """The JSON schema of a msgspec type, without references."""
    (schema,), parts = msgspec.json.schema_components([shape], ref_template="{name}")

    def resolve(value: Any) -> Any:
        match value:
            case {"$ref": str(name)}:
                return resolve(parts[name])
            case dict():
                return {key: resolve(inner) for key, inner in value.items()}
            case list():
                return [resolve(inner) for inner in value]
            case _:
                return value

    found: dict[str, Any] = resolve(schema)
    return found


def set_flash(response: Response, key: str, secure: bool) -> None:
    """The next page shows the sentence of that key, once; see FLASH_MESSAGES."""
    response.set_cookie(
        FLASH_COOKIE, key, max_age=FLASH_SECONDS, httponly=True, samesite="lax", secure=secure
    )
