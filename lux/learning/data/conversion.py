"""Convert files of games into files of training positions, filtered and shuffled (layer 7).

Positions are 32-byte records (packed.pxd). Neighbours in a game are similar and share its result, so training needs
random order over all files. Memory is bounded: records are dealt at random to temporary files, each small enough to be
shuffled in memory.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from lux.learning.data.replay import DamagedGameError, Filter, ReplayedGame, replay_game
from lux.learning.packed import RECORD_BYTES
from lux.learning.selfplay.game_file import GameFileError, complete_games, journal_path
from lux.runtime.replacing import refuse_inputs, replacing

PILE_UNIT = 1 << 20  # of memory for a pile
MAX_FILES = 512  # open at a time
CHUNK_BYTES = 32 << 20  # of records that are dealt at a time


def contents(game: ReplayedGame) -> dict[str, int]:
    """Return what a game adds to a count of what was read and kept."""
    return {"games": 1, "positions": game.positions, "records": len(game.records) // RECORD_BYTES}


def refuse_losses(paths: Sequence[Path], outs: Sequence[Path]) -> None:
    """Raise OSError or GameFileError if an output would be written over an input or not fit its journal.

    The same if an input is given twice: its games would count twice.
    """
    if len({os.path.realpath(path) for path in paths}) < len(paths):
        raise GameFileError(f"{' '.join(map(str, paths))}: a file is given twice")
    refuse_inputs(outs, [*paths, *map(journal_path, paths)])
    for out in outs:
        if journal_path(out).exists():
            raise GameFileError(f"{out}: has the journal {journal_path(out).name}, which another file would not fit")


def replayed_games(
    paths: Sequence[Path],
    progress: Callable[[int, int, int], object] | None = None,
    keep: Filter | None = None,
) -> Iterator[tuple[memoryview, int, ReplayedGame]]:
    """Yield every game: the bytes of its file, where it begins there, and what it is; its records pass *keep*.

    *progress* is called with bytes done, bytes in total, and positions read.

    Raises:
        GameFileError: a file is damaged; the message says where.
        OSError: it cannot be read.
    """
    files = [(path, complete_games(path)) for path in paths]
    total = sum(len(data) for _, data in files)
    done = positions = 0
    for path, data in files:
        offset = 0
        while offset < len(data):
            try:
                game = replay_game(data, offset, keep)
            except DamagedGameError as error:
                raise GameFileError(f"{path}: {error}") from None
            yield data, offset, game
            offset = game.end
            positions += game.positions
            if progress is not None:
                progress(done + offset, total, positions)
        done += len(data)


def shuffle_games(
    paths: Sequence[Path],
    out: Path,
    keep: Filter,
    *,
    seed: int,
    memory_mib: int,
    progress: Callable[[int, int, int], object] | None = None,
) -> Counter[str]:
    """Write the positions of files of games that pass the filter, all of them in random order; count what was read.

    The same files, filter, seed and memory give the same order. The piles are in a directory beside *out* and take as
    much space; *out* appears once it is complete. *memory_mib* is the most that a pile may take; *progress* is that of
    replayed_games.

    Raises:
        GameFileError: *memory_mib* is too small for the number of positions.
    """
    refuse_losses(paths, [out])
    # Every position takes four bytes of a file of games, and more than half become records.
    most = sum(path.stat().st_size for path in paths) * RECORD_BYTES // 4
    piles = max(1, -(-most // (memory_mib * PILE_UNIT)))
    if piles > MAX_FILES:
        raise GameFileError(f"{out}: {memory_mib} MiB of memory are too little for up to {most >> 20} MiB of positions")
    import numpy as np  # the other commands for games do without

    random, record = np.random.default_rng(seed), np.dtype((np.void, RECORD_BYTES))
    totals: Counter[str] = Counter()
    chunk = bytearray()
    with (
        replacing(out, binary=True) as whole,
        TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as directory,
        ExitStack() as stack,
    ):
        names = [os.path.join(directory, str(pile)) for pile in range(piles)]
        files = [stack.enter_context(open(name, "wb")) for name in names]

        def deal() -> None:
            """Move the chunk to the piles."""
            records = np.frombuffer(bytes(chunk), record)
            chosen = random.integers(piles, size=len(records))
            for pile, file in enumerate(files):
                file.write(records[chosen == pile].tobytes())
            chunk.clear()

        for _, _, game in replayed_games(paths, progress, keep):
            chunk += game.records
            totals.update(contents(game))
            if len(chunk) >= CHUNK_BYTES:
                deal()
        deal()
        stack.close()
        for name in names:
            records = np.fromfile(name, record)
            os.remove(name)
            random.shuffle(records)
            whole.write(records.tobytes())
    return totals


def copy_games(
    paths: Sequence[Path],
    outs: Sequence[Path],
    choose: Callable[[], int],
    *,
    progress: Callable[[int, int, int], object] | None = None,
) -> list[Counter[str]]:
    """Copy each game to the file of *outs* whose index *choose* returns; return the totals of each file.

    The files appear under their names once all are complete. Raises as replayed_games does.
    """
    refuse_losses(paths, outs)
    totals: list[Counter[str]] = [Counter() for _ in outs]
    with ExitStack() as stack:
        files = [stack.enter_context(replacing(out, binary=True)) for out in outs]
        for data, offset, game in replayed_games(paths, progress):
            index = choose()
            files[index].write(data[offset : game.end])
            totals[index].update(contents(game))
    return totals
