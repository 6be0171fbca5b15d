"""The room: seats, options, guests at the door, hosts, comings and goings between deals, rematches."""

import msgspec
import pytest

from app.table import commands as say
from app.table.errors import BadOptions, Banned, CannotSave, NotMember, RoomGone, TooMuch, Unknown
from app.table.notices import Bye, Chat, Frame
from app.table.room import ClockLevel, Person, RoomId
from tests.table.evening import Guest, evening
from tests.table.fakes import person_id, settle
from tests.table.high_card import GAME, HighCard

pytestmark = pytest.mark.anyio


def names(guest: Guest) -> list[str]:
    return [seat.name for seat in guest.room.seats]


def salaries(guest: Guest) -> dict[str, int]:
    return dict(zip(guest.frame.names, guest.frame.view["public"]["salaries"], strict=True))


async def test_a_new_room_has_its_host_seated_and_a_relaxed_clock() -> None:
    async with evening() as house:
        ann = await house.room()
        assert names(ann) == ["Ann"]
        assert ann.room.clock == ClockLevel.RELAXED
        assert ann.room.host == ann.room.you
        assert ann.room.code == "BRAVO"
        assert await house.lobby.by_code(" bravo ") == house.id
        assert await house.lobby.by_secret(ann.room.secret or "") == house.id
        assert ann.room.misfit == "High Card needs at least 2 players: 1 more, friends or bots."


async def test_a_code_that_another_room_has_is_drawn_again() -> None:
    async with evening() as house:
        first = await house.room()
        house.dealer.codes = ["BRAVO", "ECHOS"]
        second = await house.room("Bob")
        assert (first.room.code, second.room.code) == ("BRAVO", "ECHOS")
        house.dealer.codes = ["BRAVO", "FOXES"]
        await second.do(say.RenewInvite, what="code")
        assert second.room.code == "FOXES"


async def test_what_cannot_be_a_room_is_refused() -> None:
    async with evening() as house:
        ann = Person(person_id("Ann"), "Ann", registered=False)
        with pytest.raises(Unknown):
            await house.lobby.create(ann, "no-such-game")
        for options in ({"deals": 0}, {"deals": "many"}, {"no-such": 1}, {"motto": "a\u0000b"}):
            with pytest.raises(BadOptions):
                await house.lobby.create(ann, "high-card", options)
        house.store.down = True
        with pytest.raises(CannotSave):
            await house.lobby.create(ann, "high-card")
        with pytest.raises(CannotSave):
            await house.lobby.by_code("BRAVO")
        house.store.down = False
        with pytest.raises(RoomGone):
            await house.lobby.attach(RoomId("nowhere"), ann, None)
        assert house.store.rooms == {}


async def test_the_link_lets_in_and_opening_the_table_takes_no_seat() -> None:
    async with evening() as house:
        ann = await house.room()
        with pytest.raises(NotMember):
            await house.connect("Bob")
        bob = await house.come("Bob", sit=False)
        assert names(ann) == ["Ann"]
        assert bob.room.seat is None
        await bob.do(say.Sit)
        assert names(ann) == ["Ann", "Bob"]
        assert (await bob.refused(say.Sit)).code == "not-now"
        await house.lobby.enter(house.id, Person(person_id("Bob"), "Bob", registered=False), sit=True)
        assert names(ann) == ["Ann", "Bob"]


async def test_a_full_room_still_lets_friends_in_to_watch() -> None:
    async with evening() as house:
        ann = await house.room()
        for name in ("Bob", "Cat", "Dan", "Fay"):
            await house.come(name)
        gus = await house.come("Gus")
        assert gus.room.member
        assert gus.room.seat is None
        assert (await gus.refused(say.Sit)).code == "room-full"
        assert (await ann.refused(say.AddBot, strength="casual")).code == "room-full"
        assert not (await house.lobby.card(house.id)).open


async def test_code_and_link_are_shown_to_members_only() -> None:
    async with evening() as house:
        await house.room(listed=True)
        stranger = await house.connect("Eve")
        assert (stranger.room.code, stranger.room.secret, stranger.room.member) == (None, None, False)
        assert not stranger.all(Chat)


