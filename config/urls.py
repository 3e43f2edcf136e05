"""Every address of the app."""

from django.contrib import admin
from django.urls import include, path

from config.health import health

urlpatterns = [
    path("", include("sessions.urls")),
    path("health/", health, name="health"),
    path("admin/", admin.site.urls),
    path("score/", include("scoring.pages.urls")),
    path("api/v1/", include("sessions.api_urls")),
    path("", include("sessions.club_urls")),
]

handler404 = "sessions.views.errors.missing"
handler500 = "sessions.views.errors.broken"
