"""The traps that other engines fell into, and the tests that keep Lux out of them.

| trap | test |
| --- | --- |
| 1 `isready` during a search is answered at once | test_go::test_isready_during_a_search |
| 2 `stop` right after `go`: never lost, one bestmove | test_go::test_stop_in_the_same_write |
| 3 no bestmove of `go infinite` or `go ponder` before `stop` | test_go::test_endless_search_waits_for_stop |
| 4 `ponderhit` goes on with the clock of `go ponder` | test_traps::test_trap_04_time_spent_pondering_counts |
| 5 the end of input is `quit` | test_ending::test_the_process_ends_at_once |
| 6 negative, zero and missing clocks | test_go::test_limits_lead_to_a_legal_move |
| 7 no time at all, and still a legal move | test_traps::test_trap_07_no_time_for_a_wild_position |
| 8 mate or stalemate on the board | test_go::test_finished_game |
| 9 a scored line before bestmove, of the same move | test_go::test_limits_lead_to_a_legal_move |
| 10 nps of a search that took no time | test_traps::test_trap_10_numbers_of_the_first_millisecond |
| 11 a big table is there at once, and cleared in time | test_traps::test_trap_11_big_table |
| 12 `ucinewgame` is optional, and clears everything | test_go::test_searches_are_reproducible_after_ucinewgame |
| 13 noise before `uci`, blanks at the end of lines | test_traps::test_trap_13_no_noise |
| 14 castling in each notation | test_position::test_castling_notation |
| 15 an en passant square that no pawn can use | test_position::test_fen_spellings |
| 16 bad FENs | test_position::test_bad_position_leaves_the_old_one_but_searches_none |
| 17 long games, and clocks beyond fifty moves | test_position::test_game_of_ten_thousand_moves |
| 18 names of options | test_options::test_good_option_is_silent |
| 19 `searchmoves`, more lines than moves | test_traps::test_trap_19_more_lines_than_moves |
| 20 promotion letters in upper case | test_position::test_promotion_letters_in_either_case |
| 21 the move overhead is kept | test_options::test_move_overhead_is_saved |
| 22 unknown commands, at any time | test_traps::test_trap_22_unknown_commands_while_searching |
| 23 line ends of Windows | test_handshake::test_carriage_returns_and_blanks |
| 24 depths and nodes out of range | test_go::test_limits_lead_to_a_legal_move |
| 25 mates in moves, with their whole line | test_go::test_mate_scores |
| 26 start-up | test_startup::test_uciok_comes_at_once |
| 27 Ctrl-C, SIGTERM, a broken pipe | test_ending::test_signals_end_a_session_as_quit_does |
| legal lines to their end | test_clients::test_every_pv_is_a_line_of_legal_moves |
| chances that add up | test_options::test_show_wdl |
| the steps of fastchess's compliance test | test_clients::test_compliance_steps |
| nonsense | test_fuzz::test_nonsense |
| bytes that are not text, NUL among them | test_handshake::test_bytes_that_are_not_text |
| endless lines | test_handshake::test_line_of_ten_megabytes |
| commands as arguments | test_ending::test_one_shots |
"""

import re
import statistics
import subprocess
import time
from pathlib import Path

import chess
import pytest

from tests.protocol.session import LUX, ROOT, Session

TESTS = Path(__file__).parents[1]
# Captures beyond counting: the first iteration alone would take minutes.
WILD = "qqqqkqqq/qq6/8/8/8/8/6QQ/QQQQKQQQ w - - 0 1"


def test_every_trap_has_a_test():
    named = re.findall(r"\| (test_\w+)::(test_\w+) \|", __doc__)
    numbers = [int(number) for number in re.findall(r"^\| (\d+) ", __doc__, re.MULTILINE)]
    assert numbers == list(range(1, 28))
    assert len(named) == __doc__.count("::")
    for module, test in named:
        path = TESTS / ("build" if module == "test_startup" else "protocol") / f"{module}.py"
        assert f"def {test}(" in path.read_text(encoding="utf-8"), test


