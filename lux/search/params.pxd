# Layer 4. Every tunable of the search: value, then min .. max, step for tuning, and where the idea comes from.
#
# Margins are units of the network, depths plies, LMR amounts 1024ths of a ply. A pawn of the win rate model is 134.5 of
# these units, and 328 of Stockfish 16's: times 0.41, its margins are Lux's. "SF 140: 57" says what Stockfish 16 has and
# what that is here; ranges hold both, for the tuner. The values were tuned together, as docs/log.md says;
# README.md beside this file lists the ideas that were measured. Each step of the search has a parameter that turns it
# off, most by a value beyond its range: steps.toml beside this file has them.

# Whether the parameters are variables that UCI options set, as in a tuning build (LUX_TUNE=1), for which setup.py
# writes them instead of the constants.
cdef enum:
    TUNABLE = 0

cdef enum:
    # Iterative deepening
    FIRST_DEPTH = 1                 # 1 .. 4, 1           of the first iteration

    # Aspiration windows
    ASPIRATION_DEPTH = 4            # 3 .. 8, 1
    ASPIRATION_DELTA = 14           # 3 .. 40, 3          SF 10: 4, more far from 0
    ASPIRATION_REDUCTION = 3        # 0 .. 4, 1           plies at most, after failing high

    # Transposition table
    TT_ENTRIES = 3                  # 1 .. 3, 1           of a cluster that are probed
    TT_AGE = 8                      # 1 .. 32, 1          plies of depth that an entry loses to newer ones a search
    TT_DEEPER = 1                   # 0 .. 1, 1           whether the result of a deeper search will do

    # Reverse futility pruning ("static null move")
    RFP_DEPTH = 7                   # 5 .. 12, 1
    RFP_MARGIN = 54                 # 25 .. 100, 12       a ply; SF 140: 57

    # Razoring
    RAZOR_DEPTH = 3                 # 1 .. 5, 1
    RAZOR_BASE = 240                # 100 .. 500, 50      SF 456: 187
    RAZOR_MARGIN = 160              # 80 .. 300, 40       times depth squared; SF 252: 103

    # Null move pruning
    NMP_DEPTH = 3                   # 2 .. 4, 1
    NMP_BASE = 5                    # 2 .. 6, 1           SF 4
    NMP_DEPTH_DIV = 4               # 3 .. 6, 1           SF 3
    NMP_EVAL_DIV = 170              # 50 .. 300, 40       SF 173: 71
    NMP_MARGIN = 75                 # 0 .. 260, 20        static evaluation over beta; SF 258 - 21 a ply: 106 - 9
    NMP_VERIFY_DEPTH = 13           # 10 .. 18, 1         SF 14

    # Late move pruning
    LMP_DEPTH = 8                   # 5 .. 12, 1
    LMP_BASE = 5                    # 2 .. 8, 1           SF 3

    # Futility pruning of quiet moves
    FUTILITY_DEPTH = 7              # 5 .. 12, 1
    FUTILITY_BASE = -19             # -60 .. 200, 15      SF -26: -11, counted from this depth; it has 112 a ply later
    FUTILITY_MARGIN = 57            # 30 .. 150, 10       SF 138: 57

    # Pruning of quiet moves by history
    HISTORY_PRUNING_DEPTH = 4       # 2 .. 7, 1
    HISTORY_PRUNING_MARGIN = 3850   # 1500 .. 8000, 1000  SF 3832

    # Pruning by static exchange
    SEE_DEPTH = 9                   # 6 .. 12, 1
    SEE_QUIET_MARGIN = 18           # 8 .. 60, 5          times depth squared; SF 27 and 16 a ply: 11 and 7
    SEE_NOISY_MARGIN = 88           # 50 .. 210, 20       times depth; SF 205: 84

    # Singular extensions
    SINGULAR_DEPTH = 5              # 5 .. 9, 1           Anantharaman; Stockfish
    SINGULAR_TT_DEPTH = 3           # 2 .. 4, 1
    SINGULAR_MARGIN = 68            # 8 .. 160, 16        32nds a ply of depth, under the TT value; SF 41: 17
    SINGULAR_PV_MARGIN = 40         # 0 .. 120, 16        more of them in what was a PV node; SF 32: 13
    MULTI_CUT = 1                   # 0 .. 1, 1           Björnsson and Marsland: a cutoff if others fail high, too
    DOUBLE_EXTENSION_MARGIN = 18    # 4 .. 40, 4          SF 21: 9
    DOUBLE_EXTENSIONS_MAX = 6       # 2 .. 12, 1          along a line; SF 11

    # Principal variation search
    PVS_MOVES = 1                   # 1 .. 3, 1           searched with the full window, and never reduced

    # Late move reductions
    LMR_DEPTH = 2                   # 2 .. 3, 1
    LMR_QUIET_BASE = 900            # 400 .. 1400, 160
    LMR_QUIET_DIV = 2150            # 1600 .. 3000, 240
    LMR_NOISY_BASE = 250            # 0 .. 800, 80
    LMR_NOISY_DIV = 3360            # 2400 .. 4400, 300
    LMR_CUT_NODE = 1580             # 500 .. 2500, 300
    LMR_PV = 1320                   # 300 .. 1800, 150
    LMR_IMPROVING = 760             # 200 .. 1400, 200
    LMR_CHECK = 900                 # 300 .. 1800, 150
    LMR_REFUTATION = 935            # 300 .. 1800, 300    killer moves
    LMR_DEEPER_MARGIN = 50          # 15 .. 120, 10       over the best value, to re-search a ply deeper; SF 64: 26
    LMR_NOISY_TT_MOVE = 660         # 200 .. 1400, 200
    LMR_TT_ABOVE = 475              # 0 .. 1200, 200      where the TT expects more than alpha
    LMR_CUTOFFS = 900               # 0 .. 1800, 200      where more moves than ...
    LMR_CUTOFFS_FROM = 3            # 1 .. 6, 1           ... these have been refuted
    LMR_HISTORY_DIV = 10            # 6 .. 20, 1          history points for 1/1024 ply
    LMR_NOISY_HISTORY_DIV = 12      # 6 .. 24, 2

    # Order of moves
    VICTIM_WEIGHT = 17              # 8 .. 32, 4          history points for a centipawn captured
    BAD_NOISY_MARGIN = 0            # 0 .. 100, 10        captures that lose more come last
    CHECK_BONUS = 11500             # 0 .. 20000, 3000    history points for a check ...; SF 16384
    CHECK_SEE_MARGIN = 75           # 0 .. 200, 30        ... that loses no more than this; Stockfish
    THREAT_WEIGHT = 21              # 0 .. 60, 5          for a centipawn that leaves a lesser piece's reach; SF 50

    # History updates
    HISTORY_BONUS = 160             # 80 .. 340, 40       a ply of depth; SF 336, less 547
    HISTORY_BONUS_MAX = 1750        # 900 .. 2600, 300    SF 1561
    HISTORY_MALUS = 204             # 80 .. 300, 40       for moves that were tried before
    HISTORY_MALUS_MAX = 1700        # 900 .. 2600, 300
    HISTORY_MARGIN = 60             # 20 .. 160, 20       over beta, for the bonus of a ply more; SF 145: 59
    HISTORY_RE_SEARCH = 80          # 0 .. 160, 20        128ths of a bonus, after a re-search
    HISTORY_UNREFUTED = 96          # 0 .. 160, 32        the same, for the move that no reply refuted
    HISTORY_TT = 128                # 0 .. 160, 16        the same, for a TT cutoff's move; less for the move before
    BUTTERFLY_MAX = 8192            # 4096 .. 16384, 2000 limit of a butterfly entry

    # Correction history: weights of the tables, 64ths
    CORRECTION_PAWN = 57            # 0 .. 160, 24
    CORRECTION_PIECES = 73          # 0 .. 160, 24
    CORRECTION_CONTINUATION = 67    # 0 .. 160, 24

    # Time for a move, in percent except for the first
    TIME_MOVES = 24                 # 12 .. 40, 2         that a game may still have
    TIME_INC = 70                   # 40 .. 100, 10       of the increment
    TIME_HARD = 400                 # 200 .. 800, 50      of the soft limit
    TIME_STABILITY = 135            # 110 .. 180, 8       of the soft limit, where the best move is new ...
    TIME_STABLE = 9                 # 2 .. 12, 1          ... less for each iteration that has kept it, up to eight
    TIME_EFFORT = 155               # 120 .. 200, 8       of the soft limit, less the best move's share of the nodes
    TIME_TREND = 100                # 0 .. 300, 30        more for each centipawn that the score fell, 100ths

    # Quiescence search
    QUIESCENCE = 1                  # 0 .. 1, 1           0: leaves are evaluated as they are
    QS_STORM_NODES = 1130           # 300 .. 5000, 200    below one leaf; from there on recaptures only
