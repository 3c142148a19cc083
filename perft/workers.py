"""Run tasks on a Dask cluster, or in processes of this machine.

Needs the extra `lux-chess[cluster]`. Source: https://distributed.dask.org
"""

import asyncio
import logging
import pkgutil
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from math import inf
from multiprocessing import resource_tracker
from time import monotonic
from typing import TypeVar

import dask
from distributed import Client, Future, LocalCluster, as_completed
from distributed.comm import CommClosedError, get_address_host_port, normalize_address
from distributed.comm import connect as connect_comm
from distributed.security import Security
from distributed.utils import LoopRunner, silence_logging_cmgr

from lux import STARTPOS, __version__
from lux.runtime.errors import OneLineError
from lux.runtime.system import interrupts_kept_from_children

TASKS_A_THREAD = 4  # submitted at any time
WORKERS_SECONDS = 1  # to look for new ones again
RETRIES = 3
CONNECT_SECONDS = 10
LOST = "the connection to the scheduler is lost"

Result = TypeVar("Result")


class ClusterError(OneLineError, RuntimeError):
    """The cluster cannot be reached or used; the message says why in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


def check_address(address: str) -> None:
    """Raise ValueError unless *address* is a scheduler's address, or `local:N` with a number of processes."""
    if address.startswith("local:"):
        if not re.fullmatch(r"local:[1-9]\d*", address):
            raise ValueError(f"expected local:N with N worker processes, at least 1: {address!r}")
        return
    # Not left to Client: one that fails half-made becomes garbage that may block another's start for ever.
    try:
        get_address_host_port(normalize_address(address), strict=True)
    except ValueError:
        raise ValueError(f"expected the address of a scheduler, as in tcp://host:8786: {address!r}") from None


@contextmanager
def connect(address: str) -> Iterator[Client]:
    """Start or join a cluster; at the end leave it, or end all local processes. These speak TLS with new keys.

    Raises:
        ValueError: *address* is malformed.
        ClusterError: the cluster cannot be reached, or not all of its workers have this version of Lux.
    """
    check_address(address)
    with ExitStack() as stack:
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        if address.startswith("local:"):
            # Do not wait the default of half a minute for a worker that is gone from this machine.
            timeouts = {"distributed.comm.timeouts.connect": CONNECT_SECONDS}
            # Every user of this machine reaches its ports: let none of them answer without the keys of this run.
            pages = {f"distributed.{part}.http.routes": [] for part in ("scheduler", "worker", "nanny")}
            stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 10, **timeouts, **pages}))
            try:
                keys = Security.temporary()
            except ImportError:
                raise ClusterError("local:N needs cryptography: pip install 'lux-chess[cluster]'") from None
            # Processes inherit the mask of the thread that starts them: Ctrl-C stops the client, which stops the
            # workers. The tracker comes first, because the thread that starts it ends up without the mask.
            resource_tracker.ensure_running()
            with interrupts_kept_from_children():
                try:
                    cluster = stack.enter_context(
                        LocalCluster(
                            n_workers=int(address.removeprefix("local:")),
                            threads_per_worker=1,
                            memory_limit=0,
                            dashboard_address="127.0.0.1:0",
                            silence_logs=logging.CRITICAL,
                            security=keys,
                        )
                    )
                except (RuntimeError, OSError) as error:
                    raise ClusterError(f"the workers cannot be started: {error}") from error
                client = stack.enter_context(Client(cluster))
        else:
            greet(address)
            try:
                client = stack.enter_context(Client(address, timeout=CONNECT_SECONDS))
            except OSError as error:
                raise ClusterError(f"no Dask scheduler answers at {address}") from error
        try:
            check_workers(client)
            yield client
        except CommClosedError as error:
            raise ClusterError(LOST) from error


