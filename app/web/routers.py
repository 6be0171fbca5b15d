"""The routers of all pages, forms and JSON endpoints."""

from typing import Final

from fastapi import APIRouter

from app.web.routes import (
    accounts,
    api_docs,
    clubs,
    device_transfer,
    fair,
    game_options,
    health,
    home,
    invites,
    leaving,
    lessons,
    login,
    look_back,
    match_records,
    matches,
    offline,
    own_data,
    password_reset,
    people,
    pictures,
    profiles,
    push,
    recovery_code,
    reports,
    room_results,
    screens,
    tables,
    waiting,
)
from app.web.routes.admin import audit as admin_audit
from app.web.routes.admin import deeds as admin_deeds
from app.web.routes.admin import match_search as admin_match_search
from app.web.routes.admin import matches as admin_matches
from app.web.routes.admin import overview as admin_overview
from app.web.routes.admin import people as admin_people
from app.web.routes.admin import queue as admin_queue
from app.web.routes.admin import switches as admin_switches
from app.web.routes.admin import tables as admin_tables

ROUTERS: Final[tuple[APIRouter, ...]] = (
    home.router,
    lessons.router,
    invites.router,
    tables.router,
    device_transfer.router,
    room_results.router,
    login.router,
    password_reset.router,
    recovery_code.router,
    accounts.router,
    leaving.router,
    offline.router,
    own_data.router,
    push.router,
    matches.router,
    match_records.router,
    look_back.router,
    pictures.router,
    game_options.router,
    reports.router,
    profiles.router,
    people.router,
    waiting.router,
    fair.router,
    screens.router,
    clubs.router,
    admin_audit.router,
    admin_deeds.router,
    admin_match_search.router,
    admin_matches.router,
    admin_overview.router,
    admin_people.router,
    admin_queue.router,
    admin_switches.router,
    admin_tables.router,
    api_docs.router,
    health.router,
)
"""In the order in which they are asked."""
