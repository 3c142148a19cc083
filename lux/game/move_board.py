"""Generate, describe, read, write, play and take back legal moves (layer 5)."""

import cython
from cython.cimports.lux.game.base_board import BaseBoard
from cython.cimports.lux.rules.move import CASTLING, EN_PASSANT, NULL_MOVE, from_sq, move_type, to_sq
from cython.cimports.lux.rules.movegen import ALL_MOVES, MoveList, generate
from cython.cimports.lux.rules.position import Position, do_move, do_null_move, gives_check, is_capture
from cython.cimports.lux.rules.types import PAWN, Move, Square, type_of
from cython.cimports.lux.text.fen import MAX_HALFMOVE_CLOCK, MAX_MOVE_NUMBER
from cython.cimports.lux.text.notation import find_san, find_uci, move_san, move_uci, parse_square

from lux.text.notation import IllegalMoveError
from lux.text.uci_move import NULL_UCI, LegalMoves, uci_text
from lux.text.uci_move import Move as UciMove


@cython.cclass
class MoveBoard(BaseBoard):
    """A board that lists legal moves, plays them, and takes them back.

    Where it takes a legal UCI move, it takes an object whose uci() returns one, too, as python-chess's Move does.
    """

    def find(self, uci: object) -> Move:
        """Return the legal move *uci*, or the null move; raises as parse_uci."""
        if uci_text(uci) == NULL_UCI:
            return NULL_MOVE
        return find_uci(self.current(), uci, self.chess960)

    @property
    def legal_moves(self) -> LegalMoves:
        """List the legal moves as UCI strings.

        >>> board = Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
        >>> board.legal_moves, board.legal_moves.count()
        (['a1b1', 'a1a2', 'a1b2'], 3)
        """
        moves: MoveList
        generate(self.current(), cython.address(moves), ALL_MOVES)
        return LegalMoves([move_uci(moves.moves[i], self.chess960) for i in range(moves.count)])

    def parse_uci(self, uci: str | UciMove) -> UciMove:
        """Return the legal move *uci* as this board writes it.

        Raises:
            InvalidMoveError: *uci* is not a move in UCI notation.
            IllegalMoveError: the position does not allow it.
        """
        return move_uci(find_uci(self.current(), uci, self.chess960), self.chess960)

    def parse_san(self, san: str) -> UciMove:
        """Return the legal move *san* as a UCI string; it may name both squares, as g1-f3.

        Raises:
            InvalidMoveError: *san* is not a move in standard algebraic notation.
            IllegalMoveError: the position does not allow it.
            AmbiguousMoveError: it fits several legal moves.

        >>> Board().parse_san("Nf3")
        'g1f3'
        """
        return move_uci(find_san(self.current(), san), self.chess960)

    def is_legal(self, move: str | UciMove) -> bool:
        """Return whether the UCI *move* is legal; the null move is not.

        Raises:
            InvalidMoveError: *move* is not a move in UCI notation.
        """
        try:
            return self.find(move) != NULL_MOVE
        except IllegalMoveError:
            return False

    def find_move(self, from_square: str, to_square: str, promotion: str | None = None) -> UciMove:
        """Return the legal move between two squares; a pawn promotes to a queen by default.

        Raises:
            ValueError: an argument is not a square, or *promotion* not a piece.
            IllegalMoveError: the move is not legal.

        >>> Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").find_move("a7", "a8")
        'a7a8q'
        """
        to: Square = parse_square(to_square)
        if self.piece_type_at(from_square) == "P" and promotion is None and to // 8 in (0, 7):
            promotion = "q"
        return self.parse_uci(f"{from_square}{to_square}{(promotion or '').lower()}")

    def generate_legal_captures(self) -> list[UciMove]:
        """List the legal captures, en passant included."""
        moves: MoveList
        generate(self.current(), cython.address(moves), ALL_MOVES)
        return [move_uci(moves.moves[i], self.chess960) for i in range(moves.count) if self.takes(moves.moves[i])]

    # What a move does

    def is_capture(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* is a capture; raises as parse_uci."""
        return self.takes(self.find(move))

    def takes(self, move: Move) -> cython.bint:
        """Return whether a legal or null move takes something."""
        return move != NULL_MOVE and is_capture(self.current(), move)

    def is_zeroing(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* is a capture or a pawn move; raises as parse_uci."""
        found: Move = self.find(move)
        return self.takes(found) or type_of(self.current().board[from_sq(found)]) == PAWN

    def is_irreversible(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* rules out that an earlier position is repeated; raises as parse_uci.

        So do captures, pawn moves, and moves that lose castling rights or a legal en passant capture.
        """
        after: Position
        found: Move = self.find(move)
        if found == NULL_MOVE:
            return self.has_legal_en_passant()
        do_move(self.current(), cython.address(after), found)
        rights_end: cython.bint = after.castling_rights != self.current().castling_rights
        return after.rule50 == 0 or rights_end or self.has_legal_en_passant()

    def is_en_passant(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* captures en passant; raises as parse_uci."""
        return move_type(self.find(move)) == EN_PASSANT

    def is_castling(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* castles; raises as parse_uci."""
        return move_type(self.find(move)) == CASTLING

    def is_kingside_castling(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* castles to the g-file; raises as parse_uci."""
        found: Move = self.find(move)
        return move_type(found) == CASTLING and to_sq(found) > from_sq(found)

    def is_queenside_castling(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* castles to the c-file; raises as parse_uci."""
        return self.is_castling(move) and not self.is_kingside_castling(move)

    def gives_check(self, move: str | UciMove) -> bool:
        """Return whether the legal UCI *move* gives check; raises as parse_uci."""
        found: Move = self.find(move)
        return found != NULL_MOVE and gives_check(self.current(), found)

    def san(self, move: str | UciMove) -> str:
        """Return the legal UCI *move* in standard algebraic notation; raises as parse_uci."""
        return move_san(self.current(), self.find(move))

    def lan(self, move: str | UciMove) -> str:
        """Return the legal UCI *move* in long algebraic notation; raises as parse_uci.

        >>> Board().lan("g1f3")
        'Ng1-f3'
        """
        found: Move = self.find(move)
        san: str = move_san(self.current(), found)
        if found == NULL_MOVE or move_type(found) == CASTLING:
            return san
        uci = move_uci(found, self.chess960)
        letter = self.piece_type_at(uci[:2]).replace("P", "")
        # What the short form says after the target: promotion, check and mate.
        tail = san[san.rindex(uci[2:4]) + 2 :]
        return f"{letter}{uci[:2]}{'x' if self.takes(found) else '-'}{uci[2:4]}{tail}"

    # Playing

    def push_move(self, move: Move) -> cython.int:
        """Play a legal or null *move*."""
        if move == NULL_MOVE and self.current().checkers:
            raise IllegalMoveError(f"null move in check in {self.fen()}")
        if self.played + 1 == self.capacity:
            self.reserve(2 * self.capacity)
        self.moves[self.played] = move
        after: cython.pointer[Position] = cython.address(self.positions[self.played + 1])
        if move == NULL_MOVE:
            do_null_move(self.current(), after)
        else:
            do_move(self.current(), after, move)
        # Counters stay in the range of a FEN, however long the game.
        after.rule50 = min(after.rule50, MAX_HALFMOVE_CLOCK)
        after.plies_from_null = min(after.plies_from_null, MAX_HALFMOVE_CLOCK)
        if after.game_ply >= 2 * MAX_MOVE_NUMBER:
            after.game_ply -= 2
        self.played += 1
        return 0

    def push(self, move: str | UciMove) -> None:
        """Play the legal UCI *move*, or the null move unless in check; raises as parse_uci, changing nothing.

        >>> board = Board()
        >>> board.push(Move.null())
        >>> board.turn, board.move_stack, board.pop()
        (False, ['0000'], '0000')
        """
        self.push_move(self.find(move))

    def push_uci(self, uci: str | UciMove) -> UciMove:
        """Play the move *uci* and return it as this board writes it; raises as parse_uci, changing nothing."""
        self.push_move(find_uci(self.current(), uci, self.chess960))
        return self.peek()

    def push_san(self, san: str) -> UciMove:
        """Play the move *san* and return it as a UCI string; raises as parse_san, changing nothing."""
        self.push_move(find_san(self.current(), san))
        return self.peek()

    def san_and_push(self, move: str | UciMove) -> str:
        """Play the legal UCI *move* and return it in standard algebraic notation; raises as parse_uci."""
        found: Move = self.find(move)
        san: str = move_san(self.current(), found)
        self.push_move(found)
        return san

    def pop(self) -> UciMove:
        """Take back the last move and return it.

        Raises:
            IndexError: no move has been played.
        """
        last = self.peek()
        self.played -= 1
        return last

    def peek(self) -> UciMove:
        """Return the last move.

        Raises:
            IndexError: no move has been played.
        """
        if self.played == 0:
            raise IndexError("no move has been played")
        return move_uci(self.moves[self.played - 1], self.chess960)

    @property
    def move_stack(self) -> list[UciMove]:
        """List the moves played since the start of the game or the last set_fen, as UCI strings."""
        return [move_uci(self.moves[i], self.chess960) for i in range(self.played)]
