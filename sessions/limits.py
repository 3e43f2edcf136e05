"""How often one address may do what costs us something or could be guessing.

Counted in each process of the server alone, so the true limit is a few times what stands here:
enough to stop a machine, and far from what a club behind one address does in an evening.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address

from django.http import HttpRequest
from django_ratelimit.core import is_ratelimited

RATES: Mapping[str, str] = {
    "start": "60/10m",  # tables and demos
    "link": "60/5m",  # links and codes that open nothing
    "account": "60/h",  # new accounts
    "count": "60/10m",  # counts compared with the record
    "mail": "20/h",  # mails to whoever
    "password": "60/h",  # passwords asked for once more
}
"""``times/period`` by what is counted."""


class TooMany(Exception):
    """This address has done it too often; it has to wait."""


def spend(request: HttpRequest, what: str) -> None:
    """Count one more. ``TooMany`` where it is one too many."""
    if is_ratelimited(request, group=what, key="ip", rate=RATES[what], increment=True):
        raise TooMany(what)


def line(request: HttpRequest) -> str | None:
    """The visitor's line to the internet: of an IPv6 address the half that is not theirs to choose.
    ``None`` where there is no address."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