async def test_the_code_knocks_and_somebody_seated_opens() -> None:
    async with evening() as house:
        ann = await house.room()
        cat = await house.come("Cat", sit=False)
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await house.lobby.knock(house.id, bob)
        await settle()
        assert await house.lobby.knocking(house.id, bob.id) == "waiting"
        assert [knock.name for knock in ann.room.knocks] == ["Bob"]
        assert cat.room.knocks == ()
        assert (await cat.refused(say.Admit, person=bob.id, admit=True)).code == "not-seated"
        await ann.do(say.Admit, person=bob.id, admit=False)
        assert await house.lobby.knocking(house.id, bob.id) == "out"
        with pytest.raises(TooMuch):
            await house.lobby.knock(house.id, bob)
        await house.pass_by(10, ann)
        await house.lobby.knock(house.id, bob)
        await ann.do(say.Admit, person=bob.id, admit=True)
        assert await house.lobby.knocking(house.id, bob.id) == "in"
        assert (await ann.refused(say.Admit, person=bob.id, admit=True)).code == "unknown"
        assert (await house.connect("Bob")).room.member


async def test_the_host_renews_link_and_code() -> None:
    async with evening() as house:
        ann = await house.room()
        bob = await house.come("Bob")
        old = ann.room.secret or "", ann.room.code or ""
        assert (await bob.refused(say.RenewInvite, what="link")).code == "not-host"
        await ann.do(say.RenewInvite, what="link")
        await ann.do(say.RenewInvite, what="code")
        assert await house.lobby.by_secret(old[0]) is None
        assert await house.lobby.by_code(old[1]) is None
        assert await house.lobby.by_secret(ann.room.secret or "") == house.id


async def test_options_are_the_hosts_and_are_checked() -> None:
    async with evening() as house:
        ann = await house.room()
        bob = await house.come("Bob")
        await bob.do(say.Ready, ready=True)
        assert (await bob.refused(say.SetOptions, options={"deals": 3})).code == "not-host"
        refused = await ann.refused(say.SetOptions, options={"deals": 99})
        assert refused.code == "bad-options"
        assert "deals" in refused.text
        await ann.do(say.SetOptions, options={"deals": 3})
        assert bob.room.options == {"deals": 3, "window": False, "few": False, "twice": False, "motto": ""}
        assert not bob.room.seats[1].ready, "what is to be played has changed"
        await ann.do(say.SetOptions, options={"few": True})
        assert bob.room.options["deals"] == 3, "what was not named stays as it was"
        assert (await ann.refused(say.SetGame, game="chess")).code == "unknown"
        assert (await ann.refused(say.SetRoom, bot_strength="genius")).code == "unknown"
        await house.start(ann, bob)
        assert (await ann.refused(say.SetOptions, options={"deals": 4})).code == "not-now"


async def test_a_match_starts_when_the_number_fits_and_those_who_are_here_are_ready() -> None:
    async with evening() as house:
        ann = await house.room()
        assert (await ann.refused(say.Start)).text == "High Card needs at least 2 players: 1 more, friends or bots."
        bob, cat = await house.come("Bob"), await house.come("Cat")
        assert (await bob.refused(say.Start)).code == "not-host"
        await bob.do(say.Ready, ready=True)
        assert (await ann.refused(say.Start)).text == "Not ready yet: Cat."
        assert "Cat" in (ann.room.misfit or "")
        await cat.leave()
        await house.pass_by(31, ann, bob)
        assert ann.room.misfit is None
        await ann.do(say.Start)
        assert ann.room.stage == "playing"
        assert (await ann.refused(say.Start)).code == "not-now"
        assert (await bob.refused(say.Ready, ready=False)).code == "not-now"


async def test_options_that_do_not_fit_the_number_are_named() -> None:
    async with evening() as house:
        ann = await house.room(few=True)
        for _ in range(3):
            await ann.do(say.AddBot, strength="casual")
        assert (await ann.refused(say.Start)).text == "With few players, three at most."


