"""Test suites: what is read, what is refused, and when a task counts as solved."""

from time import process_time

import pytest

from lux import Board, Engine, Score, SearchInfo
from lux.epd import EpdError, Task, read_suite, solve
from tests.cases import DATA, read_table

KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - -"
BACK_RANK = "6k1/5ppp/8/8/8/8/R7/4K3 w - -"
STS = (
    '1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id "STS(v1.0) Undermine.001";'
    ' c0 "f5=10, Be5+=2, Bf2=3, Bg4=2"; c7 "f5 Be5+ Bf2 Bg4"; c8 "10 2 3 2"; c9 "f4f5 d4e5 d4f2 f3g4";'
)
POINTS = {"f4f5": 10, "d4e5": 2, "d4f2": 3, "f3g4": 2}


def read(line):
    (task,) = read_suite([line])
    assert isinstance(task, Task), task
    return task


def info(move, mate=None):
    return SearchInfo(9, 9, Score(None if mate is not None else 0, mate=mate), "exact", 1, 1, 0, 1, [move])


# What people and other systems write.
OPERATIONS = [["" if field == "-" else field for field in row] for row in read_table("operations.tsv")]
BLANKS = [(text, "e2e4", "", "", "") for text in ("bm e4;\0", "bm e4;\0\0\r\n", "\tbm\te4 ;\x1a")]


@pytest.mark.parametrize(("operations", "best", "avoid", "mate", "problem"), [*OPERATIONS, *BLANKS])
def test_operations(operations, best, avoid, mate, problem):
    (task,) = read_suite([f"{KINGS} {operations}"])
    if best or avoid or mate:
        assert (task.best, task.avoid, task.mate) == (best.split(), avoid.split(), int(mate) if mate else None)
        found = task.problems
        assert problem == "" or task.points == {}
    else:
        found = [task.reason]
    assert [each[: len(problem)] for each in found] == [problem] * (problem != "")


@pytest.mark.parametrize(
    ("operations", "value"),
    [
        ("bm b1c3; am e3; bm e4; am d3", {"bm": ["b1c3", "e2e4"], "am": ["e2e3", "d2d3"]}),
        ("bm e4, Ng1-f3;; pv 1. e2e4 e7-e5 2.Nf3", {"bm": ["e2e4", "g1f3"], "pv": ["e2e4", "e7e5", "g1f3"]}),
        (r'; id="a \"b\" c\\d"; x-y.z 12; w', {"id": 'a "b" c\\d', "x-y.z": 12, "w": None}),
        ("bm 1; id 1", {"bm": 1, "id": 1}),
        ('bm #6; n "nan" ; m nan; k 1_0; j +4;', {"dm": 6, "n": "nan", "m": "nan", "k": "1_0", "j": 4}),
    ],
)
def test_from_epd(operations, value):
    assert Board.from_epd(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {operations}")[1] == value


def test_reading_is_linear():
    def steps(count):
        texts = 'c0 "' + "a" * count, '"a; ' * count, '"\\";' * count, "a=" * count, "bm (" * count, "bm a;" * count
        start = process_time()
        assert len(list(read_suite(f"{KINGS} bm e4; {text}" for text in texts))) == 6
        return process_time() - start

    # Once is enough: a busy machine makes one of two equal measurements five times as long.
    assert any(steps(80_000) < 24 * steps(10_000) + 0.1 for _ in range(3))


def test_counters_castling_and_promotion():
    assert read(f"{KINGS} hmvc 3; fmvn 7; bm e4;").fen.endswith(" - - 3 7")
    assert read(f"{KINGS} 4 9 bm e4;").fen.endswith(" - - 4 9")
    assert read("4k3/8/8/8/8/8/8/4KR2 w F - bm O-O;").best == ["e1f1"]
    assert read("7k/P7/8/8/8/8/8/K7 w - - bm a8 = Q + ; id x;").wanted() == "bm a8=Q+"


@pytest.mark.parametrize("names", ["c0", "c7 c8", "c8 c9", "c0 c7 c8 c9"])
def test_points_in_each_form(names):
    head, *operations = STS.split("; ")
    chosen = [operation for operation in operations if operation[:2] in [*names.split(), "id"]]
    task = read("; ".join([head, *chosen]))
    assert (task.points, task.id) == (POINTS, "STS(v1.0) Undermine.001")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("junk", "no position of four fields"),
        ("8/8/8/8 w - - bm e4;", "the board needs 8 ranks"),
        (f"{KINGS} bm e5;", "illegal move e5"),
    ],
)
def test_a_bad_line_costs_no_other(line, reason):
    first, error, last = read_suite(
        [f"{KINGS} bm e4;\n", line + "\r\n", "", "# remark", "// one", "\0% two", f"{KINGS} bm e3;"]
    )
    assert (first.best, last.best, last.line) == (["e2e4"], ["e2e3"], 7)
    assert isinstance(error, EpdError)
    assert str(error).startswith("line 2: ")
    assert reason in error.reason


@pytest.mark.parametrize("name", ["wac", "bratko_kopec", "mates"])
def test_suites_are_read_whole(name):
    lines = (DATA / f"{name}.epd").read_text(encoding="ascii").splitlines()
    tasks = list(read_suite(lines))
    assert [task.line for task in tasks] == list(range(1, len(lines) + 1))
    assert all(task.id and task.wanted() for task in tasks)


@pytest.mark.parametrize(
    ("operations", "searched", "solved"),
    [
        ("bm e4 e3;", info("e2e3"), True),
        ("bm e4;", info("e2e3"), False),
        ("am e4;", info("e2e3"), True),
        ("am e4;", info("e2e4"), False),
        ("bm e4 e3; am e3;", info("e2e3"), False),
        ("dm 3;", info("e2e4", 3), True),
        ("dm 3;", info("e2e4", 2), True),
        ("dm 3;", info("e2e4", 4), False),
        ("dm 3;", info("e2e4", -2), False),
        ("bm #-3;", info("e2e4", -3), True),
        ("bm #-3;", info("e2e4", 3), False),
        ("dm 3;", info("e2e4"), False),
        ("bm e3; dm 3;", info("e2e4", 3), False),
    ],
)
def test_what_solves_a_task(operations, searched, solved):
    assert read(f"{KINGS} {operations}").is_solved(searched) is solved


def test_the_time_counts_from_when_the_solution_stays():
    solution = solve(Engine(hash_mib=1), read(f"{BACK_RANK} bm Ra8#; dm 1;"), depth=5)
    assert solution.solved
    assert (solution.found.depth, solution.info.depth) == (1, 5)
    assert not solve(Engine(hash_mib=1), read(f"{BACK_RANK} bm Ke2;"), depth=5).solved


def test_points_are_those_of_the_move():
    task = read(f'{BACK_RANK} c0 "Ra8#=10, Ke2=1";')
    assert solve(Engine(hash_mib=1), task, depth=3).points == 10
