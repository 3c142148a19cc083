"""Evaluate a position by hand-made terms (layer 3).

Each term has a middlegame and an endgame weight, blended by the material on the board. The weights were fitted to
the results and search scores of Lux's own games (logistic regression, "Texel tuning"), from round starting values.

Source: https://www.chessprogramming.org/Tapered_Eval and .../Texel's_Tuning_Method
"""

import cython
from cython.cimports.lux.evaluation.weights import (
    BACKWARD,
    BISHOP_PAIR,
    CONNECTED,
    DOUBLED,
    HANGING,
    ISOLATED,
    KING_DANGER,
    KING_FILE,
    MOBILITY,
    OUTPOST,
    PASSED,
    PASSED_FREE,
    PASSED_OWN_KING,
    PASSED_THEIR_KING,
    PIECE_SQUARE,
    ROOK_FILE,
    ROOK_SEVENTH,
    SHIELD,
    TEMPO,
    THREAT_BY_MINOR,
    THREAT_BY_PAWN,
    THREAT_BY_ROOK,
)
from cython.cimports.lux.rules.attacks import (
    bishop_attacks,
    king_attacks,
    knight_attacks,
    queen_attacks,
    rook_attacks,
)
from cython.cimports.lux.rules.bitboard import (
    DARK_SQUARES,
    file_bb,
    file_neighbours,
    fill_forward,
    more_than_one,
    pawn_attacks_bb,
    pop_lsb,
    popcount,
    relative_rank_bb,
    shift_forward,
    square_bb,
)
from cython.cimports.lux.rules.position import diagonal_sliders, king_square, occupied, pieces, straight_sliders
from cython.cimports.lux.rules.types import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
    Value,
    file_of,
    rank_of,
    relative_rank,
    relative_square,
)


def evaluate(pos: PositionPtr) -> Value:
    """Return the static evaluation in centipawns, from the side to move's point of view."""
    info: EvalInfo
    return evaluate_terms(pos, cython.address(info))