async def test_bots_have_names_of_their_own_and_are_marked() -> None:
    async with evening() as house:
        ann = await house.room()
        bob = await house.come("Bob")
        await bob.do(say.AddBot, strength="casual")
        await ann.do(say.AddBot, strength="steady")
        bots = [seat for seat in ann.room.seats if seat.bot]
        assert [bot.bot for bot in bots] == ["casual", "steady"]
        assert len({bot.name for bot in bots}) == 2
        assert all(bot.ready and bot.person is None for bot in bots)
        assert (await bob.refused(say.RemoveBot, seat=2)).code == "not-host"
        assert (await ann.refused(say.RemoveBot, seat=1)).code == "unknown"
        await ann.do(say.RemoveBot, seat=2)
        assert len(ann.room.seats) == 3
        assert (await ann.refused(say.AddBot, strength="genius")).code == "unknown"


async def test_a_late_comer_watches_and_is_dealt_in_at_the_next_deal_as_last_rank() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=3)
        eve = await house.come("Eve")
        assert eve.frame.view["seat"] is None
        assert ann.room.joining == (eve.room.you,)
        await house.deal(ann, bob)
        assert eve.frame.seat == 2
        assert eve.frame.view["public"]["ranks"][-1] == 2
        assert len(eve.hand) == 3
        assert ann.frame.names == ("Ann", "Bob", "Eve")
        assert [place.person for place in house.store.matches[house.match_id].places][2] == eve.room.you
        house.check_replay()


async def test_a_late_comer_may_think_better_of_it() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=3)
        eve = await house.come("Eve")
        await eve.do(say.Stand)
        await house.deal(ann, bob)
        assert "reseated" not in house.entries


async def test_a_late_comer_who_is_gone_is_not_dealt_in() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=3)
        eve = await house.come("Eve")
        await eve.leave()
        await house.pass_by(31, ann, bob)
        await house.deal(ann, bob)
        assert "reseated" not in house.entries
        eve = await house.connect("Eve")
        await house.deal(ann, bob)
        assert eve.frame.seat == 2


async def test_a_leavers_rank_closes_up_and_the_salary_stays_the_leavers() -> None:
    async with evening() as house:
        ann, bob, cat = await house.match("Ann", "Bob", "Cat", deals=4)
        await house.deal(ann, bob, cat)
        before = salaries(ann)
        await cat.do(say.Stand)
        assert (await cat.refused(say.Play, key="x", move={"type": "choose", "card": 1})).code == "not-seated"
        await house.deal_with_bots(ann, bob)
        assert "reseated" in house.entries
        assert names(ann) == ["Ann", "Bob"]
        assert cat.frame.seat is None
        assert cat.frame.view["private"] is None
        assert salaries(ann)["Cat"] >= before["Cat"]
        assert sorted(ann.frame.view["public"]["ranks"]) == [0, 1]
        house.check_replay()


async def test_whoever_has_stood_up_may_sit_down_again_before_the_next_deal() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=3)
        await bob.do(say.Stand)
        assert (await bob.refused(say.Stand)).code == "not-now"
        await bob.do(say.Sit)
        await house.pass_by(5, ann, bob)
        assert house.entries == ["shuffled"]
        await house.deal(ann, bob)
        assert "reseated" not in house.entries


async def test_where_too_few_would_be_left_a_bot_takes_the_seat() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=3)
        await bob.do(say.Stand)
        await ann.choose()
        await house.pass_by(6, ann, bob)
        assert house.entries[-2:] == ["reseated", "shuffled"] or "reseated" in house.entries
        assert ann.frame.names[:2] == ("Ann", "Bob")
        assert len(ann.frame.names) == 3
        bot = next(seat for seat in ann.room.seats if seat.bot)
        assert bot.number == 2
        assert bot.name == ann.frame.names[2]
        place = house.store.matches[house.match_id].places[2]
        assert (place.person, place.bot, place.name) == (None, "steady", bot.name)


async def test_a_match_that_everybody_leaves_is_broken_off() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=3)
        await bob.do(say.Stand)
        await ann.do(say.Stand)
        assert house.store.matches[house.match_id].state == "stopped: everybody-left"
        assert ann.room.stage == "gathering"
        assert ann.room.seats == ()


async def test_bots_come_and_go_between_deals() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=4)
        await ann.do(say.AddBot, strength="casual")
        assert "casual" in ann.room.joining_bots
        await house.deal(ann, bob)
        assert sorted(names(ann))[:2] == ["Ann", "Bob"]
        assert names(ann)[2:]
        await ann.do(say.RemoveBot, seat=2)
        assert (await ann.refused(say.RemoveBot, seat=2)).code == "not-now"
        await house.deal_with_bots(ann, bob)
        assert len(ann.room.seats) == 2
        assert sorted(names(ann)) == ["Ann", "Bob"]


