#!/usr/bin/env bash
# Play a match between two commits with fastchess: `make match A=COMMIT B=COMMIT BOOK=FILE`, which passes on its variables.
# Each commit is built once, in its own folder build/matches/HASH. See docs/testing.md for bounds and reports.
set -euo pipefail

fail() { echo "match: $*" >&2; exit 1; }
full_hash() { git rev-parse --verify --quiet --end-of-options "$1^{commit}" || fail "no such commit: '$1'"; }

book=$(realpath -m -- "${BOOK:-none}")
[[ -f $book && $book =~ \.(epd|pgn)$ ]] || fail "${BOOK:-none} is not a book: expected BOOK= a .epd or .pgn file"
fastchess=$(command -v -- "${FASTCHESS:-fastchess}") ||
    fail "needs fastchess, https://github.com/Disservin/fastchess: in PATH, or named by FASTCHESS=/path/to/fastchess"
fastchess=$(realpath -- "$fastchess")

cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=$PWD/.venv/bin/python
a=$(full_hash "${A:-}")
b=$(full_hash "${B:-}")
[[ $a != "$b" ]] || fail "$A and $B are the same commit"

command=("$fastchess")
for side in "A $a" "B $b"; do
    read -r letter commit <<< "$side"
    name=${commit:0:12}
    folder=$PWD/build/matches/$name
    if [[ ! -e $folder/bench ]]; then # which is written last
        rm -rf "$folder"
        mkdir -p "$folder"
        git archive "$commit" | tar -xf - -C "$folder"
        # Neither a debug build nor a tuning build is what plays.
        (
            cd "$folder"
            unset LUX_DEBUG LUX_TUNE LUX_ABI3
            "$python" setup.py -q build_ext --inplace &&
                "$python" -m lux bench | awk 'END { print $1 }' > nodes && mv nodes bench
        ) || fail "$name cannot be built"
    fi
    echo "$letter: $name, bench $(< "$folder/bench")"
    command+=(-engine "cmd=$python" "args=-m lux" "dir=$folder" "name=$letter-$name")
done

command+=(-each "tc=${TC:-8+0.08}" "option.Hash=${HASH:-16}" "option.Threads=${THREADS:-1}")
command+=(-openings "file=$book" "format=${book##*.}" order=random -srand "${SEED:-1}")
command+=(-repeat -rounds "${ROUNDS:-10000}" -concurrency "${CONCURRENCY:-1}" -recover)
if [[ -n ${SPRT:-} ]]; then
    command+=(-sprt "elo0=${SPRT% *}" "elo1=${SPRT#* }" alpha=0.05 beta=0.05 model=logistic)
fi
command+=(-report penta=true -pgnout "file=$PWD/build/matches/${a:0:12}-${b:0:12}.pgn" append=false)
# Adjudicate games once both engines agree on the result.
command+=(-draw movenumber=40 movecount=8 score=8 -resign movecount=4 score=600 twosided=true)
eval "command+=(${MORE:-})"

# fastchess leaves its settings, from which a match can be gone on with, where it is started.
cd build/matches
exec "${command[@]}"
