"""Play a match between two commits with fastchess: `make match A=<commit> B=<commit>`.

Each commit is built once, in its own folder build/matches/<hash>. See docs/testing.md for bounds and reports.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FASTCHESS_AT = "https://github.com/Disservin/fastchess"
# Neither a debug build nor a tuning build is what plays.
NOT_FOR_MATCHES = {"LUX_DEBUG", "LUX_TUNE", "LUX_ABI3"}
# Adjudicate games once both engines agree on the result.
ADJUDICATION = "-draw movenumber=40 movecount=8 score=8 -resign movecount=4 score=600 twosided=true"


def full_hash(root: Path, commit: str) -> str:
    """Return the full hash of a commit, branch or tag."""
    command = ["git", "-C", root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"match: no such commit: {commit!r}")
    return done.stdout.strip()


def bench(folder: Path) -> str:
    """Return how many nodes the bench of a build searches."""
    done = subprocess.run([sys.executable, "-m", "lux", "bench"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"match: {folder}: bench fails\n{done.stderr}")
    return done.stdout.splitlines()[-1].split()[0]


def build(root: Path, commit: str) -> Path:
    """Build a commit, unless it has been built, and return its folder, whose file `bench` is written last."""
    folder = root / "build" / "matches" / commit[:12]
    if (folder / "bench").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    packed = subprocess.run(["git", "-C", root, "archive", commit], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as sources:
        sources.extractall(folder, filter="data")
    environment = {name: value for name, value in os.environ.items() if name not in NOT_FOR_MATCHES}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    if subprocess.run(command, cwd=folder, env=environment).returncode:
        sys.exit(f"match: {commit[:12]} cannot be built")
    (folder / "bench").write_text(bench(folder), encoding="utf-8")
    return folder


def match_command(options: argparse.Namespace, fastchess: str, folders: list[Path], book: Path) -> list[str]:
    """Return the command line of fastchess; the first folder's engine is A."""
    pgn = folders[0].parent / f"{folders[0].name}-{folders[1].name}.pgn"
    command = [fastchess]
    for letter, folder in zip("AB", folders, strict=True):
        command += ["-engine", f"cmd={sys.executable}", "args=-m lux", f"dir={folder}", f"name={letter}-{folder.name}"]
    command += ["-each", f"tc={options.tc}", f"option.Hash={options.hash}", f"option.Threads={options.threads}"]
    command += ["-openings", f"file={book}", f"format={book.suffix[1:]}", "order=random", "-srand", str(options.seed)]
    command += ["-repeat", "-rounds", str(options.rounds), "-concurrency", str(options.concurrency), "-recover"]
    if options.sprt:
        low, high = options.sprt
        command += ["-sprt", f"elo0={low}", f"elo1={high}", "alpha=0.05", "beta=0.05", "model=logistic"]
    command += ["-report", "penta=true", "-pgnout", f"file={pgn}", "append=false"]
    return [*command, *ADJUDICATION.split(), *options.more]


def read_arguments(args: list[str] | None) -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="match", description="Play a match between two commits.")
    parser.add_argument("a", metavar="A", help="the commit with the change")
    parser.add_argument("b", metavar="B", help="the commit without it")
    parser.add_argument("--tc", default="8+0.08", help="seconds and increment")
    parser.add_argument("--hash", type=int, default=16, help="MiB of an engine's table")
    parser.add_argument("--threads", type=int, default=1, help="threads of an engine")
    parser.add_argument("--rounds", type=int, default=10000, help="pairs of games at most")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="end at these bounds, in Elo")
    parser.add_argument("--book", type=Path, required=True, help="openings, .epd or .pgn")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order of the openings")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    parser.add_argument("--fastchess", default="fastchess", help=f"the program: {FASTCHESS_AT}")
    parser.add_argument("--more", type=shlex.split, default=[], help="more options of fastchess")
    return parser.parse_args(args)


def main(args: list[str] | None = None, root: Path = ROOT) -> int:
    """Build both commits and play; return the exit status of fastchess."""
    options = read_arguments(args)
    fastchess = shutil.which(options.fastchess)
    if fastchess is None:
        sys.exit(f"match: needs fastchess, {FASTCHESS_AT}: in PATH, or named by FASTCHESS=/path/to/fastchess")
    if not (options.book.is_file() and options.book.suffix in (".epd", ".pgn")):
        sys.exit(f"match: {options.book} is not a book: expected a .epd or .pgn file")
    commits = [full_hash(root, commit) for commit in (options.a, options.b)]
    if commits[0] == commits[1]:
        sys.exit(f"match: {options.a} and {options.b} are the same commit")
    folders = [build(root, commit) for commit in commits]
    for letter, folder in zip("AB", folders, strict=True):
        print(f"{letter}: {folder.name}, bench {(folder / 'bench').read_text(encoding='utf-8')}", flush=True)
    command = match_command(options, os.path.abspath(fastchess), folders, options.book.resolve())
    # fastchess leaves its settings, from which a match can be gone on with, where it is started.
    return subprocess.run(command, cwd=folders[0].parent).returncode


if __name__ == "__main__":
    sys.exit(main())
