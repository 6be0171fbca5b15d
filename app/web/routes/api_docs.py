"""The page about the HTTP interface, and the description of the protocol."""

from typing import Any

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.settings import ROOT
from app.web.context.request_context import Context

router = APIRouter()


class Input(msgspec.Struct, frozen=True):
    name: str
    where: str
    """ "path", "query", "header" or "form"."""
    kind: str
    required: bool
    description: str


class Operation(msgspec.Struct, frozen=True):
    method: str
    path: str
    summary: str
    description: str
    inputs: tuple[Input, ...]
    answers: tuple[tuple[str, str, str], ...]
    """Status, description, and the JSON schema as text, or ""."""


@router.get("/docs", response_class=HTMLResponse, include_in_schema=False)
async def docs(context: Context) -> Response:
    """Template docs.html. Context: groups (dict of tag to list[Operation])."""
    description = context.request.app.openapi()
    groups: dict[str, list[Operation]] = {}
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            groups.setdefault((operation.get("tags") or ["other"])[0], []).append(
                operation_of(description, method, path, operation)
            )
    return context.page("docs.html", groups=groups)


@router.get("/docs/protocol.md", include_in_schema=False)
async def protocol() -> Response:
    """The description of every message, from docs/."""
    return Response(
        (ROOT / "docs" / "protocol.md").read_bytes(), media_type="text/plain; charset=utf-8"
    )


def operation_of(
    description: dict[str, Any], method: str, path: str, operation: dict[str, Any]
) -> Operation:
    inputs = [
        Input(
            each["name"],
            each["in"],
            kind_of(each["schema"]),
            each.get("required", False),
            each.get("description", ""),
        )
        for each in operation.get("parameters", ())
    ]
    for kind in operation.get("requestBody", {}).get("content", {}).values():
        form = resolved(description, kind["schema"])
        inputs += [
            Input(
                name,
                "form",
                kind_of(schema),
                name in form.get("required", ()),
                schema.get("description", ""),
            )
            for name, schema in form.get("properties", {}).items()
        ]
    answers = []
    for status, answer in operation.get("responses", {}).items():
        schema = answer.get("content", {}).get("application/json", {}).get("schema")
        if status != "422" or "validation" not in answer.get("description", "").lower():
            text = msgspec.json.format(msgspec.json.encode(schema)).decode() if schema else ""
            answers.append((status, answer.get("description", ""), text))
    return Operation(
        method.upper(),
        path,
        operation.get("summary", ""),
        operation.get("description", ""),
        tuple(inputs),
        tuple(answers),
    )


def resolved(description: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        found: dict[str, Any] = description["components"]["schemas"][
            schema["$ref"].rpartition("/")[2]
        ]
        return found
    return schema


def kind_of(schema: dict[str, Any]) -> str:
    """ "string", "integer or nothing"."""
    if "anyOf" in schema:
        return " or ".join(kind_of(each) for each in schema["anyOf"]).replace("null", "nothing")
    return str(schema.get("type", "anything"))
