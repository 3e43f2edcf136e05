"""Without network: the table opens, hands wait on the phone, and go out in order, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from sessions.models import Game
from sessions.services import changes
from sessions.services.links import Role, revoke, take_over
from sessions.views import entry
from tests.browser.phones import (
    Table,
    key,
    new_table,
    overhang,
    pad,
    record,
    seat,
    until_yes,
)

OpenPhone = Callable[..., Page]

KEPT = """async () => {
  const pages = await caches.open("jantaku-pages");
  return (await pages.keys()).some(({ url }) => url.endsWith("?stamp"));
}"""


BOARD_KEPT = """async (text) => {
  const board = await caches.match(`${location.pathname}?part`);
  return Boolean(board) && (await board.text()).includes(text);
}"""


SENT = """async () => {
  if (!self.queue) return false;
  const hands = await queue.list();
  return hands.every((hand) => hand.trouble);
}"""


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return new_table()


@pytest.fixture
def keeper(open_phone: OpenPhone, watch: Any) -> Callable[..., Page]:
    """A phone with the table open and kept, ``with_table(table)``."""
    watch.lose_network()

    def keeper(table: Table, path: str = "", **options: Any) -> Page:
        phone = open_phone(**{"service_workers": "allow", **options})
        phone.goto(table.path)
        phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
        until_yes(phone, KEPT)
        phone.goto(table.path + path)
        return phone

    return keeper


def leave(phone: Page) -> None:
    """Out of reach of the network; the page has noticed."""
    phone.context.set_offline(True)
    phone.wait_for_function("() => live.down")


def come_back(phone: Page) -> None:
    phone.context.set_offline(False)


def waiting(phone: Page) -> list[str]:
    """What waits, as the phone's own list says it."""
    phone.wait_for_function("() => self.queue")
    return phone.evaluate("queue.list().then((hands) => hands.map((hand) => hand.text))")


def enter_ron(phone: Page, winner: int, off: int, han: int, fu: int = 30) -> None:
    """A whole win by taps, from the table to the table."""
    phone.locator("#enter-ron").tap()
    expect(phone.locator(".alone")).to_be_visible()
    seat(phone, winner).tap()
    seat(phone, off).tap()
    pad(phone, "han", han).tap()
    pad(phone, "fu", fu).tap()
    record(phone)


def expect_sent(phone: Page, table: Table, count: int) -> None:
    """All is out of the queue and on the table."""
    until_yes(phone, SENT)
    assert waiting(phone) == []
    expect(phone.locator(".waiting")).to_have_count(0)
    assert len(table.outcomes()) == count


# -- the table without network -------------------------------------------------------------------


def test_the_table_opens_without_network(keeper: Callable[..., Page], table: Table) -> None:
    phone = keeper(table)
    leave(phone)
    phone.goto(table.path)
    expect(phone.locator("#score-2")).to_have_text("25,000")
    expect(phone.locator("#last")).to_contain_text("No network. This is the table of")
    other = phone.context.new_page()
    other.goto(table.path)
    expect(other.locator("#score-2")).to_have_text("25,000")
    phone.locator("#enter-more").tap()
    expect(phone.locator("main")).to_contain_text("Chombo")


