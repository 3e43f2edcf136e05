"""What is kept: clubs, players, seasons, club nights, games with their rounds and results, and what
changed them.

A game's truth is ``Game.rules``, ``Game.start`` and the outcomes of its rounds. Every other column
of a round, and the summary on the game, is derived by replaying them and stored for queries; so are
a season's standings, the tallies, meetings and ratings, which follow from the games' results.
"""

from sessions.models.club import (
    ApiToken,
    Club,
    ClubRole,
    Entry,
    Invitation,
    Job,
    JobItem,
    Membership,
)
from sessions.models.demo import Demo
from sessions.models.evening import Draw, Evening, Guest
from sessions.models.game import Change, Game, Result, Round, Seat, Substitution, Win
from sessions.models.player import Alias, Claim, Merge, Player
from sessions.models.season import (
    Bonus,
    Edition,
    Feat,
    Meeting,
    Rating,
    Season,
    Standing,
    Tally,
    Team,
    TeamPlayer,
)

__all__ = [
    "Alias",
    "ApiToken",
    "Bonus",
    "Change",
    "Claim",
    "Club",
    "ClubRole",
    "Demo",
    "Draw",
    "Edition",
    "Entry",
    "Evening",
    "Feat",
    "Game",
    "Guest",
    "Invitation",
    "Job",
    "JobItem",
    "Meeting",
    "Membership",
    "Merge",
    "Player",
    "Rating",
    "Result",
    "Round",
    "Season",
    "Seat",
    "Standing",
    "Substitution",
    "Tally",
    "Team",
    "TeamPlayer",
    "Win",
]
