"""Throw nonsense at the protocol: Lux stays alive, answers a ping at once, and its position stays a position.

Half of the lines are made of the protocol's own words in a random order, the others are good lines with something
changed. Whatever a run finds becomes a test of its own elsewhere.
"""

import random
import time
from collections.abc import Sequence

import chess
import pytest

from tests.protocol.session import Session

WORDS = (
    "uci isready ucinewgame position startpos fen moves e2e4 e7e5 g1f3 e1g1 e1h1 a7a8q a7a8Q 0000 go depth nodes"
    " movetime mate infinite ponder searchmoves wtime btime winc binc movestogo perft -1 0 1 3 7 99 -9999 1e3 0x1f ٣"
    " 99999999999999999999 stop ponderhit setoption name value Threads Clear Ponder MultiPV Move Overhead UCI_Chess960"
    " UCI_ShowWDL UCI_AnalyseMode OwnBook BookFile true false on off debug register later d eval flip bench genfens"
    " seed book None help \x00 é \ufeff \x1b[31m # <empty> 8/8/8/8/8/8/8/8 w b KQkq HAha - e3"
    " rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
).split(" ")

GOOD_LINES = """
    position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6; position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;
    position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1; stop; flip;
    position fen 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1 moves c1b1;
    position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3; go depth 4; go nodes 500; go movetime 5;
    position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1; go wtime 60 btime 60 winc 1 binc 1 movestogo 2; go infinite;
    go ponder wtime 100 btime 100; go searchmoves e2e4 d2d4 depth 3; go perft 3; go mate 2 nodes 2000; bench 2; eval;
    genfens 2 seed 3 book None; setoption name Hash value 2; setoption name Threads value 2; setoption name Clear Hash;
    setoption name Threads value 1; setoption name MultiPV value 4; setoption name UCI_Chess960 value true; debug on;
    setoption name UCI_Chess960 value false; setoption name UCI_ShowWDL value true; setoption name OwnBook value true;
    setoption name BookFile value /dev/null; setoption name Debug Log File value /dev/null; ucinewgame; ponderhit;
    setoption name Debug Log File value"""
GOOD_LINES = [line.strip() for line in GOOD_LINES.split(";")]

# What Lux must never take for a position.
NO_POSITION = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
    | chess.STATUS_BAD_CASTLING_RIGHTS
    | chess.STATUS_INVALID_EP_SQUARE
)


def changed(line: str, others: Sequence[str], chance: random.Random) -> bytes:
    """Return a line with a few bytes or words changed, left out, repeated, or put in from *others*."""
    words = line.split(" ")
    for _ in range(chance.randint(0, 3)):
        at = chance.randrange(len(words) + 1)
        words[at : at + chance.randint(0, 2)] = chance.choices(others, k=chance.randint(0, 2))
    data = bytearray(" ".join(words).encode())
    for _ in range(chance.choice((0, 0, 0, 1, 4))):
        at = chance.randrange(len(data) + 1)
        data[at : at + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 2))
    return bytes(data) * chance.choice((1, 1, 1, 1, 1, 2, 50))


def make_line(chance: random.Random) -> bytes:
    """Return a line without its end; nothing in it takes long that cannot be stopped, or writes files."""
    while True:
        if chance.random() < 0.5:
            line = " ".join(chance.choices(WORDS, k=chance.randint(1, 9))).encode()
        else:
            line = changed(chance.choice(GOOD_LINES), WORDS, chance)
        words = line.lower().split()
        # A big table or a thousand threads do no harm, but they take their time; a log would be a file.
        large = (b"hash" in line.lower() or b"threads" in words) and line not in map(str.encode, GOOD_LINES)
        log = b"log" in words and not line.startswith(b"setoption name Debug Log File value")
        if b"quit" not in words and not large and not log and (b"file" not in words or b"/dev/null" in words[-1:]):
            return line


def fuzz(lines: int, seed: int) -> None:
    """Send this many lines, and check after every hundred that all is well."""
    chance = random.Random(seed)
    pings = []
    with Session() as session:
        while lines > 0:
            batch = [make_line(chance) for _ in range(100)]
            lines -= len(batch)
            start = time.perf_counter()
            # In two pieces, so that something may be under way when the ping comes.
            session.write(b"".join(line + chance.choice((b"\n", b"\r\n")) for line in batch))
            session.send("isready")
            answers = session.expect("readyok", timeout=30)
            session.send("stop", "isready")
            pinged = time.perf_counter()
            answers += session.expect("readyok", timeout=30)
            pings.append(time.perf_counter() - pinged)
            # It comes after all that is queued. Only what no `stop` ends delays it: the commands that were sent.
            session.send("stop", "debug off", "d", f"setoption name marker {lines}")
            answers += session.expect(f"info string unknown option: 'marker {lines}'", timeout=30)
            fen = next(line.removeprefix("Fen: ") for line in reversed(answers) if line.startswith("Fen: "))
            assert not chess.Board(fen, chess960=True).status() & NO_POSITION, (fen, batch)
            wrong = [line for line in answers if "internal error" in line or not line.isprintable()]
            assert not wrong, (wrong, batch)
            assert time.perf_counter() - start < 30, batch
            session.seen.clear()
        session.send("stop", "position startpos", "setoption name UCI_Chess960 value false", "go depth 1")
        session.send("quit")
        session.process.wait(10)
        assert session.process.returncode == 0
    # Nearly all: a shared machine takes the processor away now and then.
    assert sorted(pings)[len(pings) * 98 // 100 - 1] < 1


@pytest.mark.parametrize(
    ("lines", "seed"),
    [(3000, 0), (3000, 1), *(pytest.param(50_000, seed, marks=pytest.mark.slow) for seed in range(100, 120))],
)
def test_nonsense(lines, seed):
    fuzz(lines, seed)


LONG = ("go infinite", "go ponder wtime 900 btime 900", "go depth 9", "go perft 5", "bench 3", "genfens 9 seed 1")


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 300))])
def test_every_session_ends(seed):
    """Whatever is under way and waits, `quit` and the end of input lead to the end, and no search is answered twice."""
    chance = random.Random(seed)
    with Session() as session:
        searches = 0
        for _ in range(chance.randint(1, 7)):
            line = chance.choice((chance.choice(LONG), chance.choice(GOOD_LINES)))
            searches += line.startswith("go ") and "perft" not in line
            session.send(line)
            time.sleep(chance.choice((0, 0, 0.05, 0.2)))
        session.send("quit") if chance.random() < 0.5 else session.end_input()
        assert session.process.wait(60) == 0
        with pytest.raises(AssertionError, match="the process ended"):
            session.expect("nothing more")
    answers = sum(line.startswith("bestmove ") for line in session.seen)
    assert answers <= searches