def greet(address: str) -> None:
    """Raise a ClusterError unless a Dask scheduler or worker answers at *address*.

    Client itself has no time limit for the answer, and takes one of any other server for the length of a message.
    Source: https://github.com/dask/distributed/issues/8071
    """

    async def shake_hands() -> None:
        async with asyncio.timeout(CONNECT_SECONDS):
            (await connect_comm(address, CONNECT_SECONDS, **certificates)).abort()

    try:
        certificates = Security().get_connection_args("client")
    except OSError as error:
        raise ClusterError(f"the certificates in Dask's configuration cannot be read: {error}") from error
    if address.startswith("tls:") and certificates["ssl_context"] is None:
        raise ClusterError("tls:// needs the certificates of the cluster in Dask's configuration")
    try:
        LoopRunner().run_sync(shake_hands)  # a notebook has a loop of its own in this thread
    except Exception as error:
        raise ClusterError(f"no Dask scheduler answers at {address}") from error


def check_workers(client: Client) -> None:
    """Raise a ClusterError unless there are workers and each of them can run this version of Lux."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise ClusterError("the cluster has no workers; start some with `dask worker ADDRESS`") from None
    # Nothing but the standard library is sent, because there may be no Lux to load it. The second loads the core.
    for name, wanted in (("lux:__version__", __version__), ("lux.board:STARTPOS", STARTPOS)):
        for worker, found in client.run(pkgutil.resolve_name, name, on_error="return").items():
            if found != wanted:
                problem = f"has Lux {found}" if isinstance(found, str) else f"has no Lux ({found})"
                raise ClusterError(f"worker {worker} {problem}: install lux-chess {__version__} there")


def run_task(version: str, work: Callable[..., Result], *arguments: object) -> Result:
    """Do a task on a worker, which may have come late, if it has the client's version of Lux."""
    if version != __version__:
        raise ClusterError(f"the worker has Lux {__version__}, not {version}")
    return work(*arguments)


@contextmanager
def no_interrupt_lost() -> Iterator[Callable[[], None]]:
    """Yield a function that raises a Ctrl-C which came where Python can only print exceptions, as in `__del__`."""
    came = False

    def note(unraisable: "sys.UnraisableHookArgs") -> None:
        nonlocal came
        if unraisable.exc_type is KeyboardInterrupt:
            came = True
        else:
            before(unraisable)

    def check() -> None:
        if came:
            raise KeyboardInterrupt

    before, sys.unraisablehook = sys.unraisablehook, note
    try:
        yield check
    finally:
        sys.unraisablehook = before


def run_tasks(
    client: Client, work: Callable[..., Result], tasks: Iterable[tuple[int, tuple]], kind: type[Result], name: str
) -> Generator[dict[int, Result], None, None]:
    """Yield the results of finished tasks by their numbers, some at a time, in any order.

    Args:
        work: the function to run on a worker, defined in a module; it should depend only on its arguments.
        tasks: the number and arguments of each task; read as needed.
        kind: the type of the results.
        name: name of a task in error messages.

    Raises:
        ClusterError: a task failed repeatedly, or the connection to the cluster is lost.
    """
    waiting = iter(tasks)
    running: dict[Future, int] = {}  # their numbers
    finished = as_completed(with_results=True, raise_errors=False)
    wanted, asked = 0, -inf

    def submit() -> None:
        """Keep every worker busy, even those that join later; a few tasks at a time, since there may be many."""
        nonlocal wanted, asked
        if monotonic() - asked > WORKERS_SECONDS:
            wanted, asked = TASKS_A_THREAD * max(1, sum(client.nthreads().values())), monotonic()
        for number, arguments in islice(waiting, max(0, wanted - len(running))):
            future = client.submit(run_task, __version__, work, *arguments, pure=False, retries=RETRIES)
            running[future] = number
            finished.add(future)

    with no_interrupt_lost() as check:
        submit()
        for group in finished.batches():
            results = {}
            for future, result in group:
                number = running.pop(future)
                # Not by its status: a result that has arrived stays good when its worker is lost.
                if not isinstance(result, kind):
                    error = result[1] if isinstance(result, tuple) else LOST
                    raise ClusterError(f"{name} {number} failed: {error}")
                results[number] = result
            yield results
            check()
            submit()
        check()