def test_the_tests_run_the_installed_command(lux_executable):
    assert len(LUX) == 1
    assert Path(LUX[0]).name == lux_executable.name == "lux"


@pytest.mark.timing
def test_trap_04_time_spent_pondering_counts(session):
    def ponderhit(clock: int) -> float:
        session.send("position startpos moves e2e4 e7e5", f"go ponder wtime {clock} btime {clock}")
        time.sleep(clock / 5000)
        return session.seconds("ponderhit")

    # More than the move deserves has gone already, whether an iteration has just ended or not.
    assert statistics.median(ponderhit(clock) for clock in (2000, 3000, 4000, 5000, 6000)) < 0.1


@pytest.mark.timing
@pytest.mark.parametrize("limit", ["movetime 1", "wtime 1 btime 1", "nodes 1", "depth 1", "wtime -100 btime -100"])
def test_trap_07_no_time_for_a_wild_position(session, limit):
    session.send(f"position fen {WILD}")
    assert session.ready() == []
    session.send(f"go {limit}")
    lines = session.expect("bestmove .*")
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board(WILD).legal_moves
    assert " score " in lines[-2]


def test_trap_10_numbers_of_the_first_millisecond(session):
    for _ in range(20):
        session.send("go nodes 1")
        info = session.expect("bestmove .*")[-2]
        nodes, nps, ms = (int(re.search(rf" {name} (\d+) ", info)[1]) for name in ("nodes", "nps", "time"))
        assert nps == nodes * 1000 // max(1, ms)


@pytest.mark.timing
def test_trap_11_big_table(session):
    session.send("setoption name Hash value 512")
    assert session.ready() == []
    session.bestmove("go movetime 50")
    session.send("ucinewgame")
    assert session.ready(timeout=15) == []


def test_trap_13_no_noise(session):
    session.send("uci", "isready", "setoption name UCI_ShowWDL value true", "go depth 6", "foo", "go depth x", "stop")
    session.expect("bestmove .*")
    session.expect("bestmove .*")
    lines = session.seen + session.ready()
    assert lines[0].startswith("id name ")
    assert all(line == line.strip() and line for line in lines)
    kinds = {line.split()[0] for line in lines}
    assert kinds == {"id", "option", "uciok", "readyok", "info", "bestmove"}


def test_trap_19_more_lines_than_moves(session):
    session.send("setoption name MultiPV value 4", "position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1", "go depth 5")
    assert {re.search(r" multipv (\d) ", line)[1] for line in session.expect("bestmove a1b2.*")[:-1]} == {"1"}
    session.send("position startpos", "go depth 4 searchmoves e2e4 d2d4")
    assert {re.search(r" multipv (\d) ", line)[1] for line in session.expect("bestmove .*")[:-1]} == {"1", "2"}


def test_trap_22_unknown_commands_while_searching(session):
    session.send("go infinite", "xyzzy", "Go depth 3", "", "#", "isready")
    unknown = [line for line in session.expect("readyok") if line.startswith("info string")]
    assert [line.split("'")[1] for line in unknown] == ["xyzzy", "Go depth 3"]
    session.send("stop")
    session.expect("bestmove .*", timeout=1)


def test_a_path_with_blanks(tmp_path):
    folder = tmp_path / "my engines" / "Lux (new)"
    folder.mkdir(parents=True)
    (folder / "lux chess").symlink_to(LUX[0])
    done = subprocess.run(
        [folder / "lux chess", "go depth 2"], cwd=folder, capture_output=True, text=True, timeout=10, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert ROOT not in folder.parents


def test_a_weak_player_shows_the_line_that_it_plays():
    with Session() as session:
        session.send("setoption name UCI_LimitStrength value true")
        for _ in range(20):
            session.send("ucinewgame", "go movetime 1000")
            *lines, best = session.expect("bestmove .*")
            assert [line for line in lines if " multipv 1 " in line][-1].split(" pv ")[1].split()[0] == best.split()[1]
        session.send("setoption name UCI_AnalyseMode value true", "go depth 9")
        assert session.expect("bestmove .*")[-2].startswith("info depth 9 ")
