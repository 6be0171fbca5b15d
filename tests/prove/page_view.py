"""The view that a page is sent: the seat's own, without what no page reads."""

from app.rules.game import AnyGame, AnyView, View


def page_view(game: AnyGame, known: AnyView) -> AnyView:
    """The view with its two parts as frames and replays hold them."""
    own = None if known.private is None else game.shown_private(known.private)
    return View(known.seat, game.shown_public(known.public), own)
