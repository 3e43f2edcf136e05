"""What is kept: clubs, players, games with their rounds and results, and what changed them.

A game's truth is ``Game.rules``, ``Game.start`` and the outcomes of its rounds. Every other column
of a round, and the summary on the game, is derived by replaying them and stored for queries.
"""

from sessions.models.game import Change, Game, Result, Round, Seat, Substitution, Win
from sessions.models.player import Club, Player

__all__ = ["Change", "Club", "Game", "Player", "Result", "Round", "Seat", "Substitution", "Win"]