async def test_a_rematch_keeps_link_people_options_chat_and_ranks() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=1)
        await ann.do(say.Say, text="good luck")
        first, link = house.match_id, ann.room.secret
        eve = await house.come("Eve")
        await house.deal(ann, bob)
        assert ann.frame.outcome is not None
        assert names(ann) == ["Bob", "Ann", "Eve"], "ranks are the seats now, and who waited sits down"
        assert [seat.ready for seat in ann.room.seats] == [False, False, False]
        await house.start(ann, bob, eve)
        assert house.match_id != first
        assert (ann.room.secret, ann.room.options["deals"], ann.room.matches) == (link, 1, 2)
        setup = house.store.matches[house.match_id].setup
        assert (setup.seats, setup.ranked) == (3, True)
        assert ann.frame.names == ("Bob", "Ann", "Eve")
        assert (ann.frame.seat, bob.frame.seat) == (1, 0)
        assert "good luck" in (await house.connect("Eve")).chat


async def test_a_rematch_may_begin_without_the_old_ranks() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=1)
        await house.deal(ann, bob)
        await house.start(ann, bob, keep_ranks=False)
        assert not house.store.matches[house.match_id].setup.ranked


async def test_the_result_stays_on_the_table_until_the_next_match() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", deals=1)
        await house.deal(ann, bob)
        again = await house.connect("Bob")
        assert again.frame.outcome == bob.frame.outcome
        assert again.frame.seat == 1, "seats of the match are not the seats of the room any more"
        assert again.frame.view["private"] is not None
        assert again.frame.ask == "The match is over."


class OtherCard(HighCard):
    slug = "other-card"
    title = "Other Card"


async def test_the_result_leaves_the_table_when_another_game_is_chosen() -> None:
    """Whoever came after that was shown it by the page of a game that could not read it."""
    async with evening(games=(GAME, OtherCard())) as house:
        ann, bob = await house.match("Ann", "Bob", deals=1)
        await house.deal(ann, bob)
        await ann.do(say.SetGame, game="other-card")
        again = await house.connect("Bob")
        assert again.all(Frame) == []
        await house.start(ann, again)
        assert again.frame.match == house.match_id
        assert ann.frame.match == house.match_id


async def test_a_kick_ends_the_seat_and_the_link_still_lets_in() -> None:
    async with evening() as house:
        ann, bob, cat = await house.match("Ann", "Bob", "Cat", deals=3)
        assert bob.room.you is not None
        assert (await cat.refused(say.Kick, person=bob.room.you)).code == "not-host"
        assert (await ann.refused(say.Kick, person=ann.room.you)).code == "not-now"
        await ann.do(say.Kick, person=bob.room.you)
        assert bob.last(Bye).code == "kicked"
        with pytest.raises(NotMember):
            await house.connect("Bob")
        bob = await house.come("Bob", sit=False)
        assert bob.frame.seat is None
        await house.deal_with_bots(ann, cat)
        assert names(ann) == ["Ann", "Cat"]


async def test_a_ban_is_for_good_until_the_host_lifts_it() -> None:
    async with evening() as house:
        ann = await house.room(listed=True)
        bob = await house.come("Bob")
        eve = await house.come("Eve")
        assert bob.room.you is not None
        await ann.do(say.Ban, person=bob.room.you)
        assert bob.last(Bye).code == "banned"
        assert [person.name for person in ann.room.banned] == ["Bob"]
        assert eve.room.banned == ()
        with pytest.raises(Banned):
            await house.come("Bob")
        with pytest.raises(Banned):
            await house.connect("Bob")
        with pytest.raises(Banned):
            await house.lobby.knock(house.id, Person(bob.room.you, "Bob", registered=False))
        await ann.do(say.Unban, person=bob.room.you)
        assert (await ann.refused(say.Unban, person=bob.room.you)).code == "unknown"
        await house.come("Bob")


async def test_somebody_at_the_door_can_be_banned() -> None:
    async with evening() as house:
        ann = await house.room()
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await house.lobby.knock(house.id, bob)
        await ann.do(say.Ban, person=bob.id)
        assert ann.room.knocks == ()
        assert await house.lobby.knocking(house.id, bob.id) == "out"


