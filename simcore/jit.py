"""Compilation in one place: `helper`, `kernel`, and the folder of compiled code.

This is the only file that imports numba. A cached kernel does not notice when a file it imports
has changed, nor which settings it was compiled with; so the cache folder is named by a digest of
every source file, the numba version and the settings, and a stale kernel can never be found.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numba
from numba.core.caching import UserProvidedCacheLocator

Function = Callable[..., Any]  # kernels are untyped: numba infers their types

config: Any = numba.config
COMPILED = not config.DISABLE_JIT
NUMBA_VERSION: str = numba.__version__
_SETTINGS = ("DISABLE_JIT", "BOUNDSCHECK", "OPT", "CPU_NAME", "CPU_FEATURES", "DEBUG")
_KEPT_DIGESTS = 4
_KEPT_SECONDS = 24 * 3600
_HOME = Path(__file__).parent


@lru_cache(maxsize=1)
def source_digest() -> str:
    """SHA-256 over every Python file of the package, in path order."""
    digest = hashlib.sha256()
    for path in sorted(_HOME.rglob("*.py")):
        digest.update(path.relative_to(_HOME).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def cache_root() -> Path:
    """The folder that holds one sub-folder per digest; `NUMBA_CACHE_DIR` wins."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "simcore"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/simcore"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "simcore"


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """The folder of this source, numba and settings; None where nothing can be written."""
    settings = repr([(name, getattr(config, name, None)) for name in _SETTINGS])
    text = f"{source_digest()} {numba.__version__} {settings}"
    folder = cache_root() / f"simcore-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    _prune(folder)
    return folder


def _prune(current: Path) -> None:
    """Remove the compiled code of old sources: all but the newest few, none used today."""
    others = [path for path in current.parent.glob("simcore-*") if path != current]
    dated: list[tuple[float, Path]] = []
    for path in others:
        try:
            dated.append((path.stat().st_mtime, path))
        except OSError:  # another process pruned it first
            continue
    for used, path in sorted(dated, reverse=True)[_KEPT_DIGESTS - 1 :]:
        if time.time() - used > _KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _for_kernels(function: Function, **options: bool) -> Function:
    """Compile a function for kernels to call, in the shortest time.

    Left to itself numba compiles a function once more for every constant it is called with, and
    wraps each for callers in Python, of which there are few: that doubled the time of a cold
    start. So kernels are sent to a twin without wrappers, and constants count as their types.
    """
    from_python: Any = numba.njit(nogil=True)(function)
    if COMPILED:
        njit, type_of = cast(Any, numba.njit), cast(Any, numba.types.unliteral)
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        twin = njit(nogil=True, **bare, **options)(function)

        def by_type(values: tuple[Any, ...], named: dict[str, Any]) -> Any:
            types = tuple(map(type_of, values))
            return twin.get_call_template(types, {name: type_of(named[name]) for name in named})

        from_python.get_call_template = by_type
        from_python.get_overload = twin.get_overload
    return cast(Function, from_python)


def helper(function: Function) -> Function:
    """Compile a function that kernels call; it leaves no file of its own."""
    return _for_kernels(function)


def inlined(function: Function) -> Function:
    """Compile a small function on the hot path, its code copied to where it is called."""
    return _for_kernels(function, forceinline=True)


def chapter(function: Function) -> Function:
    """Compile a function called from one place as lines of its caller.

    A function of its own is optimised again inside each of its callers' callers: five levels of
    the game, one in the other, took a third of the time of a cold start.
    """
    return cast(Function, numba.njit(nogil=True, inline="always")(function))


class OfThisSource(UserProvidedCacheLocator):
    """Where the compiled code of a file lies: the same place wherever the package is installed.

    The folder is named by the digest of the source, so a second checkout or environment finds what
    the first one compiled.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of a file within the package; of others, numba's."""
        folder = Path(py_file).absolute().parent
        if folder.is_relative_to(_HOME):
            return folder.relative_to(_HOME).as_posix()
        usual: Any = super()
        return str(usual.get_suitable_cache_subpath(py_file))


def kernel(function: Function) -> Function:
    """Compile an entry point: releases the GIL, cached on disk under the digest."""
    folder = cache_folder()
    if folder is None or not COMPILED:
        return cast(Function, numba.njit(nogil=True)(function))
    # numba reads both when the cache is made: set them for this one call, leave others alone
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.OfThisSource"
    try:
        return cast(Function, numba.njit(nogil=True, cache=True)(function))
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
