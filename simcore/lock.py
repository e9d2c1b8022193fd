"""Who writes a run: one process at a time.

The lock is a small file beside the manifest that names its holder by a token, and its process and
host for a person. On disk the system's own lock on this file decides, which ends with the process
that holds it. Where that says nothing (another host that shares the folder, an object store) the
holder's beats do: it renews the file every few seconds, and a file that is not renewed for a while
is stale. Nothing here looks at a clock of the day, so a clock that jumps changes nothing.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import stat
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from simcore.store import LOCK, Bucket, Folder, Store

try:
    import fcntl
except ImportError:  # Windows: beats alone decide
    _HAS_LOCKS = False
else:
    _HAS_LOCKS = True

_BEAT = 5.0  # seconds between two beats
_PATIENCE = 4 * _BEAT  # a lock whose beat stands still for so long is stale
_ECHO = 1.0  # seconds after which a store has shown who wrote last


class HeldError(ValueError):
    """Another process writes this run."""


class Lock:
    """The right to write a run, from `acquire` to `release`."""

    def __init__(self, store: Store, handle: int | None) -> None:
        self._store, self._handle = store, handle
        self.words: dict[str, Any] = {
            "token": secrets.token_hex(16),
            "process": os.getpid(),
            "host": socket.gethostname(),
            "machine": _machine(),
            "since": datetime.now(UTC).isoformat(timespec="seconds"),
            "beat": 0,
        }
        self._ended = threading.Event()
        self._beating = threading.Thread(target=self._beat, name="lock", daemon=True)

    def check(self) -> None:
        """Make sure that the lock is still held here.

        Raises
        ------
        OSError
            Another process took it, as this one stood still for too long.
        """
        holder = _holder(self._store)
        if holder.get("token") != self.words["token"]:
            raise OSError(f"{self._store.words} was taken over by {_named(holder)}")

    def release(self) -> None:
        """Give it up; the file goes, if it is still ours."""
        self.abandon()
        if self._beating.is_alive():
            self._beating.join()
        with suppress(OSError):
            if _holder(self._store).get("token") == self.words["token"]:
                self._store.remove(LOCK)
        _close(self._handle)

    def abandon(self) -> None:
        """Beat no more: the file becomes stale. For a store that does not answer."""
        self._ended.set()

    def write(self) -> None:
        """Name the holder in the file."""
        content = json.dumps(self.words).encode()
        if self._handle is None:
            draft = self._store.draft(LOCK)
            draft.write(content)
            draft.settle()
        else:  # in place, so that the file the system has locked stays the same
            os.pwrite(self._handle, content.ljust(512), 0)

    def start(self) -> None:
        """Begin to beat."""
        self._beating.start()

    def _beat(self) -> None:
        while not self._ended.wait(_BEAT):
            self.words["beat"] += 1
            with suppress(OSError):  # a full disk, a store that is away: the run itself will tell
                self.check()
                self.write()


def acquire(store: Store) -> Lock:
    """Take the lock of a run whose place is there.

    Raises
    ------
    HeldError
        Another process holds it.
    OSError
        The file cannot be written.
    """
    handle = _system_lock(store) if isinstance(store, Folder) else None
    try:
        if _is_held(store, sure=handle is not None):
            raise HeldError(_refusal(store))
        lock = Lock(store, handle)
        lock.write()
        if isinstance(store, Bucket) and not store.path.startswith("memory:"):
            time.sleep(_ECHO)  # two may have written: the later one stays
            if _holder(store).get("token") != lock.words["token"]:
                raise HeldError(_refusal(store))
    except HeldError:
        _close(handle)
        raise
    except BaseException:  # a full disk: an empty file is left to nobody
        if handle is not None:
            with suppress(OSError):
                store.remove(LOCK)
        _close(handle)
        raise
    lock.start()
    return lock


def _close(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)


def _refusal(store: Store) -> str:
    holder = _named(_holder(store))
    return f"run folder {store.words} is being written by {holder}: wait for it, or stop it"


def _named(holder: dict[str, Any]) -> str:
    if not holder:
        return "another process"
    return f"process {holder.get('process')} on {holder.get('host')} since {holder.get('since')}"


def _system_lock(folder: Folder) -> int | None:
    """The file, locked by the system; None where the system has no locks.

    Raises
    ------
    HeldError
        Another process of this host holds it.
    """
    if not _HAS_LOCKS:
        return None
    path = folder.place(LOCK)
    while True:
        handle = _opened(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise HeldError(_refusal(folder)) from None
        except OSError:  # no locks here
            os.close(handle)
            return None
        if _is_at(handle, path):
            return handle
        os.close(handle)  # its holder has just removed it: lock the new one


def _opened(path: Path) -> int:
    """The file, made where there is none.

    Raises
    ------
    ValueError
        Something else lies there: a link, which would lead elsewhere, a folder, a pipe.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    except OSError as error:
        if not os.path.lexists(path) or stat.S_ISREG(os.lstat(path).st_mode):
            raise
        raise ValueError(f"{str(path)!r} is no file: move it away") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise ValueError(f"{str(path)!r} is no file: move it away")
    return handle


def _is_at(handle: int, path: Path) -> bool:
    """Whether an open file is the one that lies there."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _holder(store: Store) -> dict[str, Any]:
    """What the file says; nothing where there is none, or it is empty or damaged."""
    try:
        words = json.loads(store.read(LOCK))
    except (FileNotFoundError, ValueError):
        return {}
    return words if isinstance(words, dict) else {}


def _is_held(store: Store, *, sure: bool) -> bool:
    """Whether another process lives that is named in the file.

    `sure`: the system's lock is ours, so a holder on this machine is dead.
    """
    holder = _holder(store)
    if not holder:
        return False
    here = _machine() and holder.get("machine") == _machine()
    if here and (sure or not _lives(holder.get("process"))):
        return False
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        time.sleep(min(_BEAT / 2, _PATIENCE))
        if _holder(store) != holder:
            return bool(_holder(store))
    return False


def _lives(process: Any) -> bool:
    """Whether there is a process of this number; it may be another that got the number since."""
    if not isinstance(process, int) or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


@lru_cache(maxsize=1)
def _machine() -> str:
    """What tells processes that can see one another: this boot of the system, and its container."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""