async def test_a_stranger_watches_a_listed_room_and_no_other() -> None:
    async with evening() as house:
        ann, _bob = await house.match("Ann", "Bob", listed=True)
        stranger = await house.connect(None)
        assert stranger.frame.view["private"] is None
        assert ann.room.watchers == 1
        await ann.do(say.SetRoom, listed=False)
        assert stranger.last(Bye).code == "spectators-off"
        with pytest.raises(NotMember):
            await house.connect(None)
        assert ann.room.watchers == 0


async def test_the_host_may_turn_spectators_off() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob", listed=True)
        eve = await house.come("Eve", sit=False)
        stranger = await house.connect(None)
        await ann.do(say.SetRoom, spectators=False)
        assert stranger.last(Bye).code == "spectators-off"
        before = len(eve.all(Frame))
        await house.deal(ann, bob)
        assert len(eve.all(Frame)) == before
        assert not eve.all(Bye)
        assert not (await house.connect("Eve")).all(Frame)
        assert not (await house.lobby.card(house.id)).watchable


async def test_only_members_talk_and_not_too_fast() -> None:
    async with evening() as house:
        ann = await house.room(listed=True)
        stranger = await house.connect("Eve")
        assert (await stranger.refused(say.Say, text="psst")).code == "not-member"
        for number in range(5):
            await ann.do(say.Say, text=f"line {number}")
        assert (await ann.refused(say.Say, text="one more")).code == "too-much"
        await house.pass_by(10, ann)
        await ann.do(say.Say, text="  a\u202eb \n c\u0007 ")
        assert ann.chat[-1] == "ab c"
        assert (await ann.refused(say.Say, text="\u200b\u0001")).code == "bad-text"
        assert house.store.lines[house.id][-1].text == "ab c"
        assert not stranger.all(Chat)


async def test_chat_is_stored_before_it_is_shown_and_outlives_a_restart() -> None:
    async with evening() as house:
        ann = await house.room()
        await ann.do(say.Say, text="hello")
        await house.restart()
        ann = await house.connect("Ann")
        assert "hello" in ann.chat
        await ann.do(say.Say, text="again")
        assert ann.chat.count("again") == 1


async def test_a_new_name_is_shown_everywhere() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob")
        assert bob.room.you is not None
        await house.lobby.renamed(Person(bob.room.you, "Robert", registered=True))
        await house.clock.pass_by(0)
        assert names(ann) == ["Ann", "Robert"]
        assert ann.frame.names == ("Ann", "Robert")
        assert ann.room.seats[1].registered
        await house.restart()
        assert (await house.connect("Ann")).frame.names == ("Ann", "Robert")


async def test_a_name_that_changed_elsewhere_is_seen_at_the_next_visit() -> None:
    async with evening() as house:
        ann = await house.room()
        await house.lobby.attach(house.id, Person(person_id("Ann"), "Anna", registered=True), None)
        await settle()
        assert names(ann) == ["Anna"]


async def test_lists_show_rooms_that_are_awake() -> None:
    async with evening() as house:
        await house.room(listed=True)
        await house.room("Bob", listed=True)
        await house.come("Cat")
        quiet = await house.room("Dan")
        assert [(card.host, card.people) for card in house.lobby.listed()] == [("Bob", 2), ("Ann", 1)]
        assert quiet.room.you is not None
        assert [card.host for card in await house.lobby.rooms_of(quiet.room.you)] == ["Dan"]


async def test_the_admin_sees_the_public_view_and_may_stop_the_match() -> None:
    async with evening() as house:
        ann, bob = await house.match("Ann", "Bob")
        match = house.match_id
        seen = await house.lobby.running_view(match)
        assert seen is not None
        assert seen["view"]["private"] is None
        assert seen["names"] == ["Ann", "Bob"]
        msgspec.json.encode(seen)
        assert await house.lobby.stop_match(match, "Complaint upheld.")
        await house.clock.pass_by(0)
        assert bob.room.stage == "gathering"
        assert "The house breaks the match off: Complaint upheld." in ann.chat
        assert house.store.matches[match].state == "stopped: Complaint upheld."
        assert not await house.lobby.stop_match(match, "again")
        assert await house.lobby.running_view(match) is None
