#!/usr/bin/env bash
# Does without Docker what OSS-Fuzz does: sets what its base-builder image sets, builds by build.sh, moves the result to
# another folder, and runs each target there, as its .options say, on its seed corpus and then for FUZZ_SECONDS (default
# 5) on new inputs from FUZZ_SEED (default 1). Fails if a target fails. JOBS targets run at once.
#
#   fuzz/oss-fuzz/dry_run.sh address|undefined|memory|address,undefined [FOLDER]
#
# clang with libFuzzer is found as fuzz/build.sh finds it, and PYTHON and PYTHON_CONFIG name the Python to embed. What is
# made stays in FOLDER if it is given, and else is deleted.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export SANITIZER=${1?sanitizer} FUZZ_SECONDS=${FUZZ_SECONDS:-5} FUZZ_SEED=${FUZZ_SEED:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export folder=${2:-$work/run}

# infra/base-images/base-builder/Dockerfile of OSS-Fuzz; libc++ is not needed, since no target has C++.
address="-fsanitize=address -fsanitize-address-use-after-scope"
checks=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return
checks=$checks,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr
undefined="-fsanitize=$checks,unsigned-integer-overflow -fno-sanitize-recover=$checks"
memory="-fsanitize=memory -fsanitize-memory-track-origins"
flags="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
for sanitizer in ${SANITIZER//,/ }; do
    case $sanitizer in address | undefined | memory) flags="$flags ${!sanitizer}" ;; *) echo "$0: $sanitizer?" >&2 && exit 2 ;; esac
done
export UBSAN_OPTIONS=silence_unsigned_overflow=1
export FUZZING_ENGINE=libfuzzer ARCHITECTURE=x86_64 LIB_FUZZING_ENGINE=-fsanitize=fuzzer
export CFLAGS="$flags -fsanitize=fuzzer-no-link" CXXFLAGS="$flags -fsanitize=fuzzer-no-link"
export SRC=$work/src OUT=$work/out WORK=$work/work
mkdir -p "$SRC" "$OUT" "$WORK" "$folder"
ln -s "$root" "$SRC/collide2d"
bash -eu "$root/fuzz/oss-fuzz/build.sh" >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
cp -r "$OUT/." "$folder"
rm -rf "$OUT" "$SRC"

run_target() { # NAME: as run_fuzzer of OSS-Fuzz does
    cd "$folder"
    mkdir -p "$1.new" "$1.seeds"
    python3 -m zipfile -e "$1_seed_corpus.zip" "$1.seeds"
    # shellcheck disable=SC2046  # NAME.options is a list of NAME = VALUE
    "./$1" $(sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' "$1.options") -seed="$FUZZ_SEED" -artifact_prefix="$1." \
        $([ "$FUZZ_SECONDS" = 0 ] && echo -runs=0 || echo "-max_total_time=$FUZZ_SECONDS") "$1.new" "$1.seeds" >"$1.log" 2>&1 ||
        { tail -n 60 "$1.log"; return 1; }
    echo "$1: $(tail -n 1 "$1.log")"
}
export -f run_target
(cd "$folder" && ls fuzz_*.options) | sed 's/\.options$//' |
    xargs -P "${JOBS:-$(nproc)}" -I '{}' bash -euo pipefail -c 'run_target {}'
echo "OSS-Fuzz, $SANITIZER: all targets hold"
