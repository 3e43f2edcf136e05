"""Games in a season: the list, a new table, a result from paper, a quick game taken over; one game
and what its scorekeepers do with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.game import Variety
from scoring.varieties import VARIETIES, variety
from sessions.forms.keys import TakeOverForm
from sessions.forms.meanwhile import carried, meet
from sessions.forms.season import (
    LinkForm,
    MatchForm,
    PaperForm,
    ReasonForm,
    ResultForm,
    SeatsForm,
    TableForm,
    WhenForm,
)
from sessions.limits import spend
from sessions.models import ClubRole, Game, Season
from sessions.selectors.club_games import games_page
from sessions.selectors.games import Known, known_games
from sessions.selectors.history import Story, history, story
from sessions.selectors.people import players_of
from sessions.selectors.result import result_sheet
from sessions.selectors.standings import varieties_of
from sessions.selectors.trail import entered
from sessions.services import season_games as service
from sessions.services.links import (
    LinkRevoked,
    LinkUnknown,
    Role,
    TooManyTries,
    WrongPhrase,
    derived,
    open_link,
    open_links,
    take_over,
)
from sessions.services.people import clean_name, find_players
from sessions.services.seasons import latest_edition
from sessions.services.standings import LOCKED
from sessions.services.turns import renew_keys
from sessions.views.access import remember, remembered
from sessions.views.club.access import View, Visit, for_anyone, for_role
from sessions.views.club.refusals import explained
from sessions.views.club.seasons import FORM, may_see, of_season, while_open
from sessions.views.keys import qr
from sessions.words import error_text, sentence

LONGEST_MARK = 40


@require_safe
@for_anyone
@of_season
def games(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """The season's games, those that play first, page by page."""
    page = games_page(season, request.GET.get("before", "")[:LONGEST_MARK])
    context = {"visit": visit, "season": season, "page": page}
    return render(request, "club/season/games.html", context)


