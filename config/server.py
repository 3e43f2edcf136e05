"""The server's worker: a thread is for a request that is coming in, for nobody who keeps silent.

gunicorn gives every new connection a thread for five seconds, whether anything comes or not, and
waits without end for the rest of what has begun. Browsers open spare connections and say nothing:
a club's phones together, or one visitor who means harm, would keep all threads waiting.
"""

from __future__ import annotations

import errno
import selectors
import socket
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

SILENT = 30
"""Seconds in which a connection may say nothing; it costs no thread."""
HEAD = 5
"""Seconds in which a request's head has to be there, and its body besides …"""
SLOWEST = 50_000
"""… as many more as it has of so many bytes."""


class Worker(ThreadWorker):
    """Waits for the first byte without a thread, and for the last one not without end."""

    def init_process(self) -> None:
        self.reading: dict[Any, float] = {}
        super().init_process()

    def accept(self, listener: Any) -> None:
        """A new connection waits among those kept open."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        conn = TConn(self.cfg, client, address, listener.getsockname())
        conn.timeout = monotonic() + SILENT
        self.pending_conns.append(conn)
        ready = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, ready)

    def handle(self, conn: Any) -> Any:
        self.reading[conn] = monotonic() + HEAD
        try:
            return super().handle(conn)
        finally:
            self.reading.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """The head is there."""
        told = dict(req.headers).get("CONTENT-LENGTH", "0")
        length = int(told) if told.isdecimal() and len(told) < 16 else 0
        self.reading[conn] = monotonic() + HEAD + length / SLOWEST
        return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """Once a second: whoever is too slow is listened to no more. An answer that is being sent
        goes on."""
        super().murder_pending()
        now = monotonic()
        for conn, end in self.reading.copy().items():
            if now > end:
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)
