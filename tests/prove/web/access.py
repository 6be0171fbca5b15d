"""The access rule of each route, with hanna's ids in its gaps.

A route without a rule is a fault.
"""

from typing import Final

import msgspec

EVERYBODY: Final = ("nobody", "stranger", "wanda", "gustav", "hanna", "mona", "keeper")
PEOPLE: Final = EVERYBODY[1:]
OF_THE_ROOM: Final = ("wanda", "gustav", "hanna")


class Rule(msgspec.Struct, frozen=True):
    """The people who may use a route, and the statuses of all."""

    who: tuple[str, ...]
    shown: tuple[int, ...] = (200,)
    refused: tuple[int, ...] = (404,)
    silent: bool = False
    """The refusal reads exactly as that of a thing that does not exist."""
    spare: tuple[str, ...] = ()
    """People who do not try, because it would be done."""
    own_deed: bool = False
    """It concerns only the asker: it takes no ids."""


OPEN: Final = Rule(EVERYBODY)
OWN: Final = Rule(PEOPLE, shown=(200, 303), refused=(303,))
DEED: Final = Rule(EVERYBODY, own_deed=True)
ADMIN: Final = Rule(("keeper",), shown=(200, 303, 404, 409, 422), refused=(404,), silent=True)
ADMINS_DEED: Final = Rule((), silent=True, spare=("keeper",))
STAFF: Final = Rule(("keeper", "mona"), shown=(200, 303, 404), refused=(404,), silent=True)
STAFFS_PAGE: Final = Rule(("keeper", "mona"), shown=(200, 303), refused=(404,), silent=True)
STAFFS_DEED: Final = Rule((), silent=True, spare=("keeper", "mona"))
MATCH: Final = Rule((*OF_THE_ROOM, "keeper"), silent=True)

