#!/bin/sh
# Builds scope.c with the core by $CC $CFLAGS (cc -O1 with the address and undefined-behaviour sanitizers) and runs it.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CC:=cc}"
: "${CFLAGS=-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The files that are tried, and what they need.
core="$root/csrc/core/exact/*.c $root/csrc/core/level/avl_tree.c $root/csrc/core/broad/tree.c $root/csrc/core/shape/hull.c"
# shellcheck disable=SC2086
$CC -std=c11 -ffp-contract=off $CFLAGS -I"$root/csrc/include" "$root/fuzz/scope/scope.c" "$root/fuzz/target.c" $core \
    -o "$work/scope" -lm
"$work/scope"
