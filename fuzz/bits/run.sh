#!/bin/sh
# Builds the driver with $CC $CFLAGS, runs it by $RUN and compares its lines with expected.txt.
#
#   fuzz/bits/run.sh               compares; prints one line, and each line that differs
#   fuzz/bits/run.sh --write       makes expected.txt anew, after a change of results that was meant
#   fuzz/bits/run.sh --work        also counts the calls of the core's functions, on x86-64 only, and compares with work.txt:
#                                  no verb may make more, or so few that work.txt is out of date
#   fuzz/bits/run.sh --work --write makes work.txt anew, after a change of work that was meant
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
work_file=$bits/work.txt
count=
if [ "${1-}" = --work ]; then
    shift
    case $($CC -dumpmachine) in x86_64*) ;; *) echo "work.txt has the calls of x86-64" >&2; exit 2 ;; esac
    count="-finstrument-functions -include $bits/count.h -DC2D_NO_AVX512" # that code depends on the processor
fi
trap 'rm -rf "$work"' EXIT
: "${PROGRAM:=$work/bits}"

if [ ! -e "$PROGRAM" ]; then
    compile="$CC -std=c11 -ffp-contract=off $CFLAGS -I$root/csrc/include -DC2D_REALLOC=target_realloc"
    compile="$compile -DC2D_TESTS_BY_BOX=target_tests_by_box"
    export compile work
    compile_each() { # FLAGS: the files of the input
        # shellcheck disable=SC2016  # expanded by the inner shell
        xargs -P "${JOBS:-1}" -I '{}' sh -c '$compile $2 -c "$1" -o "$work/$(echo "$1" | tr / _).o"' compile '{}' "$1"
    }
    echo "$CORE" | compile_each "$count"
    printf '%s\n' "$root"/fuzz/decode.c "$root"/fuzz/target.c "$bits"/*.c | compile_each ""
    # shellcheck disable=SC2086
    $CC $CFLAGS "$work"/*.o -o "$PROGRAM" $LIBRARIES
fi
# shellcheck disable=SC2086
$RUN "$PROGRAM" "$SEED" | tr -d '\r' >"$work/all" || true
cut -d ' ' -f 1-3 "$work/all" >"$work/lines"
if [ "$count" ] && [ "${1-}" = --write ]; then
    cut -d ' ' -f 1,4 "$work/all" >"$work_file"
    exit
fi
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
if [ "$count" ]; then
    awk '{ calls = $NF }
        NR == FNR { recorded[$1] = calls; next }
        !($1 in recorded) { print $1 ": " calls " calls, not recorded"; bad = 1; next }
        { all += calls; change = 100 * (calls / recorded[$1] - 1) }
        change > 0.1 || change < -0.1 {
            printf "%s: %.2f %% %s work: %d calls, recorded are %d\n", $1, change < 0 ? -change : change, change < 0 ? "less" : "more", calls, recorded[$1]
            bad = 1
        }
        END { print (bad ? "other" : "the same") " work: " all " calls"; exit bad }' "$work_file" "$work/all"
fi
