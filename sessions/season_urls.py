"""The addresses of a club's seasons, their games, and what players have done."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views.club import careers, season_games, season_rules, seasons

SEASONS = "c/<slug:slug>/seasons/"
SEASON = f"{SEASONS}<slug:season>/"
GAME = "c/<slug:slug>/games/<slug:code>/"

urlpatterns: list[URLPattern] = [
    path(SEASONS, seasons.seasons, name="seasons"),
    path(f"{SEASONS}new/", seasons.new, name="season_new"),
    path(SEASON, seasons.standings, name="season"),
    path(f"{SEASON}edit/", seasons.edit, name="season_edit"),
    path(f"{SEASON}lock/", seasons.lock, name="season_lock"),
    path(f"{SEASON}delete/", seasons.delete, name="season_delete"),
    path(f"{SEASON}teams/", seasons.teams, name="season_teams"),
    path(f"{SEASON}teams/new/", seasons.team, name="season_team_new"),
    path(f"{SEASON}teams/<int:team>/", seasons.team, name="season_team"),
    path(f"{SEASON}bonuses/", seasons.bonuses, name="season_bonuses"),
    path(f"{SEASON}bonuses/give/", seasons.give, name="season_give"),
    path(f"{SEASON}bonuses/<int:bonus>/", seasons.bonus_gone, name="season_bonus_gone"),
    path(f"{SEASON}records/", careers.records, name="season_records"),
    path(f"{SEASON}players/<int:player>/", careers.in_season, name="season_player"),
    # rules
    path(f"{SEASON}rules/", season_rules.rules, name="season_rules"),
    path(f"{SEASON}rules/<slug:variety>/", season_rules.change, name="season_rules_change"),
    # games
    path(f"{SEASON}games/", season_games.games, name="season_games"),
    path(f"{SEASON}games/start/", season_games.start, name="season_start"),
    path(f"{SEASON}games/paper/", season_games.paper, name="season_paper"),
    path(f"{SEASON}games/adopt/", season_games.adopt, name="season_adopt"),
    path("c/<slug:slug>/games/", season_games.all_games, name="games"),
    path(GAME, season_games.game, name="game"),
    path(f"{GAME}table/", season_games.table, name="game_table"),
    path(f"{GAME}keys/", season_games.keys, name="game_keys"),
    path(f"{GAME}void/", season_games.void, name="game_void"),
    path(f"{GAME}restore/", season_games.restore, name="game_restore"),
    path(f"{GAME}right/", season_games.right, name="game_right"),
    path(f"{GAME}when/", season_games.redate, name="game_when"),
    # players
    path("c/<slug:slug>/players/<int:player>/games/", careers.in_club, name="player"),
    path("c/<slug:slug>/ratings/", careers.ratings, name="ratings"),
]
