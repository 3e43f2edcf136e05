"""All that is kept, carried over to another database: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import dj_database_url
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connections, models, transaction

TARGET = "target"
CHUNK = 1000
LEFT_OUT = ("sessions", "axes")
"""Sign-ins and failed ones: everybody signs in anew."""


class MoveRefused(Exception):
    """Why nothing was moved, in words for whoever runs the server."""


def move(url: str, progress: Callable[[str, int], None] = lambda table, rows: None) -> int:
    """Copy every row of this database into the empty one at ``url``; how many there were.

    In one transaction on both sides: what is read is one moment's, and either all arrives or
    nothing. ``MoveRefused`` where the other database cannot be used, has games already, or does not
    hold the same in the end.
    """
    with _target(url):
        try:
            call_command("migrate", database=TARGET, verbosity=0)
            with transaction.atomic(), transaction.atomic(TARGET), _own_times():
                _must_be_empty()
                moved = sum(_carry(model, progress) for model in _models())
                _set_counters()
        except DatabaseError as error:
            raise MoveRefused(f"the other database said: {error}") from error
    return moved


@contextmanager
def _target(url: str) -> Iterator[None]:
    try:
        settings = dj_database_url.parse(url)
    except (ValueError, dj_database_url.UnknownSchemeError) as error:
        raise MoveRefused(f"no address of a database: {error}") from None
    whole = connections.configure_settings({"default": dict(settings)})["default"]
    connections.settings[TARGET] = whole
    try:
        yield
    finally:
        connections[TARGET].close()
        del connections[TARGET]
        del connections.settings[TARGET]


def _models() -> list[type[models.Model]]:
    found = apps.get_models(include_auto_created=True)
    return [m for m in found if m._meta.managed and m._meta.app_label not in LEFT_OUT]


def _must_be_empty() -> None:
    for model in _models():
        rows = model._base_manager.using(TARGET)
        if model in (ContentType, Permission):
            continue
        if rows.exists():
            raise MoveRefused(
                f"the other database is not empty ({model._meta.verbose_name_plural})"
            )
    # Made by migrating, under numbers of their own: they come with the numbers rows refer to.
    Permission.objects.using(TARGET).all().delete()
    ContentType.objects.using(TARGET).all().delete()


def _carry(model: type[models.Model], progress: Callable[[str, int], None]) -> int:
    source, target = (model._base_manager.using(alias) for alias in ("default", TARGET))
    moved = 0
    for rows in _chunks(source.order_by("pk")):
        target.bulk_create(rows)
        keys = [row.pk for row in rows]
        arrived = target.filter(pk__in=keys).order_by("pk")
        if _figures(model, rows) != _figures(model, arrived):
            raise MoveRefused(f"{model._meta.verbose_name_plural} arrived otherwise than they left")
        moved += len(rows)
        progress(model._meta.label, moved)
    return moved


def _chunks(rows: models.QuerySet[Any]) -> Iterator[list[Any]]:
    last: Any = None
    while chunk := list((rows if last is None else rows.filter(pk__gt=last))[:CHUNK]):
        yield chunk
        last = chunk[-1].pk


def _figures(model: type[models.Model], rows: Sequence[Any] | models.QuerySet[Any]) -> list[Any]:
    names = [field.attname for field in model._meta.concrete_fields]
    return [[getattr(row, name) for name in names] for row in rows]


@contextmanager
def _own_times() -> Iterator[None]:
    """Rows keep the moments they were made and touched at."""
    stamped = [
        (field, name)
        for model in _models()
        for field in model._meta.concrete_fields
        for name in ("auto_now", "auto_now_add")
        if getattr(field, name, False)
    ]
    for field, name in stamped:
        setattr(field, name, False)
    try:
        yield
    finally:
        for field, name in stamped:
            setattr(field, name, True)


def _set_counters() -> None:
    """New rows get the numbers after those that came."""
    other = connections[TARGET]
    with other.cursor() as cursor:
        for statement in other.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
