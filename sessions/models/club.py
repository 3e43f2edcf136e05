from __future__ import annotations

from django.conf import settings
from django.db import models


class Club(models.Model):
    """People who play together and keep their games in one place."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    about = models.TextField(blank=True)
    public = models.BooleanField(default=False)
    """Anyone may see its players and public seasons."""
    ratings_from = models.DateTimeField(null=True, blank=True)
    """Games from here on were changed since ratings were worked out; ``None``: all is in order."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class ClubRole(models.TextChoices):
    """What an account may do in a club; each may all that those after it may."""

    OWNER = "owner"
    ORGANISER = "organiser"
    SCOREKEEPER = "scorekeeper"
    MEMBER = "member"


class Membership(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=12, choices=ClubRole, default=ClubRole.MEMBER)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="one_membership_per_account"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}: {self.role}"


class Invitation(models.Model):
    """A link that makes an account a member, once, and may hand over a player that is waiting."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=ClubRole, default=ClubRole.MEMBER)
    player = models.ForeignKey(
        "table_sessions.Player",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="invitations",
    )
    secret_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"to {self.club_id} as {self.role}"


class ApiToken(models.Model):
    """A key that reads standings and results; only its hash is kept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    secret_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One line of a club's audit trail: who changed what, from what, to what. Never edited."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="trail")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by = models.CharField(max_length=150, blank=True)
    """The name of the account as it was then, or blank: someone who held the table's link."""
    kind = models.CharField(max_length=32)
    """``season.locked``, ``game.edit``, ``player.merged`` …"""
    subject = models.CharField(max_length=32)
    """What was changed: ``game``, ``season``, ``player`` …, and which one."""
    subject_id = models.PositiveBigIntegerField()
    label = models.CharField(max_length=200, blank=True)
    """Its name as it was then."""
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=("club", "subject", "subject_id"), name="entry_by_subject"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.label}"


class Job(models.Model):
    """Long work, done a slice at a time, so that it shows how far it is and can be stopped.

    Until the last slice nothing of it shows: ``state`` keeps where it stands.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        STOPPED = "stopped"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="jobs")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=32)
    given = models.JSONField(default=dict)
    """What it works on."""
    kept = models.JSONField(default=dict)
    """What it has got so far."""
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    message = models.CharField(max_length=500, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.kind} {self.done}/{self.total}"


class JobItem(models.Model):
    """One piece of a job: a record to be imported, what is wrong with it, what became of it."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField()
    given = models.JSONField()
    kept = models.JSONField(default=dict)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("job", "number"), name="one_item_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.job_id} #{self.number}"
