"""Whatever is typed into `lux play`, it answers, and it goes on."""

import os
import random
import subprocess

import pytest

from tests.protocol.session import LUX, ROOT

COMMANDS = (
    "help game moves hint eval undo redo flip fen load save resign draw new board theme coach exit quit y".split()
)
WORDS = """e4 e2 Nf3 nf3 Nbd2 O-O 0-0-0 o-o e8=Q e7e8q exd5 a1a1 h9 Qh5# ?! .. 0000 -- Z0 moves ✓ é \x00 \x1b[2J
    [/bold] {x} %s""".split()
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
]
LAST = "4k3/8/8/3p4/8/8/8/4K2R w K - 3 33"


def fuzzed_line(rng):
    """Return a line that may be a move, a command, both at once, or neither."""
    kind = rng.random()
    if kind < 0.3:
        piece = rng.choice(["", "", "N", "B", "R", "Q", "K", "Nb", "R1"])
        return piece + rng.choice(["", "x"]) + rng.choice("abcdefgh") + rng.choice("12345678")
    if kind < 0.4:
        return rng.choice("abcdefgh") + rng.choice("12345678") + rng.choice(["", "a3", "e4q", "=Q"])
    if kind < 0.7:
        name = rng.choice([command for command in COMMANDS if command not in ("exit", "quit")])
        argument = rng.choice(["", rng.choice(WORDS), rng.choice(FENS), "green", "a.pgn", "a/b.pgn", " ", "x" * 500])
        return f"{name} {argument}" if name != "save" else f"save {rng.choice(['a.pgn', 'no/b.pgn', ''])}"
    if kind < 0.9:
        return " ".join(rng.choices(WORDS + COMMANDS[:-3], k=rng.randrange(1, 4)))
    return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(30)))


@pytest.mark.parametrize(
    ("lines", "args"),
    [
        (150, ["--white", "human", "--black", "lux"]),
        (150, ["--white", "human", "--black", "human", "--time", "60+1"]),
        (100, ["--white", "human", "--chess960", "--ascii", "--elo", "400"]),
        (60, ["--white", "human", "--black", "lux", "--coach"]),
        pytest.param(10000, ["--white", "human", "--black", "lux"], marks=pytest.mark.slow),
        pytest.param(10000, ["--white", "human", "--black", "human", "--chess960"], marks=pytest.mark.slow),
    ],
)
def test_no_line_breaks_the_session(tmp_path, lines, args):
    rng = random.Random(lines)
    script = "".join(fuzzed_line(rng).replace("\n", " ") + "\n" for _ in range(lines))
    done = subprocess.run(
        [*LUX, "play", "--depth", "1", "--hash", "1", *args],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        input=script.encode("utf-8", "surrogatepass") + f"\nload {LAST}\nfen\n".encode(),
        capture_output=True,
        timeout=600,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert done.stdout.decode().splitlines()[-1] == LAST
