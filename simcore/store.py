"""Where a run lies: a folder on disk, or a place in an object store.

Both do the same: a file is drafted and then given its name in one step, so it is whole or not
there; files are read, listed and removed by name. An object store knows no renaming: there the
draft lies in a nameless file of this machine and is put as a whole.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.fs as fs

from simcore.checks import shown

TEMPORARY = ".tmp-"  # begins the name of every unfinished file
LOCK = ".lock"  # names who writes
SCHEMES = ("s3", "gs", "memory")
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
_ATTEMPTS, _SECONDS = 3, 10.0  # tries of a request to a store, and how long each may take


class StoreError(OSError):
    """An object store does not answer, refuses, or lacks what is asked for."""


# ---- a folder -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folder:
    """A folder on disk."""

    path: Path

    @property
    def words(self) -> str:
        """The folder as messages name it."""
        return repr(str(self.path))

    @property
    def name(self) -> str:
        """Its last name."""
        return self.home.name

    @property
    def home(self) -> Path:
        """The folder from the root on: Arrow would read "s3:x" as an address."""
        return self.path.absolute()

    def place(self, name: str) -> Path:
        """Where a file lies."""
        return self.home / name

    def check_new(self) -> None:
        """Refuse a folder that holds more than what a run killed at its very start leaves.

        Raises
        ------
        ValueError
            It does, or it is no folder.
        """
        path = self.path
        if path.is_symlink() and not path.exists():
            raise ValueError(f"{self.words} is a link that leads nowhere: name another")
        if path.exists() and (not path.is_dir() or any(map(_matters, path.iterdir()))):
            raise ValueError(f"{self.words} exists and is not an empty folder: name another")

    def make(self, *names: str) -> None:
        """Make the folder, and some within it.

        Raises
        ------
        ValueError
            One within it is a file, or leads elsewhere: nothing is written outside a run.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        for path in (self.path / name for name in names):
            if path.is_symlink() or (path.exists() and not path.is_dir()):
                raise ValueError(f"{str(path)!r} is no folder: move it away")
            path.mkdir(exist_ok=True)

    def draft(self, name: str) -> _LocalDraft:
        """A file to be written, under a name that no other process uses."""
        place = self.place(name)
        unique = f"{TEMPORARY}{os.getpid()}-{secrets.token_hex(4)}-{place.name}"
        return _LocalDraft(place.with_name(unique), place)

    def clear(self) -> None:
        """Remove the unfinished files of killed processes."""
        for left_over in (*self.path.glob(f"{TEMPORARY}*"), *self.path.glob(f"*/{TEMPORARY}*")):
            if left_over.is_symlink() or not left_over.is_dir():
                left_over.unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return os.path.isfile(self.place(name))  # a Path raises where a name is too long

    def size(self, name: str) -> int:
        """Bytes of a file; -1 where there is none."""
        return self.place(name).stat().st_size if self.has(name) else -1

    def read(self, name: str) -> bytes:
        """The bytes of a file; FileNotFoundError where there is none."""
        if os.path.lexists(self.place(name)) and not self.has(name):  # of a pipe one would wait
            raise OSError(f"{self.place(name)} is no file: move it away")
        return self.place(name).read_bytes()

    def open(self, name: str) -> Any:
        """A file to be read anywhere; OSError where it cannot be."""
        return pa.OSFile(str(self.place(name)))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        self.place(name).unlink(missing_ok=True)


def _matters(path: Path) -> bool:
    """Whether a file is more than what a run killed at its very start leaves."""
    if path.is_dir() and not path.is_symlink():
        return path.name != "plays" or any(map(_matters, path.iterdir()))
    return not (path.name.startswith((TEMPORARY, LOCK)) and path.is_file())


@dataclass(frozen=True)
class _LocalDraft:
    """A file under a temporary name in the folder where it will lie."""

    path: Path
    final: Path

    @property
    def sink(self) -> Path:
        """What Arrow writes to."""
        return self.path

    def sha256(self) -> str:
        """Digest of what is written."""
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def write(self, content: bytes) -> None:
        """Write all of it."""
        self.path.write_bytes(content)

    def settle(self) -> None:
        """Give it its name, in one step and for good."""
        settle_file(self.path, self.final)

    def drop(self) -> None:
        """Remove it."""
        self.path.unlink(missing_ok=True)


