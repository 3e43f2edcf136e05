"""Accounts: signing up, in and out, passwords forgotten and changed, and giving the account up."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.logs import without_links
from scoring.errors import ScoringError
from sessions.models import Club, Entry, Membership, Player
from sessions.services import accounts
from sessions.services.clubs import create_club
from tests.sessions.conftest import PASSWORD, new_user, signed_in

LOGIN, REGISTER = "/account/login/", "/account/register/"
NEW = "another horse 43"


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: Any) -> Any:
    return client.post(LOGIN, {"username": name, "password": password, **more})


def is_in(client: Client) -> bool:
    return bool(client.get("/account/").status_code == 200)


@pytest.fixture
def user(db: None) -> User:
    return new_user("mai")


# -- up, in and out -------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["mai", "舞", "mai.m-1"])
def test_who_signs_up_is_in(client: Client, name: str) -> None:
    data = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    response = client.post(REGISTER, data)
    assert (response.status_code, response["Location"]) == (302, "/clubs/")
    assert is_in(client)
    assert User.objects.get().username == name


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": ""},
        {"username": "MAI"},
        {"username": "no spaces"},
        {"username": "x" * 61},
        {"password2": "other horse 42"},
        {"password1": "short", "password2": "short"},
        {"password1": "12345678901", "password2": "12345678901"},
        {"password1": "password1", "password2": "password1"},
    ],
)
def test_who_may_not_sign_up_so_keeps_what_was_typed(
    client: Client, user: User, wrong: dict[str, str]
) -> None:
    data = {"username": "nao", "password1": PASSWORD, "password2": PASSWORD} | wrong
    response = client.post(REGISTER, data)
    assert response.status_code == 422
    assert response.context["form"].errors
    assert f'value="{data["username"]}"' in response.content.decode() or not data["username"]
    assert PASSWORD not in response.content.decode()
    assert User.objects.count() == 1


def test_signing_in_and_out(client: Client, user: User) -> None:
    assert sign_in(client, "mai")["Location"] == "/clubs/"
    assert is_in(client)
    assert client.get("/account/logout/").status_code == 302
    assert is_in(client)
    client.post("/account/logout/")
    assert not is_in(client)


def test_it_is_not_told_which_was_wrong(client: Client, user: User) -> None:
    User.objects.create_user("asleep", password=PASSWORD, is_active=False)
    pages = set()
    for name, password in (("mai", "wrong"), ("nobody", PASSWORD), ("asleep", PASSWORD)):
        response = sign_in(client, name, password)
        assert response.status_code == 422
        page = response.content.decode().replace(f'value="{name}"', "")
        pages.add(re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]*"', "", page))
    assert len(pages) == 1
    assert "do not belong together" in pages.pop()


@pytest.mark.parametrize(
    "where, to",
    [
        ("/c/harbour/", "/c/harbour/"),
        ("/join/abc/", "/join/abc/"),
        ("https://evil.example/", "/clubs/"),
        ("//evil.example/", "/clubs/"),
        ("/\\evil.example", "/clubs/"),
        ("javascript:alert(1)", "/clubs/"),
        ("club:home", "/clubs/"),
        ("", "/clubs/"),
    ],
)
def test_signing_in_leads_on_but_only_here(client: Client, user: User, where: str, to: str) -> None:
    assert sign_in(client, "mai", next=where)["Location"] == to
    assert client.get(LOGIN, {"next": where})["Location"] == to
    assert client.get(REGISTER, {"next": where})["Location"] == to


def test_too_many_wrong_passwords_have_to_wait(client: Client, user: User) -> None:
    for _ in range(7):
        assert sign_in(client, "mai", "wrong").status_code == 422
    response = sign_in(client, "mai", "wrong")
    assert response.status_code == 429
    assert "Try again in 15 minutes" in response.content.decode()
    assert 'value="mai"' in response.content.decode()
    assert sign_in(client, "mai").status_code == 429
    past = timezone.now() - timedelta(minutes=10)
    AccessAttempt.objects.update(attempt_time=past)
    assert "Try again in 5 minutes" in sign_in(client, "mai").content.decode()
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in(client, "mai").status_code == 302


def test_who_does_not_exist_has_to_wait_the_same(client: Client, db: None) -> None:
    for _ in range(8):
        response = sign_in(client, "nobody", "wrong")
    assert response.status_code == 429


@pytest.mark.parametrize(
    "address, waits",
    [("2001:db8:1:2:ffff::9", True), ("2001:db8:1:3::1", False), ("10.0.0.9", False)],
)
def test_one_line_to_the_internet_is_one_address(user: User, address: str, waits: bool) -> None:
    """An IPv6 line has more addresses than there are passwords."""
    for n in range(8):
        sign_in(Client(REMOTE_ADDR=f"2001:db8:1:2::{n}"), "mai", "wrong")
    response = sign_in(Client(REMOTE_ADDR=address), "mai")
    assert response.status_code == (429 if waits else 302)


def test_another_phone_is_not_kept_out(client: Client, user: User) -> None:
    for _ in range(9):
        sign_in(client, "mai", "wrong")
    assert sign_in(Client(REMOTE_ADDR="10.0.0.9"), "mai").status_code == 302


# -- passwords ------------------------------------------------------------------------------------


def test_a_changed_password_puts_other_phones_out(user: User) -> None:
    here, there = signed_in(user), signed_in(user)
    data = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/account/password/", data | {"old_password": "wrong"}).status_code == 422
    response = here.post("/account/password/", data, follow=True)
    assert "The password is changed." in response.content.decode()
    assert is_in(here)
    assert not is_in(there)
    assert sign_in(Client(), "mai", NEW).status_code == 302


@pytest.fixture
def posted(settings: Any, user: User) -> User:
    settings.EMAIL_HOST = "mail.example"
    user.email = "mai@example.org"
    user.save()
    return user


def test_a_mail_lets_in_who_forgot(client: Client, posted: User) -> None:
    answers = set()
    for address in ("mai@example.org", "nobody@example.org"):
        response = client.post("/account/forgotten/", {"email": address})
        assert response.status_code == 200
        page = response.content.decode()
        answers.add(re.sub(r'X-CSRFToken": "[^"]*"', "", page))
    assert len(answers) == 1
    (sent,) = mail.outbox
    assert sent.to == ["mai@example.org"]
    path = re.search(r"http://testserver(/account/reset/\S+)", sent.body)
    assert path is not None
    _set_anew(client, path.group(1))


@pytest.mark.parametrize("language, said", [("ja", "新しいパスワード"), ("zh-hant", "新密碼")])
def test_a_mail_is_in_the_readers_language(
    client: Client, posted: User, language: str, said: str
) -> None:
    asked = {"accept-language": language}
    client.post("/account/forgotten/", {"email": "mai@example.org"}, headers=asked)
    (sent,) = mail.outbox
    assert said in sent.subject
    assert said in sent.body


def _set_anew(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200
    assert client.post(path, {"new_password1": "x", "new_password2": "x"}).status_code == 422
    assert client.post(path, {"new_password1": NEW, "new_password2": NEW}).status_code == 302
    assert sign_in(Client(), "mai", NEW).status_code == 302
    for response in (client.get(path), client.post(path, {"new_password1": NEW})):
        assert response.status_code == 404
        assert "was used" in response.content.decode()


def test_the_mail_address_is_changed_where_mail_is_set_up(posted: User, settings: Any) -> None:
    page = signed_in(posted)
    before = reverse("club:reset", args=accounts._key(posted))
    assert 'value="mai@example.org"' in page.get("/account/").content.decode()
    sure = {"password": PASSWORD}
    assert page.post("/account/", {"email": "no address", **sure}).status_code == 422
    assert page.post("/account/", {"email": "new@example.org", **sure}).status_code == 302
    posted.refresh_from_db()
    assert posted.email == "new@example.org"
    assert Client().get(before).status_code == 404
    settings.EMAIL_HOST = ""
    assert page.post("/account/", {"email": "x@example.org", **sure}).status_code == 200
    posted.refresh_from_db()
    assert posted.email == "new@example.org"


@pytest.mark.parametrize("password", [{}, {"password": ""}, {"password": "no such horse"}])
def test_a_phone_left_lying_about_gives_the_account_to_nobody(
    posted: User, password: dict[str, str]
) -> None:
    """Whoever says where the mail goes has the next password."""
    response = signed_in(posted).post("/account/", {"email": "thief@example.org", **password})
    assert response.status_code == 422
    assert "thief@example.org" in response.content.decode()
    posted.refresh_from_db()
    assert posted.email == "mai@example.org"


def test_without_mail_the_page_names_who_helps(client: Client, user: User) -> None:
    for response in (
        client.get("/account/forgotten/"),
        client.post("/account/forgotten/", {"email": "mai@example.org"}),
    ):
        assert "An organiser of your club" in response.content.decode()
    assert mail.outbox == []


@pytest.fixture
def forgetful(house: Any, user: User) -> Membership:
    return Membership.objects.create(club=house.club, user=user)


def of(house: Any, role: str) -> Membership:
    return Membership.objects.get(club=house.club, user=house.users[role])


def test_an_organisers_link_lets_in_once(house: Any, forgetful: Membership) -> None:
    for _ in range(8):
        sign_in(Client(), "mai", "wrong")
    page = house.organiser.post(house.at("way_back", forgetful.pk), follow=True)
    assert page.status_code == 200
    path = re.search(r"http://testserver(/account/reset/[^\"]+)", page.content.decode())
    assert path is not None
    assert "/account/reset/" not in house.owner.get(page.request["PATH_INFO"]).content.decode()
    _set_anew(Client(), path.group(1))
    entry = Entry.objects.latest("id")
    assert (entry.kind, entry.by, entry.label) == ("member.reset", "organiser", "mai")
    assert path.group(1).split("/")[-2] not in str(Entry.objects.values())


def test_a_link_is_old_after_a_day_or_when_they_sign_in(
    house: Any, forgetful: Membership, settings: Any
) -> None:
    path = reverse("club:reset", args=accounts.way_back(of(house, "owner"), forgetful))
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert Client().get(path).status_code == 404
    settings.PASSWORD_RESET_TIMEOUT = 3600
    assert Client().get(path).status_code == 200
    sign_in(Client(), "mai")
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize(
    "uid, token", [("x", "y"), ("MQ", "bogus-token"), ("____", "a-b"), ("é", "a")]
)
def test_a_made_up_key_opens_nothing(client: Client, user: User, uid: str, token: str) -> None:
    assert client.get(reverse("club:reset", args=(uid, token))).status_code == 404


def refused(giver: Membership, member: Membership, words: str) -> None:
    before = Entry.objects.count()
    with pytest.raises(ScoringError, match=words):
        accounts.way_back(giver, member)
    assert Entry.objects.count() == before


def test_nobody_opens_an_account_they_do_not_rule_over(house: Any, forgetful: Membership) -> None:
    organiser, owner = of(house, "organiser"), of(house, "owner")
    refused(organiser, owner, "own role")
    refused(organiser, organiser, "own role")
    refused(owner, owner, "own role")
    accounts.way_back(owner, organiser)


def test_an_account_that_is_more_elsewhere_is_not_opened_from_here(
    house: Any, forgetful: Membership
) -> None:
    """Else whoever makes a club and invites somebody could take over what is theirs elsewhere."""
    create_club(forgetful.user, name="Their own")
    refused(of(house, "owner"), forgetful, "in another club")
    Membership.objects.create(
        club=Club.objects.get(name="Their own"), user=house.users["owner"], role="owner"
    )
    accounts.way_back(of(house, "owner"), forgetful)


def test_who_runs_the_server_or_has_mail_is_not_opened(
    house: Any, forgetful: Membership, settings: Any
) -> None:
    User.objects.filter(pk=forgetful.user.pk).update(is_staff=True)
    refused(of(house, "owner"), Membership.objects.get(pk=forgetful.pk), "runs the server")
    User.objects.filter(pk=forgetful.user.pk).update(is_staff=False, email="mai@example.org")
    settings.EMAIL_HOST = "mail.example"
    refused(of(house, "owner"), Membership.objects.get(pk=forgetful.pk), "by mail")


def test_keys_of_accounts_and_invitations_are_not_logged() -> None:
    for path in ("/account/reset/MQ/c0ffee-1234/", "/join/s3cret/?next=/x/"):
        told = without_links(f"Not Found: {path} from here")
        assert "c0ffee" not in told
        assert "s3cret" not in told
        assert told.endswith("from here")


# -- goodbye --------------------------------------------------------------------------------------


def test_a_deleted_account_leaves_players_and_no_name(house: Any) -> None:
    user = house.users["member"]
    player = Player.objects.create(club=house.club, name="Mai", user=user)
    Entry.objects.create(club=house.club, kind="game.record", subject="game", subject_id=1,
                         user=user, by="member")  # fmt: skip
    assert house.member.post("/account/delete/", {"password": "wrong"}).status_code == 422
    assert house.member.post("/account/delete/", {"password": PASSWORD}).status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()
    assert not is_in(house.member)
    player.refresh_from_db()
    assert player.user is None
    told = list(Entry.objects.filter(club=house.club).values_list("by", "label", "before", "after"))
    assert not any("member" in (by, label) for by, label, _, _ in told)


def test_the_last_owner_of_a_club_stays(house: Any) -> None:
    response = house.owner.post("/account/delete/", {"password": PASSWORD})
    assert response.status_code == 422
    assert "needs an owner" in response.content.decode()
    assert Membership.objects.filter(user=house.users["owner"]).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["x" * 300, "😀" * 300], ids=["letters", "emoji"])
def test_a_name_longer_than_any_is_nobodys_and_not_kept(client: Client, name: str) -> None:
    answer = client.post("/account/login/", {"username": name, "password": "wrong"})
    assert answer.status_code == 422
    assert not AccessAttempt.objects.exists()
