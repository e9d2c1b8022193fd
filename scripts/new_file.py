"""Files a command writes besides its answer: never over another, never half."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def check(option: str, path: Path) -> Path:
    """A path where a file can be made.

    Raises
    ------
    ValueError
        Something is there already, or the folder is not.
    """
    if os.path.lexists(path):
        raise ValueError(f"{option} {str(path)!r}: is there already")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"{option} {str(path)!r}: there is no such folder")
    check_folder(option, path.absolute().parent)
    return path


def check_folder(option: str, folder: Path) -> None:
    """Refuse a folder in which no file can be made; if it is not there, that where it would be.

    Raises
    ------
    ValueError
        It is none, or nothing can be written there; the message has the reason.
    """
    there = folder.absolute()
    while not os.path.lexists(there):
        there = there.parent
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise ValueError(f"{option} {str(folder)!r}: {error.strerror}") from None


def write(option: str, path: Path, text: str) -> None:
    """Write a new file in one step: it is whole, or not there.

    Raises
    ------
    ValueError
        Something came there meanwhile.
    """
    from simcore.store import TEMPORARY

    handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=path.absolute().parent)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.link(name, path)  # unlike a rename it leaves another's file alone
    except FileExistsError:
        raise ValueError(f"{option} {str(path)!r}: is there already") from None
    finally:
        os.unlink(name)


def _umask() -> int:
    """The mask of new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