@require_safe
@for_role(ClubRole.MEMBER)
def all_games(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's games, of every season and of none, page by page."""
    page = games_page(visit.club, request.GET.get("before", "")[:LONGEST_MARK])
    return render(request, "club/games.html", {"visit": visit, "page": page})


# -- which game is played -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """The variety a new game is of, its rules in a line, and the others of the season."""

    variety: Variety
    seats: tuple[str, ...]
    total: int
    summary: str
    others: tuple[tuple[str, str, bool], ...]


def _played(request: HttpRequest, season: Season) -> Played:
    """By ``?game=``, else the season's first. ``Http404`` where nothing is played in it yet."""
    keys = varieties_of(season)
    if not keys:
        raise Http404
    wanted = request.POST.get("game") or request.GET.get("game") or ""
    kind = variety(wanted if wanted in keys else keys[0])
    edition = latest_edition(season, kind.key)
    rules = kind.rules(None, edition.rules if edition is not None else {})
    return Played(
        variety=kind,
        seats=_winds(kind, kind.players(rules)),
        total=int(sum(kind.start(rules).scores)),
        summary=kind.summary(rules, _),
        others=tuple((key, _(VARIETIES[key].name), key == kind.key) for key in keys),
    )


def _winds(kind: Variety, count: int) -> tuple[str, ...]:
    return tuple(kind.wind_name(seat, _) for seat in range(count))


# -- new games ------------------------------------------------------------------------------------


@require_http_methods(FORM)
@for_role(ClubRole.SCOREKEEPER)
@of_season
@while_open
def start(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """A new table: who sits where; then its keys."""
    played = _played(request, season)
    posted = request.POST if request.method == "POST" else None
    form = TableForm(posted, seats=played.seats, players=list(players_of(visit.club)))
    if form.is_valid():
        try:
            game, _keys = service.start_table(
                season,
                visit.user,
                variety=played.variety.key,
                players=form.chosen(),
                title=form.cleaned_data["title"],
                random_seats=form.cleaned_data["mode"] == "drawn",
            )
        except ScoringError as error:
            form.refuse(error)
        else:
            return redirect("club:game", visit.club.slug, game.code)
    return _new_page(request, visit, season, "start", form, played)


@require_http_methods(FORM)
@for_role(ClubRole.SCOREKEEPER)
@of_season
@while_open
def paper(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """The final scores of a game that was written on paper."""
    played = _played(request, season)
    posted = request.POST if request.method == "POST" else None
    form = PaperForm(posted, seats=played.seats, players=list(players_of(visit.club)))
    if form.is_valid():
        data = form.cleaned_data
        try:
            game = service.from_paper(
                season,
                visit.user,
                variety=played.variety.key,
                players=form.chosen(),
                scores=form.scores(),
                when=data["when"],
                anyway=data["anyway"],
                reason=data["reason"],
            )
        except ScoringError as error:
            form.refuse(error, explained(visit.club, error))
        else:
            return redirect("club:game", visit.club.slug, game.code)
    return _new_page(request, visit, season, "paper", form, played)


def _new_page(
    request: HttpRequest, visit: Visit, season: Season, name: str, form: Any, played: Played
) -> HttpResponse:
    context = {"visit": visit, "season": season, "form": form, "played": played}
    status = 422 if form.is_bound else 200
    return render(request, f"club/season/{name}.html", context, status=status)


# -- a quick game ---------------------------------------------------------------------------------


@require_http_methods(FORM)
@for_role(ClubRole.SCOREKEEPER)
@of_season
@while_open
def adopt(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Take a quick game into the season: its link, or its code and phrase; then who its players
    are."""
    if "phrase" in request.POST:
        return _by_phrase(request, visit, season)
    link = _link_of(request.POST.get("link") or request.GET.get("link") or "")
    if not link:
        return _adopt_page(request, visit, season, LinkForm())
    try:
        game = _opened(link)
    except ScoringError as error:
        form = LinkForm({"link": link})
        form.is_valid()
        form.refuse(error)
        return _adopt_page(request, visit, season, form)
    match = _match_form(request, visit, season, game)
    if match.is_valid():
        try:
            service.adopt(
                season,
                visit.user,
                game,
                people=match.matched(),
                other_rules=bool(match.cleaned_data.get("other_rules")),
            )
        except ScoringError as error:
            match.refuse(error)
        else:
            return redirect("club:game", visit.club.slug, game.code)
    return _adopt_page(request, visit, season, match, game=game, link=link)


def _by_phrase(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """With the code and the phrase of a table this phone takes it over: then it is one of its own,
    and is taken in as they are."""
    form = TakeOverForm(request.POST)
    if form.is_valid():
        try:
            link = take_over(form.cleaned_data["code"], form.cleaned_data["phrase"])[1]
        except (WrongPhrase, TooManyTries) as error:
            if isinstance(error, WrongPhrase):
                spend(request, "link")
            form.refuse(error)
        else:
            response = redirect("club:season_adopt", visit.club.slug, season.slug)
            remember(request, response, link)
            return response
    return _adopt_page(request, visit, season, LinkForm(), by_phrase=form)


def _link_of(typed: str) -> str:
    """The key at the end of an address that was typed or scanned."""
    parts = [part for part in typed.strip().split("/") if part]
    if "g" in parts[:-1]:
        return parts[parts.index("g") + 1]
    return parts[-1] if parts else ""


def _opened(link: str) -> Game:
    """The game of a writing link that is nobody's yet. ``ScoringError`` at ``link``."""
    try:
        game, role = open_link(link)
    except LinkUnknown:
        raise ScoringError("link", "no table has this link") from None
    except LinkRevoked:
        raise ScoringError("link", "this link was replaced by a new one") from None
    if role is not Role.WRITE:
        raise ScoringError("link", "this link only watches; take the one that writes")
    service.check_free(game)
    return game


def _match_form(request: HttpRequest, visit: Visit, season: Season, game: Game) -> MatchForm:
    """Whom the club knows by name or another name is matched already."""
    guests = [(item.player, item.name) for item in service.people_of(game)]
    names = {clean_name(name, "players"): pk for pk, name in guests}
    known = find_players(visit.club, names)
    asked = request.method == "POST" and "match" in request.POST
    return MatchForm(
        request.POST if asked else None,
        guests=guests,
        players=list(players_of(visit.club, left=True)),
        known={names[name]: player.pk for name, player in known.items()},
        other_rules=service.differs(season, game),
    )


def _adopt_page(
    request: HttpRequest, visit: Visit, season: Season, form: Any, **more: Any
) -> HttpResponse:
    phrase = more.pop("by_phrase", None) or TakeOverForm()
    here = [] if more else _free_here(request)
    context = {"visit": visit, "season": season, "form": form, "here": here, "phrase": phrase}
    context |= more
    status = 422 if form.is_bound or phrase.is_bound else 200
    return render(request, "club/season/adopt.html", context, status=status)


def _free_here(request: HttpRequest) -> list[Known]:
    """Tables this phone writes at that are nobody's yet."""
    links = remembered(request)
    free = {link for game, role, link in open_links(links) if role is Role.WRITE and _is_free(game)}
    return [table for table in known_games(links) if table.link in free]


def _is_free(game: Game) -> bool:
    return game.club_id is None and not game.is_demo


# -- one game -------------------------------------------------------------------------------------


def of_game(view: View) -> View:
    """Below ``for_role`` or ``for_anyone``: the view gets the game in place of its code, where it
    is the club's and the visitor may know of it. Whoever is not of the club sees the games of
    public seasons, and none that was voided."""

    @wraps(view)
    def wrapped(request: HttpRequest, visit: Visit, code: str, **kwargs: Any) -> HttpResponse:
        found = Game.objects.filter(club=visit.club, code=code).select_related("season").first()
        if found is None:
            raise Http404
        if found.season is None and visit.role is None:
            raise Http404
        if found.season is not None and not may_see(visit, found.season):
            raise Http404
        if found.voided is not None and visit.role is None:
            raise Http404
        found.club = visit.club
        return view(request, visit, found, **kwargs)

    return wrapped


def game_posts(view: View) -> View:
    """Below ``of_game``: the view answers to POST alone; a GET is led to the game."""

    @wraps(view)
    def wrapped(request: HttpRequest, visit: Visit, game: Game, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, visit, game, **kwargs)
        if request.method not in FORM:
            return HttpResponseNotAllowed(["POST"])
        return redirect("club:game", visit.club.slug, game.code)

    return wrapped


@require_safe
@for_anyone
@of_game
def game(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """A game without its keys: the result, every hand, and what a scorekeeper can do."""
    return _game_page(request, visit, game)


def _game_page(request: HttpRequest, visit: Visit, game: Game, **forms: Any) -> HttpResponse:
    told = story(game)
    paper = service.is_from_paper(game)
    link = derived(game).write if visit.keeps_score and not paper else ""
    when = forms.get("when") or WhenForm(initial={"when": game.played})
    address = request.build_absolute_uri(reverse("table:board", args=[link])) if link else ""
    context = {
        "visit": visit,
        "game": game,
        "told": told,
        "sheet": result_sheet(told),
        "hands": history(told),
        "address": address,
        "watchable": not paper and (link or derived(game).watch),
        "paper": _paper_facts(game, told) if paper else None,
        "qr": qr(address) if address and not game.finished else "",
        "void": ReasonForm(),
        "when": when,
        "carried": carried(when, game.played, {"when": game.played}),
        "locked": _locked(game),
        **forms,
    }
    return render(request, "club/season/game.html", context, status=422 if forms else 200)


def _paper_facts(game: Game, told: Story) -> dict[str, Any]:
    """What is known of a result from paper."""
    remark = told.replay.steps[0].outcome.reason
    return {"entered": entered(game), "remark": "" if remark == service.FROM_PAPER else remark}


@require_http_methods(FORM)
@for_role(ClubRole.SCOREKEEPER)
@of_game
def right(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """Who played was somebody else; a result from paper was written otherwise."""
    paper = service.is_from_paper(game)
    form = _right_form(request, visit, game, paper)
    if form.is_valid():
        try:
            _put_right(request, visit, game, form)
        except ScoringError as error:
            game.refresh_from_db()
            form.refuse(error, explained(visit.club, error))
            meet(form, error, _typed(game, paper))
        else:
            return redirect("club:game", visit.club.slug, game.code)
    context = {
        "visit": visit,
        "game": game,
        "form": form,
        "paper": paper,
        "total": int(sum(game.variety.start(game.frozen_rules()).scores)),
        "locked": _locked(game),
        "carried": carried(form, service.facts(game), _typed(game, paper)),
    }
    status = 422 if form.is_bound else 200
    return render(request, "club/season/right.html", context, status=status)


def _right_form(
    request: HttpRequest, visit: Visit, game: Game, paper: bool
) -> ResultForm | SeatsForm:
    """Whoever played may have left the club since, or have been forgotten."""
    posted = request.POST if request.method == "POST" else None
    seats = _winds(game.variety, len(game.scores))
    taken = [item.from_round for item in service.people_of(game) if item.from_round]
    seats += tuple(_("from hand {n}").format(n=number) for number in taken)
    people = list(players_of(visit.club, left=True))
    kind = ResultForm if paper else SeatsForm
    return kind(posted, seats=seats, players=people, initial=_typed(game, paper))


def _typed(game: Game, paper: bool) -> dict[str, Any]:
    """Who played and what they had, as the form shows it."""
    people = service.people_of(game)
    typed: dict[str, Any] = {f"players{n}": item.player for n, item in enumerate(people)}
    if paper:
        typed |= {f"scores{seat}": score for seat, score in enumerate(game.scores)}
    return typed


def _put_right(
    request: HttpRequest, visit: Visit, game: Game, form: ResultForm | SeatsForm
) -> None:
    seen = request.POST.get("seen")
    if isinstance(form, ResultForm):
        anyway = form.cleaned_data["anyway"]
        service.correct_paper(
            game, visit.user, form.chosen(), form.scores(), anyway=anyway, seen=seen
        )
    else:
        service.correct_people(game, visit.user, form.chosen(), seen=seen)


def _locked(game: Game) -> str:
    """Why nothing of the game can be changed, where its season is finished."""
    return sentence(_(LOCKED)) if game.season and game.season.locked else ""


@for_role(ClubRole.MEMBER)
@of_game
@game_posts
def table(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """To the table: scorekeepers write there, members watch."""
    links = derived(game)
    link = (links.write if visit.keeps_score else "") or links.watch
    if not link:
        messages.error(request, _("Its link is known at the table alone."))
        return redirect("club:game", visit.club.slug, game.code)
    response = redirect("table:board", link)
    remember(request, response, link)
    return response


@for_role(ClubRole.SCOREKEEPER)
@of_game
@game_posts
def keys(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """New keys for a table: whoever held the old ones is out."""
    renew_keys(game, visit.user)
    messages.success(request, _("The table has new keys."))
    return redirect("club:game", visit.club.slug, game.code)


@for_role(ClubRole.SCOREKEEPER)
@of_game
@game_posts
def restore(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """A voided game counts again."""
    try:
        service.restore(game, visit.user)
    except ScoringError as error:
        messages.error(request, error_text(error))
    return redirect("club:game", visit.club.slug, game.code)


@for_role(ClubRole.SCOREKEEPER)
@of_game
@game_posts
def void(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """The game counts for nothing, with the reason everybody can read."""
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            service.void(game, visit.user, form.cleaned_data["reason"])
        except ScoringError as error:
            form.refuse(error)
        else:
            return redirect("club:game", visit.club.slug, game.code)
    return _game_page(request, visit, game, void=form)


@for_role(ClubRole.SCOREKEEPER)
@of_game
@game_posts
def redate(request: HttpRequest, visit: Visit, game: Game) -> HttpResponse:
    """When it was played."""
    form = WhenForm(request.POST)
    if form.is_valid():
        try:
            service.redate(game, visit.user, form.cleaned_data["when"], request.POST.get("seen"))
        except ScoringError as error:
            form.refuse(error)
            meet(form, error, {"when": game.played})
        else:
            return redirect("club:game", visit.club.slug, game.code)
    return _game_page(request, visit, game, when=form)
