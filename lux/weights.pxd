# Layer 3. The weights of the evaluation, S(middlegame, endgame) in centipawns.
#
# Squares and ranks are as the owner of the piece sees them, a1 first. C tables, so that the compiler knows them.
# Fitted to the results of Lux's own games: see evaluate.py.

cdef extern from * nogil:
    """
    #define S(mg, eg) ((eg) * 65536 + (mg))
    static const int LUX_PIECE_SQUARE[6][64] = {
        {  /* pawn */
            S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110),
            S(79, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(79, 110),
            S(82, 116), S(92, 116), S(96, 116), S(100, 116), S(100, 116), S(96, 116), S(92, 116), S(82, 116),
            S(85, 122), S(95, 122), S(99, 122), S(103, 122), S(103, 122), S(99, 122), S(95, 122), S(85, 122),
            S(88, 128), S(98, 128), S(102, 128), S(106, 128), S(106, 128), S(102, 128), S(98, 128), S(88, 128),
            S(91, 134), S(97, 134), S(97, 134), S(97, 134), S(97, 134), S(97, 134), S(97, 134), S(91, 134),
            S(94, 140), S(100, 140), S(100, 140), S(100, 140), S(100, 140), S(100, 140), S(100, 140), S(94, 140),
            S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110),
        },
        {  /* knight */
            S(288, 272), S(288, 272), S(288, 272), S(288, 272), S(288, 272), S(288, 272), S(288, 272), S(288, 272),
            S(300, 272), S(312, 282), S(312, 282), S(312, 282), S(312, 282), S(312, 282), S(312, 282), S(300, 272),
            S(304, 272), S(316, 282), S(328, 292), S(328, 292), S(328, 292), S(328, 292), S(316, 282), S(304, 272),
            S(304, 272), S(316, 282), S(328, 292), S(340, 302), S(340, 302), S(328, 292), S(316, 282), S(304, 272),
            S(304, 272), S(316, 282), S(328, 292), S(340, 302), S(340, 302), S(328, 292), S(316, 282), S(304, 272),
            S(304, 272), S(316, 282), S(328, 292), S(328, 292), S(328, 292), S(328, 292), S(316, 282), S(304, 272),
            S(300, 272), S(312, 282), S(312, 282), S(312, 282), S(312, 282), S(312, 282), S(312, 282), S(300, 272),
            S(300, 272), S(300, 272), S(300, 272), S(300, 272), S(300, 272), S(300, 272), S(300, 272), S(300, 272),
        },
        {  /* bishop */
            S(317, 304), S(317, 304), S(317, 304), S(317, 304), S(317, 304), S(317, 304), S(317, 304), S(317, 304),
            S(327, 304), S(333, 309), S(333, 309), S(333, 309), S(333, 309), S(333, 309), S(333, 309), S(327, 304),
            S(327, 304), S(333, 309), S(339, 314), S(339, 314), S(339, 314), S(339, 314), S(333, 309), S(327, 304),
            S(327, 304), S(333, 309), S(339, 314), S(345, 319), S(345, 319), S(339, 314), S(333, 309), S(327, 304),
            S(327, 304), S(333, 309), S(339, 314), S(345, 319), S(345, 319), S(339, 314), S(333, 309), S(327, 304),
            S(327, 304), S(333, 309), S(339, 314), S(339, 314), S(339, 314), S(339, 314), S(333, 309), S(327, 304),
            S(327, 304), S(333, 309), S(333, 309), S(333, 309), S(333, 309), S(333, 309), S(333, 309), S(327, 304),
            S(327, 304), S(327, 304), S(327, 304), S(327, 304), S(327, 304), S(327, 304), S(327, 304), S(327, 304),
        },
        {  /* rook */
            S(472, 526), S(476, 526), S(480, 526), S(484, 526), S(484, 526), S(480, 526), S(476, 526), S(472, 526),
            S(472, 528), S(476, 528), S(480, 528), S(484, 528), S(484, 528), S(480, 528), S(476, 528), S(472, 528),
            S(472, 530), S(476, 530), S(480, 530), S(484, 530), S(484, 530), S(480, 530), S(476, 530), S(472, 530),
            S(472, 532), S(476, 532), S(480, 532), S(484, 532), S(484, 532), S(480, 532), S(476, 532), S(472, 532),
            S(472, 534), S(476, 534), S(480, 534), S(484, 534), S(484, 534), S(480, 534), S(476, 534), S(472, 534),
            S(472, 536), S(476, 536), S(480, 536), S(484, 536), S(484, 536), S(480, 536), S(476, 536), S(472, 536),
            S(482, 546), S(486, 546), S(490, 546), S(494, 546), S(494, 546), S(490, 546), S(486, 546), S(482, 546),
            S(472, 540), S(476, 540), S(480, 540), S(484, 540), S(484, 540), S(480, 540), S(476, 540), S(472, 540),
        },
        {  /* queen */
            S(978, 948), S(978, 948), S(978, 948), S(978, 948), S(978, 948), S(978, 948), S(978, 948), S(978, 948),
            S(978, 948), S(980, 958), S(980, 958), S(980, 958), S(980, 958), S(980, 958), S(980, 958), S(978, 948),
            S(978, 948), S(980, 958), S(982, 968), S(982, 968), S(982, 968), S(982, 968), S(980, 958), S(978, 948),
            S(978, 948), S(980, 958), S(982, 968), S(984, 978), S(984, 978), S(982, 968), S(980, 958), S(978, 948),
            S(975, 948), S(977, 958), S(979, 968), S(981, 978), S(981, 978), S(979, 968), S(977, 958), S(975, 948),
            S(975, 948), S(977, 958), S(979, 968), S(979, 968), S(979, 968), S(979, 968), S(977, 958), S(975, 948),
            S(975, 948), S(977, 958), S(977, 958), S(977, 958), S(977, 958), S(977, 958), S(977, 958), S(975, 948),
            S(975, 948), S(975, 948), S(975, 948), S(975, 948), S(975, 948), S(975, 948), S(975, 948), S(975, 948),
        },
        {  /* king */
            S(24, -24), S(12, -24), S(0, -24), S(-12, -24), S(-12, -24), S(0, -24), S(12, -24), S(24, -24),
            S(-1, -21), S(-13, -5), S(-25, -5), S(-37, -5), S(-37, -5), S(-25, -5), S(-13, -5), S(-1, -21),
            S(-26, -18), S(-38, -2), S(-50, 14), S(-62, 14), S(-62, 14), S(-50, 14), S(-38, -2), S(-26, -18),
            S(-70, -15), S(-70, 1), S(-70, 17), S(-70, 33), S(-70, 33), S(-70, 17), S(-70, 1), S(-70, -15),
            S(-70, -12), S(-70, 4), S(-70, 20), S(-70, 36), S(-70, 36), S(-70, 20), S(-70, 4), S(-70, -12),
            S(-70, -9), S(-70, 7), S(-70, 23), S(-70, 23), S(-70, 23), S(-70, 23), S(-70, 7), S(-70, -9),
            S(-70, -18), S(-70, -2), S(-70, -2), S(-70, -2), S(-70, -2), S(-70, -2), S(-70, -2), S(-70, -18),
            S(-70, -18), S(-70, -18), S(-70, -18), S(-70, -18), S(-70, -18), S(-70, -18), S(-70, -18), S(-70, -18),
        },
    };
    static const int LUX_MOBILITY[4][28] = {
        {  /* knight */
            S(-20, -20), S(-15, -15), S(-10, -10), S(-5, -5), S(0, 0), S(5, 5), S(10, 10),
            S(15, 15), S(20, 20), S(25, 25), S(30, 30), S(35, 35), S(40, 40), S(45, 45),
            S(50, 50), S(55, 55), S(60, 60), S(65, 65), S(70, 70), S(75, 75), S(80, 80),
            S(85, 85), S(90, 90), S(95, 95), S(100, 100), S(105, 105), S(110, 110), S(115, 115),
        },
        {  /* bishop */
            S(-30, -30), S(-25, -25), S(-20, -20), S(-15, -15), S(-10, -10), S(-5, -5), S(0, 0),
            S(5, 5), S(10, 10), S(15, 15), S(20, 20), S(25, 25), S(30, 30), S(35, 35),
            S(40, 40), S(45, 45), S(50, 50), S(55, 55), S(60, 60), S(65, 65), S(70, 70),
            S(75, 75), S(80, 80), S(85, 85), S(90, 90), S(95, 95), S(100, 100), S(105, 105),
        },
        {  /* rook */
            S(-21, -35), S(-18, -30), S(-15, -25), S(-12, -20), S(-9, -15), S(-6, -10), S(-3, -5),
            S(0, 0), S(3, 5), S(6, 10), S(9, 15), S(12, 20), S(15, 25), S(18, 30),
            S(21, 35), S(24, 40), S(27, 45), S(30, 50), S(33, 55), S(36, 60), S(39, 65),
            S(42, 70), S(45, 75), S(48, 80), S(51, 85), S(54, 90), S(57, 95), S(60, 100),
        },
        {  /* queen */
            S(-26, -52), S(-24, -48), S(-22, -44), S(-20, -40), S(-18, -36), S(-16, -32), S(-14, -28),
            S(-12, -24), S(-10, -20), S(-8, -16), S(-6, -12), S(-4, -8), S(-2, -4), S(0, 0),
            S(2, 4), S(4, 8), S(6, 12), S(8, 16), S(10, 20), S(12, 24), S(14, 28),
            S(16, 32), S(18, 36), S(20, 40), S(22, 44), S(24, 48), S(26, 52), S(28, 56),
        },
    };
    static const int LUX_PASSED[8] = {
        S(0, 0), S(0, 8), S(0, 12), S(5, 28), S(20, 50), S(45, 90), S(80, 140), S(0, 0),
    };
    static const int LUX_PASSED_FREE[8] = {
        S(0, 0), S(0, 0), S(0, 0), S(5, 8), S(8, 18), S(12, 35), S(20, 60), S(0, 0),
    };
    static const int LUX_PASSED_OWN_KING[8] = {
        S(0, 32), S(0, 24), S(0, 16), S(0, 8), S(0, 0), S(0, -8), S(0, -16), S(0, -24),
    };
    static const int LUX_PASSED_THEIR_KING[8] = {
        S(0, -40), S(0, -30), S(0, -20), S(0, -10), S(0, 0), S(0, 10), S(0, 20), S(0, 30),
    };
    static const int LUX_CONNECTED[8] = {
        S(0, 0), S(4, 2), S(7, 4), S(10, 7), S(18, 16), S(35, 30), S(50, 50), S(0, 0),
    };
    static const int LUX_THREAT_BY_PAWN[6] = {
        S(0, 0), S(55, 40), S(55, 45), S(75, 40), S(75, 40), S(0, 0),
    };
    static const int LUX_THREAT_BY_MINOR[6] = {
        S(0, 0), S(15, 20), S(18, 22), S(50, 30), S(45, 35), S(0, 0),
    };
    static const int LUX_THREAT_BY_ROOK[6] = {
        S(0, 0), S(12, 18), S(12, 20), S(5, 10), S(45, 30), S(0, 0),
    };
    static const int LUX_SHIELD[4] = {
        S(-30, 5), S(-10, 0), S(8, 0), S(22, -5),
    };
    static const int LUX_KING_DANGER[24] = {
        S(0, 0), S(0, -1), S(-3, -2), S(-8, -3), S(-14, -4), S(-22, -5), S(-32, -6), S(-44, -7),
        S(-57, -8), S(-72, -9), S(-90, -10), S(-108, -11), S(-129, -12), S(-152, -13), S(-176, -14), S(-202, -15),
        S(-230, -16), S(-260, -17), S(-280, -18), S(-280, -19), S(-280, -20), S(-280, -21), S(-280, -22), S(-280, -23),
    };
    static const int LUX_ROOK_FILE[2] = {
        S(14, 8), S(30, 10),
    };
    static const int LUX_KING_FILE[2] = {
        S(-12, 2), S(-20, 0),
    };
    static const int LUX_OUTPOST[2] = {
        S(25, 15), S(20, 8),
    };
    static const int LUX_ISOLATED = S(-12, -12);
    static const int LUX_DOUBLED = S(-6, -18);
    static const int LUX_BACKWARD = S(-10, -10);
    static const int LUX_BISHOP_PAIR = S(28, 50);
    static const int LUX_ROOK_SEVENTH = S(8, 18);
    static const int LUX_HANGING = S(14, 14);
    static const int LUX_TEMPO = S(18, 12);
    #undef S
    """
    const int[6][64] PIECE_SQUARE "LUX_PIECE_SQUARE"  # [piece type][square]: material and placement
    const int[4][28] MOBILITY "LUX_MOBILITY"          # [piece type - KNIGHT][reachable squares of the mobility area]
    const int[8] PASSED "LUX_PASSED"                  # [rank]
    const int[8] PASSED_FREE "LUX_PASSED_FREE"        # [rank]: the square before it is empty and not attacked
    const int[8] PASSED_OWN_KING "LUX_PASSED_OWN_KING"  # [king's steps to the square before it]
    const int[8] PASSED_THEIR_KING "LUX_PASSED_THEIR_KING"  # [king's steps to the square before it]
    const int[8] CONNECTED "LUX_CONNECTED"            # [rank]: beside a pawn or protected by one
    const int[6] THREAT_BY_PAWN "LUX_THREAT_BY_PAWN"  # [piece type attacked]
    const int[6] THREAT_BY_MINOR "LUX_THREAT_BY_MINOR"  # [piece type attacked]
    const int[6] THREAT_BY_ROOK "LUX_THREAT_BY_ROOK"  # [piece type attacked]
    const int[4] SHIELD "LUX_SHIELD"                  # [own pawns in the two ranks before the king, at most 3]
    const int[24] KING_DANGER "LUX_KING_DANGER"       # [attack units against the own king, at most 23]
    const int[2] ROOK_FILE "LUX_ROOK_FILE"            # [half open, open]
    const int[2] KING_FILE "LUX_KING_FILE"            # [half open, open]: for each file on and beside the king's
    const int[2] OUTPOST "LUX_OUTPOST"                # [knight, bishop]
    const int ISOLATED "LUX_ISOLATED"
    const int DOUBLED "LUX_DOUBLED"
    const int BACKWARD "LUX_BACKWARD"
    const int BISHOP_PAIR "LUX_BISHOP_PAIR"
    const int ROOK_SEVENTH "LUX_ROOK_SEVENTH"
    const int HANGING "LUX_HANGING"                   # for each undefended piece or pawn attacked
    const int TEMPO "LUX_TEMPO"                       # for the side to move
