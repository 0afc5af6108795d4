"""Where the site keeps its own files: ``var/`` and what is in it.

Everything in here is private to the user who runs the site, so ``var/`` is
made with mode 0700 and the secret key with 0600.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[2]

SOCKET_PATH_LIMIT = 100
"""A Unix socket's path may have 107 bytes on Linux and 103 on macOS."""


def private_directory(path: Path) -> Path:
    """Make ``path`` with mode 0700 unless it is there, and return it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def secret_key(path: Path) -> str:
    """Return the key kept in ``path``; the first caller of several at once makes it."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def socket_path(var: Path) -> Path:
    """Return where the bundled Redis listens: in ``var``, or in the temporary directory.

    The second only when ``var`` lies so deep that the path would be too long
    for a socket.
    """
    inside = var / "redis.sock"
    if len(os.fsencode(inside)) <= SOCKET_PATH_LIMIT:
        return inside
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"wintertide-{os.getuid()}-{mark}" / "redis.sock"