def evaluate_terms(pos: PositionPtr, info: cython.pointer[EvalInfo]) -> Value:
    """Evaluate and keep the terms of both sides, each from its own point of view, in *info*."""
    for us in range(2):
        for term in range(TERM_NB):
            info.terms[us][term] = 0
        init_side(pos, info, us)
    evaluate_pieces(pos, info, WHITE)
    evaluate_pieces(pos, info, BLACK)
    for us in range(2):
        evaluate_pawns(pos, info, us)
        evaluate_threats(pos, info, us)
        evaluate_king(pos, info, us)
    info.terms[pos.stm][TERM_TEMPO] = TEMPO

    total: Score = 0
    for term in range(TERM_NB):
        total += info.terms[WHITE][term] - info.terms[BLACK][term]

    # Blend by phase: 24 with all pieces on the board, 0 with none.
    phase: cython.int = (
        popcount(pos.by_type[KNIGHT] | pos.by_type[BISHOP])
        + 2 * popcount(pos.by_type[ROOK])
        + 4 * popcount(pos.by_type[QUEEN])
    )
    if phase > 24:
        phase = 24
    scale: cython.int = endgame_scale(pos, total)
    value: Value = (mg_value(total) * phase + eg_value(total) * (24 - phase) * scale // 64) // 24
    return value if pos.stm == WHITE else -value


def init_side(pos: PositionPtr, info: cython.pointer[EvalInfo], us: Color) -> cython.void:
    """Set what the terms of both sides build on: pawn and king attacks, the king's zone, the mobility area."""
    them: Color = us ^ 1
    king: Square = king_square(pos, us)
    pawns: Bitboard = pieces(pos, us, PAWN)
    info.pawn_attacks[us] = pawn_attacks_bb(us, pawns)
    for kind in range(6):
        info.attacked_by[us][kind] = 0
    info.attacked_by[us][PAWN] = info.pawn_attacks[us]
    info.attacked_by[us][KING] = king_attacks(king)
    info.attacked[us] = info.pawn_attacks[us] | king_attacks(king)
    info.attacked_twice[us] = info.pawn_attacks[us] & king_attacks(king)
    info.king_zone[us] = king_attacks(king) | square_bb(king) | shift_forward(us, king_attacks(king))
    info.danger[us] = 0

    # Squares not worth counting: own king and blocked or unmoved pawns, and what enemy pawns attack.
    blocked: Bitboard = pawns & (shift_forward(them, occupied(pos)) | relative_rank_bb(us, 1) | relative_rank_bb(us, 2))
    info.mobility_area[us] = ~(blocked | square_bb(king) | pawn_attacks_bb(them, pieces(pos, them, PAWN)))


def evaluate_pieces(pos: PositionPtr, info: cython.pointer[EvalInfo], us: Color) -> cython.void:
    """Add piece-square values, mobility and piece placement, and collect attacks."""
    them: Color = us ^ 1
    all_men: Bitboard = occupied(pos)
    own_pawns: Bitboard = pieces(pos, us, PAWN)
    their_pawns: Bitboard = pieces(pos, them, PAWN)
    men: Bitboard = pos.by_color[us]
    material: Score = 0
    mobility: Score = 0
    placement: Score = 0
    while men:
        square: Square = pop_lsb(cython.address(men))
        kind: PieceType = pos.board[square] >> 1
        material += PIECE_SQUARE[kind][relative_square(us, square)]
        if kind == PAWN or kind == KING:
            continue

        # Sliders see through their own kind, where batteries form.
        attacks: Bitboard
        if kind == KNIGHT:
            attacks = knight_attacks(square)
        elif kind == BISHOP:
            attacks = bishop_attacks(square, all_men ^ (diagonal_sliders(pos) & pos.by_color[us]))
        elif kind == ROOK:
            attacks = rook_attacks(square, all_men ^ (straight_sliders(pos) & pos.by_color[us]))
        else:
            attacks = queen_attacks(square, all_men)
        mobility += MOBILITY[kind - KNIGHT][popcount(attacks & info.mobility_area[us])]
        info.attacked_twice[us] |= info.attacked[us] & attacks
        info.attacked[us] |= attacks
        info.attacked_by[us][kind] |= attacks

        # Attack units: 2 for a minor piece on the king's zone, 3 for a rook, 4 for a queen.
        if attacks & info.king_zone[them]:
            info.danger[them] += 2 if kind <= BISHOP else kind
        if kind == KNIGHT or kind == BISHOP:
            # An outpost: protected by a pawn on rank 4 to 6, and out of reach of the enemy's pawns.
            ahead: Bitboard = fill_forward(us, file_neighbours(square_bb(square)))
            if info.pawn_attacks[us] & square_bb(square) and not (ahead & their_pawns):
                if 3 <= relative_rank(us, square) <= 5:
                    placement += OUTPOST[kind == BISHOP]
        elif kind == ROOK:
            file: Bitboard = file_bb(file_of(square))
            if not (file & own_pawns):
                placement += ROOK_FILE[(file & their_pawns) == 0]
            if relative_rank(us, square) == 6:
                placement += ROOK_SEVENTH
    if more_than_one(pieces(pos, us, BISHOP)):
        placement += BISHOP_PAIR
    info.terms[us][TERM_MATERIAL] = material
    info.terms[us][TERM_MOBILITY] = mobility
    info.terms[us][TERM_PIECES] = placement


def evaluate_pawns(pos: PositionPtr, info: cython.pointer[EvalInfo], us: Color) -> cython.void:
    """Add pawn structure and passed pawns."""
    them: Color = us ^ 1
    own: Bitboard = pieces(pos, us, PAWN)
    theirs: Bitboard = pieces(pos, them, PAWN)
    structure: Score = 0
    passed: Score = 0
    pawns: Bitboard = own
    while pawns:
        square: Square = pop_lsb(cython.address(pawns))
        pawn: Bitboard = square_bb(square)
        rank: cython.int = relative_rank(us, square)
        ahead: Bitboard = fill_forward(us, pawn)
        neighbours: Bitboard = file_neighbours(file_bb(file_of(square))) & own
        if not neighbours:
            structure += ISOLATED
        elif (file_neighbours(pawn) & own) or (pawn & info.pawn_attacks[us]):
            structure += CONNECTED[rank]
        elif not (neighbours & ~fill_forward(us, file_neighbours(pawn))) and (
            shift_forward(us, pawn) & info.pawn_attacks[them]
        ):
            # Backward: every neighbour has gone ahead, and the square before it is the enemy's.
            structure += BACKWARD
        if ahead & own:
            structure += DOUBLED
        elif not ((ahead | file_neighbours(ahead)) & theirs):
            passed += passed_pawn(pos, info, us, square)
    info.terms[us][TERM_PAWNS] = structure
    info.terms[us][TERM_PASSED] = passed


def passed_pawn(pos: PositionPtr, info: cython.pointer[EvalInfo], us: Color, square: Square) -> Score:
    """Return the worth of a passed pawn: its rank, the way before it, the kings' distance to that."""
    rank: cython.int = relative_rank(us, square)
    stop: Square = square + (8 if us == WHITE else -8)
    score: Score = PASSED[rank]
    if rank < 3:
        return score
    if not (square_bb(stop) & (occupied(pos) | info.attacked[us ^ 1])):
        score += PASSED_FREE[rank]
    score += PASSED_OWN_KING[distance(king_square(pos, us), stop)]
    return score + PASSED_THEIR_KING[distance(king_square(pos, us ^ 1), stop)]


def evaluate_threats(pos: PositionPtr, info: cython.pointer[EvalInfo], us: Color) -> cython.void:
    """Add attacks on enemy pieces worth more than the attacker, and on undefended ones."""
    them: Color = us ^ 1
    targets: Bitboard = pos.by_color[them] & ~pos.by_type[PAWN] & ~pos.by_type[KING]
    by_minor: Bitboard = info.attacked_by[us][KNIGHT] | info.attacked_by[us][BISHOP]
    threats: Score = 0
    hit: Bitboard = targets & (info.pawn_attacks[us] | by_minor | info.attacked_by[us][ROOK])
    while hit:
        square: Square = pop_lsb(cython.address(hit))
        kind: PieceType = pos.board[square] >> 1
        if info.pawn_attacks[us] & square_bb(square):
            threats += THREAT_BY_PAWN[kind]
        elif by_minor & square_bb(square):
            threats += THREAT_BY_MINOR[kind]
        else:
            threats += THREAT_BY_ROOK[kind]
    loose: Bitboard = pos.by_color[them] & ~pos.by_type[KING] & info.attacked[us] & ~info.attacked[them]
    info.terms[us][TERM_THREATS] = threats + HANGING * popcount(loose)


def evaluate_king(pos: PositionPtr, info: cython.pointer[EvalInfo], us: Color) -> cython.void:
    """Add the shelter of the own king and the attack that it stands under."""
    them: Color = us ^ 1
    king: Square = king_square(pos, us)
    own_pawns: Bitboard = pieces(pos, us, PAWN)
    front: Bitboard = square_bb(king) | file_neighbours(square_bb(king))
    front = shift_forward(us, front) | shift_forward(us, shift_forward(us, front))
    shelter: cython.int = popcount(front & own_pawns)
    safety: Score = SHIELD[3 if shelter > 3 else shelter]
    for file in range(max(0, file_of(king) - 1), min(7, file_of(king) + 1) + 1):
        if not (file_bb(file) & own_pawns):
            safety += KING_FILE[(file_bb(file) & pos.by_type[PAWN]) == 0]

    # Squares by the king that only the attacker covers, and checks from safe squares, add to the units.
    weak: Bitboard = info.attacked[them] & king_attacks(king)
    weak &= ~info.attacked[us] | (info.attacked_by[us][KING] & ~info.attacked_twice[us])
    safe: Bitboard = ~pos.by_color[them] & ~info.attacked[us]
    lines: Bitboard = rook_attacks(king, occupied(pos))
    diagonals: Bitboard = bishop_attacks(king, occupied(pos))
    units: cython.int = info.danger[us] + popcount(weak)
    if knight_attacks(king) & info.attacked_by[them][KNIGHT] & safe:
        units += 2
    if diagonals & info.attacked_by[them][BISHOP] & safe:
        units += 2
    if lines & info.attacked_by[them][ROOK] & safe:
        units += 3
    if (lines | diagonals) & info.attacked_by[them][QUEEN] & safe:
        units += 3
    info.terms[us][TERM_KING] = safety + KING_DANGER[23 if units > 23 else units]


def endgame_scale(pos: PositionPtr, total: Score) -> cython.int:
    """Return how much of the endgame score to believe, in 64ths: less where the stronger side cannot well win."""
    strong: Color = WHITE if eg_value(total) > 0 else BLACK
    bishops: Bitboard = pos.by_type[BISHOP]
    if not pieces(pos, strong, PAWN):
        # Without pawns a minor piece more does not win.
        ours: cython.int = 0
        theirs: cython.int = 0
        for kind in range(KNIGHT, KING):
            worth: cython.int = 3 if kind <= BISHOP else (5 if kind == ROOK else 10)
            ours += worth * popcount(pieces(pos, strong, kind))
            theirs += worth * popcount(pieces(pos, strong ^ 1, kind))
        if ours - theirs <= 3:
            return 8
    one_each: cython.bint = popcount(pieces(pos, WHITE, BISHOP)) == 1 and popcount(pieces(pos, BLACK, BISHOP)) == 1
    if one_each and popcount(bishops & DARK_SQUARES) == 1:
        # Bishops of opposite colours draw, the more so without other pieces.
        return 32 if pos.by_type[KNIGHT] | pos.by_type[ROOK] | pos.by_type[QUEEN] == 0 else 52
    return 64


def distance(a: Square, b: Square) -> cython.int:
    """Return the number of king's steps between two squares."""
    files: cython.int = abs(file_of(a) - file_of(b))
    ranks: cython.int = abs(rank_of(a) - rank_of(b))
    return max(files, ranks)
