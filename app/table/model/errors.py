"""The refusals of commands: people's mistakes, answered to their sender; nothing has changed.

TableError         code
├ NotSeated        not-seated        only somebody with a seat may do that
├ NotHost          not-host          only the host may do that
├ NotMember        not-member        a spectator may only look
├ RoomFull         room-full         no seat is free and none will be at the next deal
├ Banned           banned            the host has banned this person from the room
├ NotNow           not-now           the room is in another state than the command needs
├ BadOptions       bad-options       unreadable options, or ones not for this number of players
├ Unknown          unknown           no such person, seat, bot strength or game here
├ TooMuch          too-much          chat or commands beyond the limits
├ Elsewhere        elsewhere         a newer connection of this person acts; this one only looks
├ Busy             busy              the table's mailbox is full; try again
│ └ Leaving        busy              the table ends here, and is found again at once
├ BadPart          bad-part          a part of a shuffle that its seat has not sealed
├ BadText          bad-text          nothing in a chat line can be shown
├ CannotSave       cannot-save       the store is away: nothing is accepted until it is back
└ RoomGone         room-gone         no such room
  ├ SetAside       set-aside         this table crashed repeatedly and is paused for a while
  └ UnreadableRoom unreadable-room   a newer version saved the room, and this one cannot read it
"""

from typing import ClassVar, Final


class TableError(Exception):
    """A command that was not carried out."""

    code: ClassVar[str]

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotSeated(TableError):
    code = "not-seated"


class NotHost(TableError):
    code = "not-host"


class NotMember(TableError):
    code = "not-member"


class RoomFull(TableError):
    code = "room-full"


class Banned(TableError):
    code = "banned"


class NotNow(TableError):
    code = "not-now"


class BadOptions(TableError):
    code = "bad-options"


class Unknown(TableError):
    code = "unknown"


class TooMuch(TableError):
    code = "too-much"


class Elsewhere(TableError):
    code = "elsewhere"


class Busy(TableError):
    code = "busy"


class Leaving(Busy):
    """The table ends in this process, or opens in another one."""


class BadPart(TableError):
    code = "bad-part"


class BadText(TableError):
    code = "bad-text"


class CannotSave(TableError):
    code = "cannot-save"


DISK_FULL: Final = (
    "The server’s disk is full, so nothing can be saved at the moment. Nothing is lost, and it "
    "goes on by itself when there is room."
)
"""The sentence of CannotSave, and of pages, while only reading is possible."""


class RoomGone(TableError):
    code = "room-gone"


class SetAside(RoomGone):
    code = "set-aside"


class UnreadableRoom(RoomGone):
    code = "unreadable-room"

    def __init__(self) -> None:
        super().__init__(
            "This table was saved by a newer version of the server, which the present one cannot "
            "read. Nothing is lost: it opens again with that version."
        )
