"""Static files where nothing was collected; what ./bin/serve collects is in test_serve.py."""

from __future__ import annotations

from pathlib import Path

from django.templatetags.static import static
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]


def test_files_come_from_the_tree_as_they_are(client: Client) -> None:
    assert static("css/jantaku.css") == "/static/css/jantaku.css"
    answer = client.get("/static/css/jantaku.css")
    assert b"".join(answer) == (ROOT / "static/css/jantaku.css").read_bytes()