RULES: Final[dict[tuple[str, str], Rule]] = {
    ("GET", "/"): OPEN,
    ("GET", "/api/tables"): OPEN,
    ("GET", "/login"): OPEN,
    ("GET", "/signup"): Rule(EVERYBODY, shown=(200, 303)),
    ("POST", "/signup/invitation"): DEED,
    ("GET", "/rules"): OPEN,
    ("GET", "/rules/{slug}"): OPEN,
    ("GET", "/leaderboard/{slug}"): OPEN,
    ("GET", "/api/games/{slug}/options"): OPEN,
    ("GET", "/fair"): OPEN,
    ("GET", "/offline"): OPEN,
    ("GET", "/offline-worker.js"): OPEN,
    ("GET", "/fair/verify.py"): Rule(EVERYBODY, shown=(200, 404)),
    ("GET", "/docs"): OPEN,
    ("GET", "/docs/protocol.md"): OPEN,
    ("GET", "/docs/fair-shuffle.md"): Rule(EVERYBODY, shown=(200, 404)),
    ("GET", "/healthz"): OPEN,
    ("GET", "/readyz"): Rule(EVERYBODY, shown=(200, 503)),
    ("GET", "/.well-known/security.txt"): Rule(EVERYBODY, shown=(200, 404)),
    ("GET", "/metrics"): Rule(()),  # of this machine only, which none of them is
    ("GET", "/people"): OWN,
    ("POST", "/people/invite"): DEED,
    ("GET", "/people/{person}"): OPEN,
    ("POST", "/table/{room}/accept"): Rule(
        OF_THE_ROOM, shown=(303,), refused=(401, 404), silent=True
    ),
    ("GET", "/api/invitations"): Rule(PEOPLE, refused=(401,)),
    ("GET", "/api/waiting"): Rule(PEOPLE, refused=(401,)),
    ("POST", "/invitations/decline"): DEED,
    ("GET", "/join/{secret}"): Rule((), silent=True),  # with a secret that is none
    ("POST", "/join/{secret}"): Rule((), silent=True),
    ("GET", "/knock/{room}"): Rule(PEOPLE, shown=(200, 303)),
    ("GET", "/api/knock/{room}"): Rule(PEOPLE, refused=(401,)),
    ("GET", "/table/{room}"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/table/{room}/rules"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/table/{room}/results"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/table/{room}/qr.svg"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/table/{room}/report"): Rule(OF_THE_ROOM, refused=(403,)),
    ("POST", "/table/{room}/report"): Rule(OF_THE_ROOM, shown=(303, 422), refused=(403,)),
    ("POST", "/table/{room}/device-link"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/device"): OPEN,
    ("GET", "/clubs/{room}"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/clubs/{room}/evening.ics"): Rule((), refused=(403, 404)),  # there is no club
    ("POST", "/clubs/{room}"): Rule((), refused=(403, 422)),
    ("POST", "/clubs/{room}/join"): Rule((), refused=(403, 404)),
    ("POST", "/clubs/{room}/leave"): Rule(PEOPLE, shown=(303,), refused=(401,)),
    ("POST", "/clubs/{room}/end"): Rule((), refused=(401, 403)),
    ("GET", "/screen"): OPEN,
    ("POST", "/screen"): DEED,
    ("GET", "/screen/state"): OPEN,
    ("GET", "/screen/table"): Rule((), refused=(303,)),  # of a screen, which none of them is
    ("GET", "/screens"): OPEN,
    ("GET", "/screens/{code}"): Rule(()),  # with a code that is none
    ("POST", "/screens/{code}"): Rule((), refused=(401, 403)),
    ("POST", "/screens/{screen}/end"): Rule(PEOPLE, shown=(303,), refused=(401,)),
    ("POST", "/device"): DEED,
    ("POST", "/device/continue"): DEED,
    ("GET", "/reset"): OPEN,
    ("POST", "/reset"): DEED,
    ("POST", "/reset/password"): DEED,
    ("POST", "/table/{room}/enter"): Rule(OF_THE_ROOM, shown=(303,), refused=(403,)),
    ("GET", "/account"): OWN,
    ("GET", "/account/delete"): OWN,
    ("GET", "/account/export"): OWN,
    ("GET", "/account/recovery"): Rule(EVERYBODY, shown=(200, 303)),
    ("GET", "/account/warning"): Rule(EVERYBODY, shown=(303,)),
    ("POST", "/account/warning"): DEED,
    ("GET", "/history"): OWN,
    ("POST", "/account/sessions/{session}/close"): Rule(PEOPLE, shown=(303,), refused=(401,)),
    ("GET", "/match/{match}"): MATCH,
    ("GET", "/match/{match}/report"): MATCH,
    ("POST", "/match/{match}/report"): Rule(
        (*OF_THE_ROOM, "keeper"), shown=(303, 422), silent=True
    ),
    ("GET", "/api/matches/{match}/steps"): MATCH,
    ("POST", "/api/matches/{match}/look-back"): Rule((), refused=(415,)),  # forms are none of it
    ("GET", "/api/matches/{match}/card"): MATCH,
    ("GET", "/api/matches/{match}/story"): Rule((), refused=(403, 404)),
    ("POST", "/api/matches/{match}/picture"): Rule((), refused=(415,)),  # forms are none of it
    ("POST", "/match/{match}/picture"): Rule((), refused=(403, 404)),  # it runs
    ("GET", "/picture/{key}"): Rule((), silent=True),  # of a key that is none
    ("GET", "/picture/{key}.png"): Rule((), silent=True),
    ("POST", "/picture/{key}/take-back"): Rule((), silent=True),
    ("GET", "/api/tables/{room}/evening"): Rule(OF_THE_ROOM, refused=(403,)),
    ("GET", "/api/matches/{match}/export"): Rule((), refused=(403, 404)),
    ("GET", "/api/previous-options/{slug}"): Rule(PEOPLE, refused=(401,)),
    ("GET", "/api/matches/{match}/transcript"): Rule((), refused=(403, 404)),
    ("GET", "/api/matches/{match}/shuffles"): Rule((), refused=(403, 404)),
    ("GET", "/admin"): STAFFS_PAGE,
    ("GET", "/admin/overview"): ADMIN,
    ("GET", "/admin/switches"): STAFFS_PAGE,
    ("POST", "/admin/switches/announcement"): ADMINS_DEED,
    ("POST", "/admin/switches/sign-up"): ADMINS_DEED,
    ("POST", "/admin/switches/chat"): ADMINS_DEED,
    ("POST", "/admin/switches/rest"): ADMINS_DEED,
    ("POST", "/admin/switches/shelf"): ADMINS_DEED,
    ("GET", "/admin/audit"): ADMIN,
    ("GET", "/admin/matches"): STAFFS_PAGE,
    ("GET", "/admin/matches/{match}"): ADMIN,  # it runs
    ("POST", "/admin/matches/{match}/stop"): ADMINS_DEED,
    ("POST", "/admin/matches/{match}/void"): ADMINS_DEED,
    ("POST", "/admin/matches/{match}/reinstate"): ADMINS_DEED,
    ("GET", "/admin/queue"): STAFFS_PAGE,
    ("GET", "/admin/queue/{number}"): STAFF,
    ("POST", "/admin/queue/{number}/take"): STAFFS_DEED,
    ("POST", "/admin/queue/{number}/give-back"): STAFFS_DEED,
    ("POST", "/admin/queue/{number}/chat"): STAFFS_DEED,
    ("POST", "/admin/queue/{number}/remove-line"): STAFFS_DEED,
    ("POST", "/admin/queue/{number}/answer"): STAFFS_DEED,
    ("GET", "/admin/tables"): ADMIN,
    ("POST", "/admin/tables/{room}/release"): ADMINS_DEED,
    ("GET", "/admin/people"): STAFFS_PAGE,
    ("GET", "/admin/people/{person}"): STAFFS_PAGE,
    ("POST", "/admin/people/{person}/suspend"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/lift"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/note"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/warn"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/silence"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/take-name"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/undo"): STAFFS_DEED,
    ("POST", "/admin/people/{person}/role"): ADMINS_DEED,
    ("POST", "/admin/people/{person}/password-reset"): ADMINS_DEED,
    ("POST", "/rooms"): DEED,
    ("POST", "/rooms/any"): DEED,
    ("POST", "/rooms/now"): DEED,
    ("POST", "/lessons"): DEED,
    ("POST", "/lessons/learned"): DEED,
    ("POST", "/knock"): DEED,
    ("POST", "/login"): DEED,
    ("POST", "/signup"): DEED,
    ("POST", "/account/rename"): DEED,
    ("POST", "/account/mute"): DEED,
    ("POST", "/account/portrait"): DEED,
    ("POST", "/account/notifications"): DEED,
    ("POST", "/account/notifications/end"): DEED,
    ("POST", "/account/password"): DEED,
    ("POST", "/account/recovery"): DEED,
    ("POST", "/account/logout"): DEED,
    ("POST", "/account/logout-everywhere"): DEED,
    ("POST", "/account/delete"): DEED,
}
