"""A mail with a key leads to this server, whatever name somebody asked it by."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import checks


@pytest.mark.parametrize(
    "mail, hosts, wrong",
    [
        ("", ["*", "localhost"], False),
        ("mail.example", ["*", "localhost"], True),
        ("mail.example", ["mahjong.example", "localhost"], False),
    ],
)
def test_mail_is_sent_only_where_the_servers_name_is_said(
    settings: Any, mail: str, hosts: list[str], wrong: bool
) -> None:
    """Asked for by another name, a key for a new password would lead to whoever has that name."""
    settings.EMAIL_HOST, settings.ALLOWED_HOSTS = mail, hosts
    found = [message.id for message in checks.run_checks() if message.is_serious()]
    assert found == (["jantaku.E001"] if wrong else [])
