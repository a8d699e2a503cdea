#!/bin/sh
# Builds turns.c with $CC $CFLAGS and runs it: fuzz/turns/run.sh [turns] [seed]. SHOWN: how many wrong answers are printed.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CC:=cc}"
: "${CFLAGS=-O2}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2086
$CC -std=c11 -ffp-contract=off $CFLAGS -I"$root/csrc/include" "$root"/csrc/core/*/*.c "$root/fuzz/turns/turns.c" \
    -o "$work/turns" -lm
"$work/turns" "$@"
