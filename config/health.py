"""Whether this process can do its work: asked by a proxy, a container or a monitor."""

from __future__ import annotations

from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 ``{"status": "ok"}``, or 503 with ``database`` or ``migrations``: what is wrong, and
    nothing else."""
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        ready = _migrated()
    except DatabaseError:
        return JsonResponse({"status": "database"}, status=503)
    if not ready:
        _migrated.cache_clear()  # it will be, some day
        return JsonResponse({"status": "migrations"}, status=503)
    return JsonResponse({"status": "ok"})


@cache
def _migrated() -> bool:
    """Once true it stays true while this process lives."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
