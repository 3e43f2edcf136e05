"""Leagues for tests: played at random, and told by an account of their own what must follow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from django.utils import timezone

from scoring.game import Replay
from sessions.models import Club, Game, Meeting, Player, Result, Season, Standing, Tally
from sessions.services import changes, seasons
from sessions.services.document import load, owners, play_document
from sessions.services.season_games import redate, start_table
from sessions.services.seasons import Rules, Setup

NAMES = ("Aki", "Ben", "Chie", "Dan", "Emi", "Finn", "Gen")
PLAIN = Rules("riichi", options={"riichi_needs_1000": False})
"""Any hand may follow any other."""
FIRST_DAY = datetime(2026, 9, 4, 19, tzinfo=UTC)


def make_club(names: Sequence[str] = NAMES) -> tuple[Club, list[Player]]:
    club = Club.objects.create(name="Harbour", slug=f"harbour-{Club.objects.count()}")
    players = [Player.objects.create(club=club, name=name) for name in names]
    return club, players


def make_season(club: Club, *rules: Rules, **setup: Any) -> Season:
    given = {"name": "Autumn", **setup}
    return seasons.make_season(club, None, Setup(**given), rules or (PLAIN,))


def start(season: Season, players: Sequence[Player], day: int = 0, variety: str = "riichi") -> Game:
    game, _ = start_table(season, None, variety=variety, players=players)
    Game.objects.filter(pk=game.pk).update(started=FIRST_DAY + timedelta(days=day))
    game.refresh_from_db()
    return game


def random_hand(random: Random, seats: int = 4) -> dict[str, Any]:
    """A riichi hand of any kind."""
    winner, other = random.sample(range(seats), 2)
    riichi = sorted(random.sample(range(seats), random.randint(0, 2)))
    if random.random() < 0.25:
        tenpai = sorted({*riichi, *random.sample(range(seats), random.randint(0, 3))})
        return {"type": "draw", "tenpai": tenpai, "riichi": riichi}
    value = random.choice(({"han": 2, "fu": 30}, {"han": 3, "fu": 40}, {"limit": "haneman"},
                           {"yakuman": 1}))  # fmt: skip
    source = other if random.random() < 0.6 else None
    if source is not None and riichi == [source]:
        riichi = []
    return {
        "type": "win",
        "riichi": riichi,
        "wins": [{"winner": winner, "from": source, "value": value}],
    }


def record(game: Game, *outcomes: dict[str, Any]) -> None:
    for outcome in outcomes:
        changes.record(game, outcome, version=game.version, token=None)


def play(game: Game, random: Random, hands: int = 4) -> None:
    """Some hands and the end, on the day the game was started."""
    for _ in range(hands):
        if not game.finished:
            record(game, random_hand(random))
    if not game.finished:
        changes.end(game, reason="agreed", version=game.version, token=None)
    assert game.started is not None
    redate(game, None, game.started + timedelta(hours=random.randint(1, 3)))


# -- what must follow, worked out from the games alone ------------------------------------------


def counted(season: Season) -> Iterator[tuple[Game, Replay, list[int]]]:
    """The games that count, in order, replayed, and whose result each seat's is."""
    games = [game for game in season.games.all() if game.finished and game.voided is None]
    for game in sorted(games, key=lambda game: (game.played, game.pk)):
        document = load(game)
        yield game, play_document(game, document), owners(document)


def worth(season: Season, played: Replay, seat: int) -> Fraction:
    end = played.settlement
    assert end is not None
    if season.place_points is None:
        return Fraction(end.total[seat]) / end.unit
    points = season.place_points[str(len(end.places))]
    taken = [points[p - 1 + i] for p in [end.places[seat]] for i in range(end.places.count(p))]
    return Fraction(sum(taken), len(taken))


def expected_standings(season: Season) -> dict[int, dict[str, Any]]:
    """Everybody's line, slowly and simply."""
    games: dict[int, list[tuple[Any, int, Fraction, Fraction]]] = defaultdict(list)
    for game, played, people in counted(season):
        assert played.settlement is not None
        for seat, player in enumerate(people):
            end = played.settlement
            line = (game.played, end.places[seat], worth(season, played, seat), end.scores[seat])
            games[player].append(line)
    return {player: _line(season, lines) for player, lines in games.items()}


