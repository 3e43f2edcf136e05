"""Says where the app is to be found: ``python -m config.address 0.0.0.0 8000`` in ``bin/serve``."""

from __future__ import annotations

import io
import os
import socket
import sys

import segno


def is_free(host: str, port: int) -> bool:
    """Whether a server can listen there."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError:
            return False
    return True


def local_address() -> str | None:
    """This machine's address in its network, or ``None`` where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket sends nothing on connecting: it only picks the way out.
            # 192.0.2.1 is reserved for examples (RFC 5737).
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def qr_code(text: str, colours: bool) -> str:
    """A QR code for a terminal; ``colours`` make it dark on light, whatever the terminal's are."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in lines) if colours else "\n".join(lines)


def announcement(port: int, address: str | None, demo: str, colours: bool = False) -> str:
    """What ``bin/serve`` prints before the server starts. ``demo``: lines of title, tab, path."""
    here = f"http://localhost:{port}"
    lines = [f"  On this computer:      {here}/"]
    if address is None:
        lines.append("  Phones cannot reach it: no network, or HOST keeps it apart.")
    else:
        here = f"http://{address}:{port}"
        lines.append(f"  On phones around it:   {here}/  (in the same network)")
    for title, path in (line.split("\t") for line in demo.splitlines()):
        lines.append(f"  {title + ':':<22} {here}{path}")
    if address is not None:
        lines += ["", qr_code(f"{here}/", colours)]
    return "\n".join([*lines, "", "  Ctrl+C stops it.", ""])


def main(host: str, port: int, demo: str = "") -> int:
    """Print the addresses; 1 where the port is taken, before a server fails less clearly."""
    if not is_free(host, port):
        print(
            f"Port {port} is in use, perhaps by Jantaku itself. Another one: PORT=8001 ./bin/serve",
            file=sys.stderr,
        )
        return 1
    address = None if host in ("127.0.0.1", "localhost") else local_address()
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(announcement(port, address, demo, colours), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
