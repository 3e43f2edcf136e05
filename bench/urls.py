"""The least a Django view can do on this server: answer a text, write a row."""

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import ensure_csrf_cookie

from config.urls import handler404, handler500

__all__ = ["handler404", "handler500", "urlpatterns"]


@ensure_csrf_cookie
def text(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def row(request: HttpRequest) -> HttpResponse:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_row (body) VALUES (%s)", [request.POST["body"]])
    return HttpResponse("ok")


urlpatterns = [
    path("bare/text/", text),
    path("bare/row/", row),
    path("", include("config.urls")),
]