def _line(season: Season, lines: list[tuple[Any, int, Fraction, Fraction]]) -> dict[str, Any]:
    day = timezone.localtime(lines[-1][0]).date()
    earlier = [line for line in lines if timezone.localtime(line[0]).date() < day]
    return {
        "games": len(lines),
        "places": Counter(line[1] for line in lines),
        "total": sum(line[2] for line in lines),
        "ranked": ranked(season, [line[2] for line in lines]),
        "last": [line[1] for line in lines[-5:]],
        "best": max(line[3] for line in lines) // 1,
        "day": day,
        "before": ranked(season, [line[2] for line in earlier]),
        "before_games": len(earlier),
        "before_firsts": sum(line[1] == 1 for line in earlier),
    }


def ranked(season: Season, points: list[Fraction]) -> Fraction | None:
    n = season.ranking_n or 0
    if not points:
        return None
    if season.ranking == "best":
        return sum(sorted(points, reverse=True)[:n], Fraction(0))
    if season.ranking == "streak":
        runs = [sum(points[i : i + n], Fraction(0)) for i in range(len(points) - n + 1)]
        return max(runs, default=None)
    return sum(points, Fraction(0))


def shown_standings(season: Season) -> dict[int, dict[str, Any]]:
    """The rows that are kept, in the same shape."""
    return {row.player_id: _kept(row) for row in Standing.objects.filter(season=season)}


def _kept(row: Standing) -> dict[str, Any]:
    return {
        "games": row.games,
        "places": Counter({i: n for i, n in enumerate(row.places, 1) if n}),
        "total": Fraction(row.total, row.unit),
        "ranked": None if row.ranked is None else Fraction(row.ranked, row.ranked_unit),
        "last": row.last_places,
        "best": row.best_score,
        "day": row.day,
        "before": None if row.before is None else Fraction(row.before, row.before_unit),
        "before_games": row.before_games,
        "before_firsts": row.before_firsts,
    }


def expected_meetings(season: Season) -> dict[tuple[int, int], tuple[int, int, Fraction]]:
    found: dict[tuple[int, int], tuple[int, int, Fraction]] = {}
    for _, played, people in counted(season):
        assert played.settlement is not None
        places = played.settlement.places
        for one, player in enumerate(people):
            for two, other in enumerate(people):
                if one != two:
                    games, ahead, total = found.get((player, other), (0, 0, Fraction(0)))
                    found[player, other] = (
                        games + 1,
                        ahead + (places[one] < places[two]),
                        total + worth(season, played, one),
                    )
    return found


def shown_meetings(season: Season) -> dict[tuple[int, int], tuple[int, int, Fraction]]:
    return {
        (row.player_id, row.other_id): (row.games, row.ahead, Fraction(row.total, row.unit))
        for row in Meeting.objects.filter(season=season)
    }


def expected_hands(season: Season) -> dict[int, Counter[str]]:
    """A few counts that can be told from the rounds' rows alone."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for game, _, people in counted(season):
        for row in game.rounds.all():
            kind = row.outcome["type"]
            if kind not in ("win", "draw", "abort"):
                continue
            for seat, player in enumerate(people):
                tally = found[player]
                wins = row.outcome.get("wins", [])
                tally["hands"] += 1
                tally["wins"] += sum(win["winner"] == seat for win in wins)
                tally["self-draws"] += sum(
                    win["winner"] == seat and win["from"] is None for win in wins
                )
                tally["deal-ins"] += any(win["from"] == seat for win in wins)
                tally["dealer-hands"] += row.dealer == seat
                tally["draws"] += kind == "draw"
                tally["riichi"] += seat in row.outcome.get("riichi", [])
                tally["tenpai"] += seat in row.outcome.get("tenpai", [])
    return {player: +tally for player, tally in found.items()}


def shown_hands(season: Season) -> dict[int, Counter[str]]:
    keys = ("hands", "wins", "self-draws", "deal-ins", "dealer-hands", "draws", "riichi", "tenpai")
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for row in Tally.objects.filter(season=season):
        found[row.player_id].update({key: row.counts.get(key, 0) for key in keys})
    return {player: +tally for player, tally in found.items() if +tally}


def everything(club: Club) -> list[Any]:
    """All rows that follow from results, to compare before and after."""
    rows: list[Any] = []
    for model in (Tally, Standing, Meeting, Result):
        scope = {"game__club": club} if model is Result else {"player__club": club}
        values = model._default_manager.filter(**scope).values()
        rows += sorted(str({k: v for k, v in row.items() if k != "id"}) for row in values)
    return rows