def test_what_opens_is_the_newest_table_this_phone_has_shown(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    table.record()
    expect(phone.locator("#score-1")).to_have_text("27,000")
    until_yes(phone, BOARD_KEPT, "27,000")
    leave(phone)
    phone.goto(table.path)
    expect(phone.locator("#score-1")).to_have_text("27,000")
    expect(phone.locator(".plate")).to_contain_text("East 2")
    come_back(phone)
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")


def test_a_page_that_was_not_kept_says_so_and_leads_back(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.get_by_label("Menu").tap()
    expect(phone.get_by_role("alert")).to_contain_text("No network")
    phone.get_by_text("Back", exact=True).tap()
    expect(phone.locator("#enter-ron")).to_be_visible()


def test_a_watching_phone_keeps_the_table_too(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    watch.lose_network()
    phone = open_phone(service_workers="allow")
    phone.goto(table.watching)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until_yes(phone, KEPT)
    phone.reload()
    leave(phone)
    phone.reload()
    expect(phone.locator("#score-0")).to_have_text("25,000")
    expect(phone.locator("#enter-ron")).to_have_count(0)


# -- ten hands -----------------------------------------------------------------------------------


def test_ten_hands_without_network_are_stored_each_once_in_their_order(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    expected: list[Any] = []
    for number in range(1, 10):
        winner, off, fu = number // 3 % 4, (number // 3 + 1) % 4, 30 + 10 * (number % 3)
        enter_ron(phone, winner, off, number % 3 + 1, fu)
        expected.append((winner, off, {"han": number % 3 + 1, "fu": fu}))
        line = "1 hand waits" if number == 1 else f"{number} hands wait"
        expect(phone.locator("#last")).to_contain_text(f"{line} for the network")
    phone.locator("#enter-draw").tap()
    seat(phone, 3).tap()
    record(phone)
    expect(phone.locator("#last")).to_contain_text("10 hands wait for the network")
    assert table.outcomes() == []
    come_back(phone)
    expect_sent(phone, table, 10)
    assert table.wins() == [*expected, (-1, None, [3])]
    expect(phone.locator("#last")).to_contain_text("Draw")
    tokens = table.game.changes.values_list("token", flat=True)
    assert len(set(tokens)) == len(tokens) == 10


def test_hands_survive_the_closed_browser_tab(keeper: Callable[..., Page], table: Table) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    context: BrowserContext = phone.context
    phone.close()
    again = context.new_page()
    again.goto(table.path)
    expect(again.locator("#last")).to_contain_text("2 hands wait for the network")
    context.set_offline(False)
    expect_sent(again, table, 2)
    assert [win[:2] for win in table.wins()] == [(1, 2), (2, 3)]


def test_hands_are_sent_from_any_page_of_the_table_that_is_opened_with_network(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    phone.goto("about:blank")
    come_back(phone)
    phone.goto(table.path + "enter/draw/")
    expect(phone.locator("#record")).to_be_visible()
    until_yes(phone, SENT)
    assert waiting(phone) == []
    assert [win[:2] for win in table.wins()] == [(1, 2)]


def test_a_hand_can_be_taken_out_of_what_waits(keeper: Callable[..., Page], table: Table) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    enter_ron(phone, 3, 0, 4)
    phone.locator(".waiting summary").tap()
    items = phone.locator(".waiting li")
    expect(items).to_have_count(3)
    expect(items.nth(1)).to_contain_text("Chie wins, Dan discards")
    items.nth(1).get_by_role("button", name="Remove").tap()
    expect(phone.locator("#last")).to_contain_text("2 hands wait for the network")
    come_back(phone)
    expect_sent(phone, table, 2)
    assert [win[:2] for win in table.wins()] == [(1, 2), (3, 0)]


def test_a_hand_that_waits_can_be_changed_and_keeps_its_place(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    phone.locator(".waiting summary").tap()
    phone.locator(".waiting li").first.get_by_text("Change").tap()
    expect(phone.locator('[data-seat="1"]')).to_contain_text("wins")
    expect(phone.locator('[data-seat="2"]')).to_contain_text("discards")
    pad(phone, "han", 4).tap()
    record(phone)
    expect(phone.locator("#last")).to_contain_text("2 hands wait for the network")
    come_back(phone)
    expect_sent(phone, table, 2)
    assert [(win[0], win[2]["han"]) for win in table.wins()] == [(1, 4), (2, 1)]


# -- the answer that got lost --------------------------------------------------------------------


@pytest.mark.parametrize("status", [None, 502], ids=["no answer", "502"])
def test_a_hand_whose_answer_was_lost_is_stored_once(
    open_phone: OpenPhone, table: Table, watch: Any, status: int | None
) -> None:
    watch.lose_network()
    watch.allow(502)
    phone = open_phone()
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    reached: list[int] = []

    def drop(route: Route) -> None:
        if reached:
            route.continue_()
            return
        reached.append(route.fetch().status)
        if status:
            route.fulfill(status=status, body="Bad gateway")
        else:
            route.abort("connectionreset")

    phone.route("**/record/", drop)
    phone.locator("#record").tap()
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    assert reached == [200]
    expect_sent(phone, table, 1)


@pytest.fixture
def server_dies(monkeypatch: pytest.MonkeyPatch, watch: Any) -> Callable[..., None]:
    """The server dies once, after the commit and before the answer; ``then`` happens meanwhile."""
    watch.allow(500)
    answer = entry.show_board

    def server_dies(then: Callable[[], None] = lambda: None) -> None:
        def die(*args: Any, **kwargs: Any) -> Any:
            monkeypatch.setattr(entry, "show_board", answer)
            then()
            raise RuntimeError("killed")

        monkeypatch.setattr(entry, "show_board", die)

    return server_dies


def test_a_server_in_trouble_is_asked_again_by_itself(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    """The table still answers, only recording does not."""
    watch.lose_network()
    watch.allow(503)
    phone = open_phone()
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    asked: list[int] = []

    def refuse(route: Route) -> None:
        asked.append(1)
        if len(asked) < 4:
            route.fulfill(status=503, body="Service unavailable")
        else:
            route.continue_()

    phone.route("**/record/", refuse)
    phone.locator("#record").tap()
    expect(phone.locator("#last")).to_contain_text("1 hand waits for the network")
    expect_sent(phone, table, 1)
    assert len(asked) == 4


def test_hands_behind_a_lost_answer_follow_it(
    keeper: Callable[..., Page], table: Table, server_dies: Callable[..., None]
) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    server_dies()
    come_back(phone)
    expect_sent(phone, table, 2)
    assert [win[:2] for win in table.wins()] == [(1, 2), (2, 3)]


def test_after_a_lost_answer_a_hand_of_another_phone_is_still_noticed(
    keeper: Callable[..., Page], table: Table, server_dies: Callable[..., None]
) -> None:
    """The repeated hand's answer names its own version, not that of what came after it."""
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    server_dies(then=lambda: table.record({"type": "draw", "riichi": [], "tenpai": [0]}))
    come_back(phone)
    refused = phone.locator(".waiting li").first
    expect(refused).to_contain_text("Another phone was faster")
    assert [win[0] for win in table.wins()] == [1, -1]
    assert len(waiting(phone)) == 1


# -- what no longer fits -------------------------------------------------------------------------


def test_a_hand_that_no_longer_fits_asks_and_what_is_behind_it_waits(
    keeper: Callable[..., Page], table: Table, axe: Callable[..., None]
) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    table.record({"type": "draw", "riichi": [], "tenpai": [0]})
    come_back(phone)
    expect(phone.locator(".waiting summary")).to_contain_text("was not recorded")
    refused = phone.locator(".waiting li").first
    expect(refused).to_contain_text("Another phone was faster. This is what it recorded:")
    expect(refused).to_contain_text("East 1-0: Draw")
    assert len(table.outcomes()) == 1
    axe(phone)
    refused.get_by_role("button", name="Send again").tap()
    expect_sent(phone, table, 3)
    assert [win[0] for win in table.wins()] == [-1, 1, 2]


def test_the_same_hand_on_two_phones_is_removed_on_one_and_the_rest_goes_on(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 2)
    enter_ron(phone, 2, 3, 1)
    table.record()
    come_back(phone)
    refused = phone.locator(".waiting li").first
    expect(refused).to_contain_text("Another phone was faster")
    refused.get_by_role("button", name="Remove").tap()
    expect_sent(phone, table, 2)
    assert [win[0] for win in table.wins()] == [1, 2]


def test_a_hand_the_rules_refuse_is_kept_and_can_be_put_right(
    keeper: Callable[..., Page], table: Table
) -> None:
    """Dan has too few points for the riichi that was laid."""
    table.record({"type": "adjust", "deltas": [24500, 0, 0, -24500]})
    phone = keeper(table)
    leave(phone)
    phone.locator("#riichi-3").tap()
    expect(phone.locator("#riichi-3")).to_have_attribute("aria-pressed", "true")
    enter_ron(phone, 3, 1, 1)
    come_back(phone)
    refused = phone.locator(".waiting li")
    expect(refused).to_contain_text("too few for riichi")
    refused.get_by_text("Change").tap()
    expect(phone.locator("#record")).to_be_visible()
    expect(phone.locator(".tag.won")).to_have_text("wins")  # no figure yet
    key(phone, "riichi-3").tap()
    expect(phone.locator("#record")).to_contain_text("Record 1,000")
    phone.locator("#record").tap()
    expect(phone.locator("#screen.table")).to_be_visible()
    expect_sent(phone, table, 2)
    assert table.outcomes()[-1]["riichi"] == []


def test_hands_of_a_replaced_link_are_shown_kept_and_sent_after_taking_over(
    keeper: Callable[..., Page], table: Table, watch: Any
) -> None:
    watch.allow(403)
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    enter_ron(phone, 2, 3, 1)
    game = Game.objects.get(pk=table.game.pk)
    revoke(game, Role.WRITE)
    come_back(phone)
    expect(phone.get_by_role("alert")).to_contain_text("This link was replaced")
    kept = phone.locator(".waiting li")
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("Ben wins, Chie discards")
    assert table.outcomes() == []
    phone.get_by_role("link", name="Take the table over").tap()
    phone.locator("[name=phrase]").fill(table.keys.phrase)
    phone.get_by_role("button", name="Take over").tap()
    expect(phone.locator("h1")).to_contain_text("Keys")
    phone.get_by_label("Back").tap()
    expect(phone.locator("#last")).to_contain_text("Chie ron off Dan")
    expect_sent(phone, table, 2)
    assert [win[:2] for win in table.wins()] == [(1, 2), (2, 3)]


def test_a_link_replaced_while_a_hand_is_entered_keeps_the_hand(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    watch.allow(403)
    phone = open_phone()
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    expect(phone.locator("#record")).to_have_text("Record 3,900")
    _, link = take_over(table.game.code, table.keys.phrase)
    phone.locator("#record").tap()
    expect(phone.locator(".waiting li")).to_contain_text("Ben wins, Chie discards")
    expect(phone.locator(".waiting li")).to_contain_text("This link was replaced")
    assert table.outcomes() == []
    phone.goto(f"/g/{link}/")
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    expect_sent(phone, table, 1)


def test_a_phone_that_only_watches_now_does_not_send_by_its_link(
    keeper: Callable[..., Page], table: Table, watch: Any
) -> None:
    watch.allow(403)
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    take_over(table.game.code, table.keys.phrase)
    phone.goto("about:blank")
    come_back(phone)
    phone.goto(table.watching)
    expect(phone.locator(".waiting li")).to_contain_text("This link was replaced")
    expect(phone.locator(".waiting").get_by_text("Change")).to_be_hidden()
    assert table.outcomes() == []


# -- the form that is being filled ---------------------------------------------------------------


def test_the_network_goes_in_the_middle_of_a_hand_and_nothing_typed_is_lost(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table, "enter/win/?winner=1&source=2")
    key(phone, "seat1-han-2").tap()
    expect(phone.locator("#record")).to_have_text("Record 2,000")
    leave(phone)
    expect(phone.locator(".alone .cost")).to_have_text("2000")
    seat(phone, 3).tap()
    expect(phone.locator('[data-seat="3"]')).to_contain_text("discards")
    pad(phone, "fu", 40).tap()
    expect(phone.locator(".cost")).to_have_text("2600")
    pad(phone, "han", 1).tap()
    expect(phone.locator(".cost")).to_have_text("1300")
    record(phone)
    come_back(phone)
    expect_sent(phone, table, 1)
    assert table.wins() == [(1, 3, {"han": 1, "fu": 40})]


def test_the_network_comes_back_in_the_middle_of_a_hand_and_so_does_the_preview(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table, "enter/win/")
    leave(phone)
    expect(phone.locator(".question")).to_have_text("Who won?")
    seat(phone, 1).tap()
    expect(phone.locator(".question")).to_contain_text("Self-draw: tap Ben again.")
    seat(phone, 1).tap()
    pad(phone, "han", 4).tap()
    pad(phone, "fu", 20).tap()
    expect(phone.locator(".cost")).to_have_text("1300-2600")
    come_back(phone)
    expect(phone.locator("#record")).to_have_text("Record 5,200")
    expect(phone.locator(".alone")).to_have_count(0)
    record(phone)
    assert table.wins() == [(1, None, {"han": 4, "fu": 20})]


def test_two_winners_typed_before_the_network_goes_are_both_kept(
    keeper: Callable[..., Page], table: Table
) -> None:
    typed = "winner=1&winner=3&source=2&seat1-way=hanfu&seat1-han=4&seat1-fu=30"
    phone = keeper(table, f"enter/win/?typed=1&{typed}&seat3-way=hanfu&seat3-han=1&seat3-fu=40")
    expect(phone.locator("h1")).to_contain_text("Double ron")
    leave(phone)
    expect(phone.locator(".alone")).to_be_visible()
    record(phone)
    come_back(phone)
    expect_sent(phone, table, 1)
    assert table.wins() == [(1, 2, {"han": 4, "fu": 30}), (3, 2, {"han": 1, "fu": 40})]


def test_a_phone_that_can_keep_nothing_says_so_and_leaves_the_form_as_it_is(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    watch.lose_network()
    phone = open_phone()
    phone.add_init_script("IDBFactory.prototype.open = () => { throw new Error('private'); }")
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    expect(phone.locator("#record")).to_have_text("Record 3,900")
    leave(phone)
    key(phone, "seat1-han-4").tap()
    phone.locator("#record").tap()
    expect(phone.locator("#meanwhile")).to_contain_text("No network")
    come_back(phone)
    expect(phone.locator("#record")).to_have_text("Record 8,000")
    record(phone)
    assert table.wins() == [(1, 2, {"han": 4, "fu": 30})]


def test_what_cannot_be_is_kept_out_without_the_server(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.locator("#enter-tsumo").tap()
    seat(phone, 1).tap()
    expect(phone.locator(".cost")).to_have_text("1000-2000")
    fu = phone.locator('input[name="any-fu"]')
    expect(fu.and_(phone.locator('[value="20"]'))).to_be_enabled()
    pad(phone, "fu", 20).tap()
    pad(phone, "han", 1).tap()
    expect(fu.and_(phone.locator('[value="20"]'))).to_be_disabled()
    expect(fu.and_(phone.locator('[value="30"]'))).to_be_checked()
    pad(phone, "han", "haneman").tap()
    expect(fu.and_(phone.locator('[value="30"]'))).to_be_disabled()
    expect(phone.locator(".cost")).to_have_text("3000-6000")
    record(phone)
    come_back(phone)
    expect_sent(phone, table, 1)
    assert table.wins() == [(1, None, {"limit": "haneman"})]


def test_after_the_first_hand_nobody_knows_the_dealer_and_both_prices_are_said(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    enter_ron(phone, 1, 2, 3)
    phone.locator("#enter-ron").tap()
    seat(phone, 0).tap()
    seat(phone, 1).tap()
    expect(phone.locator(".cost")).to_have_text("3900, as dealer 5800")
    expect(phone.locator("#title small")).to_be_hidden()


def test_a_hand_without_a_winner_cannot_be_recorded(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.locator("#enter-ron").tap()
    expect(phone.locator("#record")).to_have_attribute("aria-disabled", "true")
    phone.locator("#record").tap(force=True)
    phone.wait_for_timeout(200)
    assert waiting(phone) == []
    phone.goto(table.path + "enter/abort/")
    expect(phone.locator("#record")).to_have_attribute("aria-disabled", "true")
    key(phone, "reason-four-kans").tap()
    record(phone)
    come_back(phone)
    expect_sent(phone, table, 1)
    assert table.outcomes()[0]["reason"] == "four-kans"


def test_a_seat_tapped_on_the_table_has_won_without_network_too(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.locator("#won-3").tap()
    expect(phone.locator('[data-seat="3"]')).to_contain_text("wins")
    phone.locator("#pick").tap()
    seat(phone, 2).tap()
    seat(phone, 0).tap()
    record(phone)
    come_back(phone)
    expect_sent(phone, table, 1)
    assert table.wins() == [(2, 0, {"han": 3, "fu": 30})]


def test_two_winners_off_one_discard_are_entered_without_network(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.locator("#enter-ron").tap()
    expect(phone.locator(".alone")).to_be_visible()
    seat(phone, 1).tap()
    seat(phone, 3).tap()
    pad(phone, "han", 4).tap()
    pad(phone, "fu", 25).tap()
    phone.locator("#pick").tap()
    expect(phone.locator('[data-seat="1"]')).to_contain_text("wins")
    expect(phone.locator('[data-seat="3"]')).to_contain_text("discards")
    expect(phone.locator('[data-seat="1"] input')).to_be_disabled()
    expect(phone.locator("#record")).to_have_attribute("aria-disabled", "true")
    seat(phone, 2).tap()
    expect(phone.locator(".alone .cost")).to_have_text("3900")
    pad(phone, "han", 2).tap()
    expect(phone.locator(".alone .cost")).to_have_text("2000")
    record(phone)
    (text,) = waiting(phone)
    assert all(word in text for word in ("Ben wins", "Chie wins", "Dan discards", "4 han", "2 han"))
    come_back(phone)
    expect_sent(phone, table, 1)
    assert sorted(table.wins()) == [(1, 3, {"han": 4, "fu": 25}), (2, 3, {"han": 2, "fu": 30})]


def test_a_waiting_hand_of_two_winners_can_be_changed(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.locator("#enter-ron").tap()
    expect(phone.locator(".alone")).to_be_visible()
    seat(phone, 1).tap()
    seat(phone, 3).tap()
    phone.locator("#pick").tap()
    seat(phone, 2).tap()
    pad(phone, "han", 2).tap()
    record(phone)
    phone.locator(".waiting summary").tap()
    phone.locator(".waiting .change").tap()
    expect(phone.locator('[data-seat="1"]')).to_contain_text("wins")
    expect(phone.locator('[data-seat="2"]')).to_contain_text("wins")
    expect(phone.locator('[data-seat="3"]')).to_contain_text("discards")
    seat(phone, 0).tap()
    record(phone)
    come_back(phone)
    expect_sent(phone, table, 1)
    assert sorted(table.wins()) == [(1, 0, {"han": 3, "fu": 30}), (2, 0, {"han": 2, "fu": 30})]


def test_riichi_sticks_laid_without_network_are_in_the_hand(
    keeper: Callable[..., Page], table: Table
) -> None:
    phone = keeper(table)
    leave(phone)
    phone.locator("#riichi-0").tap()
    phone.locator("#riichi-1").tap()
    phone.locator("#riichi-0").tap()
    expect(phone.locator("#riichi-1")).to_have_attribute("aria-pressed", "true")
    phone.locator("#enter-draw").tap()
    record(phone)
    expect(phone.locator("#riichi-1")).to_have_attribute("aria-pressed", "false")
    enter_ron(phone, 1, 2, 3)
    come_back(phone)
    expect_sent(phone, table, 2)
    draw, win = table.outcomes()
    assert (draw["riichi"], draw["tenpai"]) == ([1], [1])
    assert win["riichi"] == []


def test_riichi_sticks_laid_without_network_are_shown_to_the_others_on_return(
    keeper: Callable[..., Page], table: Table
) -> None:
    changes.declare(table.game, 2, declared=True)
    phone = keeper(table)
    leave(phone)
    phone.locator("#riichi-0").tap()
    phone.locator("#riichi-2").tap()
    phone.locator("#riichi-3").tap()
    come_back(phone)
    expect(phone.locator("#score-3")).to_have_text("24,000")
    expect(phone.locator("#score-0")).to_have_text("24,000")
    expect(phone.locator("#score-2")).to_have_text("25,000")
    assert Game.objects.get(pk=table.game.pk).declared == [0, 3]


def test_hong_kong_and_zung_jung_are_entered_without_network_too(
    keeper: Callable[..., Page], transactional_db: None
) -> None:
    hongkong, zungjung = new_table("hongkong"), new_table("zungjung")
    phone = keeper(hongkong)
    leave(phone)
    phone.locator("#enter-win").tap()
    seat(phone, 1).tap()
    seat(phone, 2).tap()
    expect(phone.locator("#record")).to_have_attribute("aria-disabled", "true")
    expect(phone.locator(".question")).to_have_text("What is it worth?")
    pad(phone, "fan", 3).tap()
    expect(phone.locator(".cost")).to_have_text("$32")
    record(phone)
    come_back(phone)
    expect_sent(phone, hongkong, 1)
    assert hongkong.wins() == [(1, 2, {"faan": 3})]

    phone = keeper(zungjung)
    leave(phone)
    phone.locator("#enter-self").tap()
    seat(phone, 3).tap()
    pad(phone, "hundreds", 100).tap()
    pad(phone, "tens", 20).tap()
    expect(phone.locator(".cost")).to_have_text("120 × 3")
    record(phone)
    come_back(phone)
    expect_sent(phone, zungjung, 1)
    assert zungjung.wins() == [(3, None, {"points": 120})]


# -- a phone that keeps no pages -----------------------------------------------------------------


def test_without_a_worker_the_open_form_still_keeps_its_hand(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    """As on a plain http address in the house, where browsers allow no worker."""
    watch.lose_network()
    phone = open_phone()
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    expect(phone.locator("#record")).to_have_text("Record 3,900")
    leave(phone)
    phone.locator("#record").tap()
    expect(phone.locator("#meanwhile")).to_contain_text("1 hand waits for the network")
    expect(phone.locator("#record")).to_be_disabled()
    come_back(phone)
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    assert len(table.outcomes()) == 1


# -- looks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)], ids=str)
def test_screens_without_network_are_sound(
    keeper: Callable[..., Page], table: Table, axe: Callable[..., None], size: tuple[int, int]
) -> None:
    phone = keeper(table, width=size[0], height=size[1])

    def sound() -> None:
        axe(phone)
        assert overhang(phone) <= 0

    leave(phone)
    sound()
    enter_ron(phone, 1, 2, 3)
    sound()
    phone.locator(".waiting summary").tap()
    sound()
    phone.locator("#enter-ron").tap()
    expect(phone.locator(".alone")).to_be_visible()
    sound()
    seat(phone, 1).tap()
    seat(phone, 2).tap()
    sound()
    phone.goto(table.path + "menu/")
    sound()
