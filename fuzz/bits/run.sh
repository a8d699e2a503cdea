#!/bin/sh
# Builds the driver with $CC $CFLAGS, runs it by $RUN and compares its lines with expected.txt.
#
#   fuzz/bits/run.sh               compares; prints one line, and each line that differs
#   fuzz/bits/run.sh --write       makes expected.txt anew, after a change of results that was meant
#
# JOBS (1): compilers at once. CC (cc), CFLAGS (-O2), LIBRARIES (-lm), RUN (nothing: natively), PROGRAM (of a temporary directory): the program.
# A program that exists as $PROGRAM is run again without a build. SEED and EXPECTED: other inputs, and their lines. CORE: the C
# files of the core, if not those of csrc/core, one to a line.
set -eu

bits=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$bits/../.." && pwd)
: "${CC:=cc}"
: "${CFLAGS=-O2}"
: "${LIBRARIES=-lm}"
: "${RUN=}"
: "${SEED:=0}"
: "${EXPECTED:=$bits/expected.txt}"
: "${CORE:=$(printf '%s\n' "$root"/csrc/core/*/*.c)}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${PROGRAM:=$work/bits}"

if [ ! -e "$PROGRAM" ]; then
    compile="$CC -std=c11 -ffp-contract=off $CFLAGS -I$root/csrc/include -DC2D_REALLOC=target_realloc"
    compile="$compile -DC2D_TESTS_BY_BOX=target_tests_by_box"
    export compile work
    # shellcheck disable=SC2016  # expanded by the inner shell
    printf '%s\n' "$CORE" "$root"/fuzz/decode.c "$root"/fuzz/target.c "$bits"/*.c |
        xargs -P "${JOBS:-1}" -I '{}' sh -c '$compile -c "$1" -o "$work/$(echo "$1" | tr / _).o"' compile '{}'
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
    echo "other bits or none: $(grep -c '^<' "$work/differences") of $(wc -l <"$EXPECTED") verbs"
    exit 1
}
echo "the same bits: $(wc -l <"$work/lines") verbs, $(awk '{ n += $2 } END { print n }' "$work/lines") results"
