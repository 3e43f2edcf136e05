"""What a club's pages name by key, in words. Every text is translated where it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

ROLES: Mapping[str, str] = {
    "owner": gettext_noop("owner"),
    "organiser": gettext_noop("organiser"),
    "scorekeeper": gettext_noop("scorekeeper"),
    "member": gettext_noop("member"),
}
MAY: Mapping[str, str] = {
    "owner": gettext_noop("may do everything, and give the club away"),
    "organiser": gettext_noop("keeps seasons, players and members"),
    "scorekeeper": gettext_noop("starts tables, records and corrects games"),
    "member": gettext_noop("sees everything of the club"),
}
"""What a role is for."""

SUBJECTS: Mapping[str, str] = {
    "game": gettext_noop("games"),
    "player": gettext_noop("players"),
    "season": gettext_noop("seasons"),
    "evening": gettext_noop("club nights"),
    "membership": gettext_noop("members"),
    "invitation": gettext_noop("invitations"),
    "club": gettext_noop("the club"),
}
"""What the trail is about, to choose by."""

DONE: Mapping[str, str] = {
    "club.made": gettext_noop("club made"),
    "club.changed": gettext_noop("settings of the club changed"),
    "club.imported": gettext_noop("games imported"),
    "member.joined": gettext_noop("came into the club"),
    "member.left": gettext_noop("left the club"),
    "member.removed": gettext_noop("removed from the club"),
    "member.role": gettext_noop("role changed"),
    "member.reset": gettext_noop("link for a new password made"),
    "invitation.made": gettext_noop("invitation made"),
    "invitation.revoked": gettext_noop("invitation taken back"),
    "player.added": gettext_noop("player added"),
    "player.renamed": gettext_noop("player renamed"),
    "player.guest": gettext_noop("guest or not"),
    "player.left": gettext_noop("player no longer comes"),
    "player.back": gettext_noop("player comes again"),
    "player.alias": gettext_noop("other names changed"),
    "player.claim": gettext_noop("says: that is me"),
    "player.claimed": gettext_noop("player belongs to an account"),
    "player.refused": gettext_noop("is not this player"),
    "player.unclaimed": gettext_noop("player belongs to no account"),
    "player.merged": gettext_noop("two players made one"),
    "player.unmerged": gettext_noop("one player made two again"),
    "player.forgotten": gettext_noop("person forgotten"),
    "season.made": gettext_noop("season made"),
    "season.changed": gettext_noop("season changed"),
    "season.rules": gettext_noop("rules of the season changed"),
    "season.locked": gettext_noop("season locked"),
    "season.opened": gettext_noop("season opened again"),
    "season.deleted": gettext_noop("season deleted"),
    "season.restored": gettext_noop("season restored"),
    "season.team": gettext_noop("team changed"),
    "season.bonus": gettext_noop("bonus or penalty"),
    "evening.made": gettext_noop("club night made"),
    "evening.changed": gettext_noop("club night changed"),
    "evening.closed": gettext_noop("club night closed"),
    "evening.reopened": gettext_noop("club night opened again"),
    "evening.deleted": gettext_noop("club night deleted"),
    "evening.restored": gettext_noop("club night restored"),
    "evening.tables": gettext_noop("tables started"),
    "game.started": gettext_noop("table started"),
    "game.entered": gettext_noop("result entered from paper"),
    "game.adopted": gettext_noop("game taken into the season"),
    "game.dated": gettext_noop("day of the game changed"),
    "game.voided": gettext_noop("game voided"),
    "game.restored": gettext_noop("game restored"),
    "game.keys": gettext_noop("keys of the table shown"),
    "game.link": gettext_noop("key of the table replaced"),
    "game.record": gettext_noop("hand recorded"),
    "game.correct": gettext_noop("correction recorded"),
    "game.edit": gettext_noop("hand changed"),
    "game.insert": gettext_noop("hand put in"),
    "game.delete": gettext_noop("hand taken out"),
    "game.swap": gettext_noop("players swapped"),
    "game.substitute": gettext_noop("someone else sat down"),
    "game.chips": gettext_noop("chips changed"),
    "game.start": gettext_noop("beginning of the game changed"),
    "game.end": gettext_noop("game ended early"),
    "game.close": gettext_noop("game closed"),
    "game.reopen": gettext_noop("game opened again"),
    "game.undo": gettext_noop("last change undone"),
    "game.redo": gettext_noop("change done again"),
    "game.sign": gettext_noop("result signed"),
    "game.unsign": gettext_noop("signature taken back"),
}
"""Every kind of line of the trail."""

FACTS: Mapping[str, str] = {
    "hands": gettext_noop("hands"),
    "name": gettext_noop("name"),
    "about": gettext_noop("about"),
    "public": gettext_noop("public"),
    "role": gettext_noop("role"),
    "who": gettext_noop("account"),
    "guest": gettext_noop("guest"),
    "alias": gettext_noop("other name"),
    "player": gettext_noop("player"),
    "players": gettext_noop("players"),
    "days": gettext_noop("days"),
    "reason": gettext_noop("reason"),
    "season": gettext_noop("season"),
    "scores": gettext_noop("scores"),
    "points": gettext_noop("points"),
    "team": gettext_noop("team"),
    "chips": gettext_noop("chips"),
    "start": gettext_noop("start"),
    "substitutions": gettext_noop("substitutes"),
    "played": gettext_noop("played"),
    "link": gettext_noop("key"),
    "tables": gettext_noop("tables"),
    "draw": gettext_noop("turn"),
    "games": gettext_noop("games"),
}
"""What was one way before and is another after."""
