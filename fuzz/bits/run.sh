#!/bin/sh
# Builds the driver with $CC $CFLAGS, runs it by $RUN and compares its lines with expected.txt.
#
#   fuzz/bits/run.sh               compares; prints one line, and each line that differs
#   fuzz/bits/run.sh --write       makes expected.txt anew, after a change of results that was meant
#
# CC (cc), CFLAGS (-O2), LIBRARIES (-lm), RUN (nothing: natively), PROGRAM (of a temporary directory): the program.
# A program that exists as $PROGRAM is run again without a build. SEED and EXPECTED: other inputs, and their lines.
set -eu

bits=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$bits/../.." && pwd)
: "${CC:=cc}"
: "${CFLAGS=-O2}"
: "${LIBRARIES=-lm}"
: "${RUN=}"
: "${SEED:=0}"
: "${EXPECTED:=$bits/expected.txt}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${PROGRAM:=$work/bits}"

if [ ! -e "$PROGRAM" ]; then
    number=0
    for source in "$root"/csrc/core/*/*.c "$root"/fuzz/decode.c "$root"/fuzz/target.c "$bits"/*.c; do
        number=$((number + 1))
        # shellcheck disable=SC2086  # lists of words
        $CC $CFLAGS -std=c11 -ffp-contract=off -I"$root/csrc/include" \
            -DC2D_REALLOC=target_realloc -DC2D_TESTS_BY_BOX=target_tests_by_box -c "$source" -o "$work/$number.o"
    done
    # shellcheck disable=SC2086
    $CC $CFLAGS "$work"/*.o -o "$PROGRAM" $LIBRARIES
fi
# shellcheck disable=SC2086
$RUN "$PROGRAM" "$SEED" | tr -d '\r' >"$work/lines" || true
if [ "${1-}" = --write ]; then
    cp "$work/lines" "$EXPECTED"
    exit
fi
diff "$EXPECTED" "$work/lines" >"$work/differences" || {
    grep '^[<>]' "$work/differences"
    echo "other bits: $(grep -c '^>' "$work/differences") of $(wc -l <"$EXPECTED") verbs"
    exit 1
}
echo "the same bits: $(wc -l <"$work/lines") verbs, $(awk '{ n += $2 } END { print n }' "$work/lines") results"
