"""A UCI engine with a chosen fault, and a manner of answering: `python faulty_engine.py FAULT [MANNER]`.

Its moves are python-chess's except for the fault.
"""

import sys
import time
from collections.abc import Callable, Iterator

import chess

START = chess.STARTING_FEN


# Which legal moves the generator forgets, by the fault.
DROPPED: dict[str, Callable[[chess.Board, chess.Move], bool]] = {
    "no-en-passant": lambda board, move: board.is_en_passant(move),
    "no-knight-promotion": lambda board, move: move.promotion == chess.KNIGHT,
    "no-castling-past-attack": lambda board, move: (
        board.is_castling(move) and board.is_attacked_by(not board.turn, chess.B1)
    ),
}


def adds(board: chess.Board, fault: str) -> Iterator[chess.Move]:
    """Yield the illegal moves, or the legal ones once more, that the generator gives."""
    us, them = board.turn, not board.turn
    king = board.king(us)
    for move in board.generate_pseudo_legal_moves():
        if board.is_legal(move):
            if fault == "castles-twice" and board.is_castling(move):
                yield move
            continue
        if fault == "king-into-check" and move.from_square == king and not board.is_castling(move):
            yield move
    if fault == "castles-through-check" and not board.is_check():
        for rook in chess.SquareSet(board.clean_castling_rights() & chess.BB_RANKS[0 if us else 7]):
            short = rook > king
            passed = king + (1 if short else -1)
            target = king + (2 if short else -2)
            free = not any(map(board.piece_at, chess.SquareSet(chess.between(king, rook))))
            if free and board.attackers(them, passed) and not board.attackers(them, target):
                yield chess.Move(king, target)


class Engine:
    """What the UCI loop needs."""

    def __init__(self, fault: str, manner: str) -> None:
        self.fault = fault
        self.manner = manner
        self.board = chess.Board()
        self.table: dict[object, int] = {}

    def moves(self, board: chess.Board) -> list[chess.Move]:
        drops = DROPPED.get(self.fault, lambda board, move: False)
        return [move for move in board.legal_moves if not drops(board, move)] + list(adds(board, self.fault))

    def play(self, board: chess.Board, move: chess.Move) -> chess.Board:
        """Make a move, with the fault if that is where it sits."""
        after = board.copy(stack=False)
        after.push(move)
        if self.fault == "keeps-rights-of-taken-rook" and board.is_capture(move):
            after.castling_rights |= board.castling_rights & chess.BB_SQUARES[move.to_square]
        if self.fault == "keeps-en-passant" and board.ep_square is not None and after.ep_square is None:
            after.ep_square = board.ep_square
        if self.fault == "sets-no-en-passant":
            after.ep_square = None
        if self.fault == "leaves-taken-pawn" and board.is_en_passant(move):
            square = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
            after.set_piece_at(square, board.piece_at(square))
        return after

    def perft(self, board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        # Knows nothing of castling rights and en passant.
        key = (board.board_fen(), board.turn, depth)
        if self.fault == "poor-table" and key in self.table:
            return self.table[key]
        nodes = sum(self.perft(self.play(board, move), depth - 1) for move in self.moves(board))
        self.table[key] = nodes
        return nodes

    def position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        fen = START if words[0] == "startpos" else " ".join(words[1:split])
        self.board = chess.Board(fen, chess960=self.board.chess960)
        for word in words[split + 1 :]:
            self.board = self.play(self.board, self.board.parse_uci(word))

    def go(self, depth: int) -> None:
        self.table.clear()
        total = 0
        for move in self.moves(self.board):
            nodes = self.perft(self.play(self.board, move), depth - 1)
            total += nodes
            if self.manner == "bare-moves":
                print(f"{move.uci()} {nodes}")
            elif self.manner == "in-san":
                print(f" {self.board.san(move)} = {nodes}")
            elif self.manner == "castles-as-960" and self.board.is_castling(move):
                rook = chess.square(7 if move.to_square > move.from_square else 0, chess.square_rank(move.to_square))
                print(f"{chess.square_name(move.from_square)}{chess.square_name(rook)}: {nodes}")
            elif self.manner == "odd-castling" and self.board.is_castling(move):
                print(f"king castles: {nodes}")
            elif self.manner != "total-only":
                print(f"{move.uci()}: {nodes}")
        if self.manner == "wrong-total":
            total += 1
        if self.manner != "bare-moves":
            print(f"perft({depth}) = {total:,}" if self.manner == "in-san" else f"\nNodes searched: {total}\n")
        if self.manner == "and-moves":
            print("bestmove 0000")


def main(fault: str, manner: str) -> None:
    engine = Engine(fault, manner)
    asked = 0
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            option = "" if fault == "no-chess960" else "option name UCI_Chess960 type check default false\n"
            print(f"id name Faulty\noption name Hash type spin default 1 min 1 max 64\n{option}uciok")
        elif words == ["isready"]:
            print("readyok")
        elif words[:3] == ["setoption", "name", "UCI_Chess960"]:
            engine.board.chess960 = words[-1] == "true"
        elif words[:1] == ["position"]:
            engine.position(words[1:])
        elif words[:2] == ["go", "perft"]:
            # The first question is the one that finds out whether the command is known.
            asked += 1
            if fault == "searches":
                print("info depth 1 score cp 13 nodes 20 pv e2e4\nbestmove e2e4")
            elif fault == "refuses":
                print("Unknown command: 'go perft'.")
            elif asked > {"dies": 1, "dies-second": 2}.get(fault, asked):
                print("assertion failed: king is gone")
                sys.exit(3)
            elif fault == "hangs" and asked > 1:
                sys.stdout.flush()
                time.sleep(1000)
            else:
                engine.go(int(words[2]))
        elif words == ["quit"]:
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[-1])