def settle_file(draft: Path, final: Path) -> None:
    """Give a finished file its name, in one step and for good."""
    _flush(draft)
    try:
        draft.replace(final)
    except IsADirectoryError:
        raise OSError(f"{final} is a folder where a file is to be: move it away") from None
    _flush(final.parent)


def _flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to disk."""
    if path.is_dir() and os.name != "posix":  # folders cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- an object store ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Bucket:
    """A place in an object store, by its address `s3://bucket/name`, `gs://...`, `memory://...`.

    Region and credentials are those of the environment, as the store's own tools read them;
    `AWS_ENDPOINT_URL` names another S3 server, `STORAGE_EMULATOR_HOST` another gs one.
    """

    path: str

    @property
    def words(self) -> str:
        """The place as messages name it."""
        return repr(self.path)

    @property
    def name(self) -> str:
        """Its last name."""
        return self.path.rpartition("/")[2]

    @property
    def _inside(self) -> str:
        """The place within its store: bucket and prefix."""
        return self.path.partition("://")[2].strip("/")

    @property
    def _system(self) -> fs.FileSystem:
        return _system_of(self.path.partition("://")[0])

    def place(self, name: str) -> str:
        """The address of a file."""
        return f"{self.path.rstrip('/')}/{name}"

    def check_new(self) -> None:
        """Refuse a place at which objects lie, or which cannot be reached.

        Raises
        ------
        ValueError
            Something is there.
        StoreError
            The store does not answer, refuses, or has no such bucket.
        """
        if any(name != LOCK for name in self._names()):
            raise ValueError(f"{self.words} is not empty: name another")

    def make(self, *names: str) -> None:
        """Nothing: an object needs no folder."""

    def draft(self, name: str) -> _RemoteDraft:
        """A file to be written here and then put as a whole."""
        return _RemoteDraft(self, name, tempfile.TemporaryFile())

    def clear(self) -> None:
        """Nothing: an unfinished object has no name."""

    def has(self, name: str) -> bool:
        """Whether there is such an object."""
        with self._told():
            return bool(self._info(name).type == fs.FileType.File)

    def size(self, name: str) -> int:
        """Bytes of an object; -1 where there is none."""
        with self._told():
            size = self._info(name).size
        return -1 if size is None else int(size)

    def _info(self, name: str) -> fs.FileInfo:
        return self._system.get_file_info(f"{self._inside}/{name}")

    def dataset(self, names: Sequence[str]) -> ds.Dataset:
        """Parquet objects as one table that is read where it is needed."""
        paths = [f"{self._inside}/{name}" for name in names]
        with self._told():
            return ds.dataset(paths, format="parquet", filesystem=self._system)

    def read(self, name: str) -> bytes:
        """The bytes of an object; FileNotFoundError where there is none."""
        with self.open(name) as file:
            return bytes(file.read())

    def open(self, name: str) -> Any:
        """An object to be read anywhere; OSError where it cannot be."""
        with self._told():
            return self._system.open_input_file(f"{self._inside}/{name}")

    def remove(self, name: str) -> None:
        """Remove an object, if it is there."""
        if self.has(name):
            with self._told():
                self._system.delete_file(f"{self._inside}/{name}")

    def put(self, name: str, content: IO[bytes]) -> None:
        """Put a whole object: it is there when all of it is, and replaces one of its name."""
        with self._told(), self._system.open_output_stream(f"{self._inside}/{name}") as stream:
            while part := content.read(1 << 23):
                stream.write(part)

    def _names(self) -> list[str]:
        """Last names of all objects of the place.

        Raises
        ------
        StoreError
            The store does not answer, refuses, or has no such bucket.
        """
        bucket = self._inside.partition("/")[0]
        below = fs.FileSelector(self._inside, recursive=True, allow_not_found=True)
        with self._told():
            there = self._system.get_file_info(bucket).type
            if there == fs.FileType.NotFound and not self.path.startswith("memory:"):
                raise StoreError("there is no such bucket")
            found = self._system.get_file_info(below)
        return [str(one.base_name) for one in found if one.type == fs.FileType.File]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the store in a line that says what is wrong."""
        try:
            yield
        except FileNotFoundError:
            raise
        except (OSError, pa.ArrowException) as error:
            raise StoreError(f"{self.words}: {_reason(str(error))}") from None


