"""The base of all messages to clients; see server_messages."""

import msgspec


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=False):
    pass
