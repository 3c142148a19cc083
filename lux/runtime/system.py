"""Differences between POSIX and Windows: locks, memory, signals and engine processes (layer 5)."""

import errno
import os
import re
import shlex
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess

WINDOWS = os.name == "nt"

if WINDOWS:
    import msvcrt
else:
    import fcntl

LOCK_AT = 1 << 40  # Windows locks bytes against reading, too: one that no file has
CGROUP = "/sys/fs/cgroup/"  # limit, use and cached files of a container, by versions 2 and 1 of control groups
CGROUPS = [("memory.", "max", "current", "inactive_file")]
CGROUPS += [("memory/memory.", "limit_in_bytes", "usage_in_bytes", "total_inactive_file")]
SMALL_MIB = 64  # that are always tried: what is left is an estimate
HANGUP_SIGNALS = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]


def at_once(path: str, flags: int) -> int:
    """Open a file as the *opener* of open(), without waiting for the other end of a FIFO.

    Raises:
        OSError: it is to be read, and is a FIFO, a device or the like.
    """
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    mode = os.fstat(file).st_mode
    # Of directories open() speaks itself.
    if not (flags & os.O_WRONLY or stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        os.close(file)
        raise OSError(errno.EINVAL, "not a regular file", path)
    return file


@contextmanager
def named_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in an OSError of this block: those of writing to a file do not."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(path)
        raise


def write_through(file: IO[bytes], data: bytes) -> None:
    """Write to a file; once this returns, the data survives a crash."""
    with named_errors(file.name):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def lock(file: IO[bytes]) -> bool:
    """Lock a file that is open for writing, until it is closed; return False where the file system has no locks.

    Raises:
        BlockingIOError: another process has locked it.
    """
    try:
        if WINDOWS:
            file.seek(LOCK_AT)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP):  # as of Lustre
            raise
        return False
    return True


def system_handle(fd: int) -> int:
    """Return the system's handle of an open file: the descriptor, or a Windows handle."""
    return msvcrt.get_osfhandle(fd) if WINDOWS else fd


def memory_bytes() -> tuple[int, int]:
    """Return the machine's memory, and what of it is left before the system swaps or kills processes, in bytes.

    Linux grants more memory than it has, and fails only when the memory is used.
    """
    if WINDOWS:
        import ctypes

        # MEMORYSTATUSEX: two numbers of 32 bits, the first of which is its size, and seven of 64.
        status = (ctypes.c_uint64 * 8)(64)
        ctypes.windll.kernel32.GlobalMemoryStatusEx(status)
        return status[1], status[2]
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    left = [1024 * numbers_in("/proc/meminfo").get("MemAvailable:", total // 1024)]
    for prefix, *names, cached in CGROUPS:
        limit, usage = (numbers_in(CGROUP + prefix + name).get("") for name in names)
        if limit is not None and usage is not None:
            # Cached files count as used, but give way when memory is short.
            left.append(limit - usage + numbers_in(f"{CGROUP}{prefix}stat").get(cached, 0))
    return total, max(0, min(left))


def fits_in_memory(mib: int) -> bool:
    """Return whether tables may take so much more: Linux grants memory that it does not have, and kills who uses it."""
    return mib <= SMALL_MIB or mib <= memory_bytes()[1] >> 20


def numbers_in(path: str) -> dict[str, int]:
    """Return the number of each line of a file by the word before it, "" if there is none; {} without the file."""
    try:
        with open(path, encoding="ascii") as file:
            rows = re.findall(r"^(?:(\S+)[ \t]+)?(\d+)", file.read(), re.MULTILINE)
    except OSError:
        return {}
    return {name: int(number) for name, number in rows}


def split_command(command: str) -> list[str]:
    """Split a command as the system's shell does, unless it is the path of a file.

    Raises:
        ValueError: a quotation mark is missing.
    """
    if os.path.isfile(command):
        return [command]
    if not WINDOWS:
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def apart() -> dict[str, Any]:
    """Return the Popen arguments for a process that ignores Ctrl-C and that `kill_all` can end."""
    if WINDOWS:
        return {"creationflags": 0x200}  # CREATE_NEW_PROCESS_GROUP
    return {"start_new_session": True}


def kill_all(process: "subprocess.Popen[bytes]") -> None:
    """End a process that was started `apart`, and the processes that it has started."""
    if WINDOWS:
        import subprocess

        # Without the tool the process itself is ended at least.
        with suppress(OSError):
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
        process.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def ctrl_c_calls(handler: Callable[..., object]) -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and a hang-up, unless ignored, call *handler*, with two arguments, in the main thread."""
    numbers = [number for number in (signal.SIGINT, *HANGUP_SIGNALS) if signal.getsignal(number) is not signal.SIG_IGN]
    before = [signal.signal(number, handler) for number in numbers]
    try:
        yield
    finally:
        for number, handled_by in zip(numbers, before, strict=True):
            signal.signal(number, handled_by)


@contextmanager
def interrupts_kept_from_children() -> Iterator[None]:
    """Start processes in this block that Ctrl-C does not reach; on Windows it does."""
    if WINDOWS:
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