@dataclass(frozen=True)
class _RemoteDraft:
    """A nameless file of this machine; it is gone with the process."""

    bucket: Bucket
    name: str
    sink: IO[bytes]

    def sha256(self) -> str:
        """Digest of what is written."""
        self.sink.seek(0)
        return hashlib.file_digest(self.sink, "sha256").hexdigest()  # type: ignore[arg-type]

    def write(self, content: bytes) -> None:
        """Write all of it."""
        self.sink.write(content)

    def settle(self) -> None:
        """Put it as a whole under its name."""
        self.sink.seek(0)
        self.bucket.put(self.name, self.sink)
        self.drop()

    def drop(self) -> None:
        """Forget it."""
        self.sink.close()


_REASONS = {
    "NO_SUCH_BUCKET": "there is no such bucket",
    "ACCESS_DENIED": "the store refuses these credentials",
    "INVALID_ACCESS_KEY_ID": "the store refuses these credentials",
    "INVALID_CLIENT_TOKEN_ID": "the store refuses these credentials",
    "SIGNATURE_DOES_NOT_MATCH": "the store refuses these credentials",
    "HTTP response code: 403": "the store refuses these credentials",
    "Permanent error": "the store refuses",
    "NETWORK_CONNECTION": "the store does not answer",
    "REQUEST_TIMEOUT": "the store does not answer",
    "SERVICE_UNAVAILABLE": "the store does not answer",
    "Retry policy exhausted": "the store does not answer",
}


def _reason(message: str) -> str:
    """What is wrong, before the words of the store."""
    found = next((words for mark, words in _REASONS.items() if mark in message), None)
    words = re.split(r" \(Request ID| error_info=", message)[0]
    return f"{found} ({words})" if found else words


@lru_cache(maxsize=len(SCHEMES))
def _system_of(scheme: str) -> fs.FileSystem:
    """The file system of a kind of store, with the settings of the environment."""
    if scheme == "s3":
        endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
        return fs.S3FileSystem(
            endpoint_override=endpoint,
            connect_timeout=_SECONDS,
            request_timeout=_SECONDS,
            retry_strategy=fs.AwsStandardS3RetryStrategy(max_attempts=_ATTEMPTS),
        )
    if scheme == "gs":
        emulator = os.environ.get("STORAGE_EMULATOR_HOST", "")
        kind, _, host = emulator.rpartition("://")
        return fs.GcsFileSystem(
            anonymous=bool(emulator),
            endpoint_override=host or None,
            scheme=kind or None,
            retry_time_limit=timedelta(seconds=_ATTEMPTS * _SECONDS),
        )
    import fsspec

    return fs.PyFileSystem(fs.FSSpecHandler(fsspec.filesystem("memory")))


# ---- which of them ------------------------------------------------------------------------------

Store = Folder | Bucket
Draft = _LocalDraft | _RemoteDraft


def store_of(path: str | Path) -> Store:
    """The place of a run, from a path or an address.

    Raises
    ------
    ValueError
        It is neither, or an address that is not understood; the message names it.
    """
    if not isinstance(path, str | Path) or not str(path) or "\0" in str(path):
        raise ValueError(f"{shown(path)} is no path of a run folder")
    try:
        str(path).encode()
    except UnicodeEncodeError:  # Arrow and JSON want text
        raise ValueError(f"folder name {str(path)!r} is no UTF-8 text") from None
    address = _ADDRESS.fullmatch(path) if isinstance(path, str) else None
    if address is None:
        return Folder(Path(path))
    return Bucket(_checked(str(path), *address.groups()))


def _checked(path: str, scheme: str, inside: str) -> str:
    """An address of a bucket and a name in it."""
    if scheme.lower() not in SCHEMES:
        known = ", ".join(f"{one}://" for one in SCHEMES)
        raise ValueError(f"{path!r}: unknown store {scheme}://; one of {known}, or a folder")
    bucket, _, name = inside.strip("/").partition("/")
    if "@" in bucket:  # it would be logged in the manifest
        raise ValueError("credentials stand in the environment, not in the address of a store")
    parts = name.split("/")
    if not bucket or not name or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"{path!r}: wanted is {scheme}://bucket/name-of-the-run")
    if any(mark in inside for mark in "?#*[]\\\0\n"):
        raise ValueError(f"{path!r}: a name without ? # * [ ] and \\")
    return f"{scheme.lower()}://{bucket}/{name}"
