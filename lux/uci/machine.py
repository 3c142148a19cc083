"""The memory of the machine (layer 6)."""

from lux.runtime.system import memory_bytes

_CGROUP = "/sys/fs/cgroup/memory."  # limit, use and statistics of a container, by Linux's control groups


def available_mib() -> int:
    """Return the MiB available before the system swaps or kills processes, as far as the system reports it.

    Linux grants more memory than it has, and fails only when the memory is used.
    """
    meminfo = _fields("/proc/meminfo")
    free = [meminfo["MemAvailable:"] * 1024 if "MemAvailable:" in meminfo else memory_bytes()[1]]
    limit, usage = (_text(_CGROUP + name).strip() for name in ("max", "current"))
    if limit.isdigit() and usage.isdigit():
        # Cached files count as used, but give way when memory is short.
        free.append(int(limit) - int(usage) + _fields(_CGROUP + "stat").get("inactive_file", 0))
    return max(0, min(free)) >> 20


def _text(path: str) -> str:
    try:
        with open(path, encoding="ascii") as file:
            return file.read()
    except OSError:
        return ""  # no such control group, or no Linux


def _fields(path: str) -> dict[str, int]:
    """Return the lines of a file that consist of a name and a number."""
    rows = (line.split() for line in _text(path).splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) >= 2 and row[1].isdigit()}
