#!/bin/sh
# Builds the fuzz targets by OSS-Fuzz's contract: $CC $CXX $CFLAGS $CXXFLAGS $LIB_FUZZING_ENGINE are used, and into $OUT
# go for each target the program, NAME_seed_corpus.zip and NAME.options. Defaults: clang with libFuzzer, address and
# undefined sanitizers, out in fuzz/out. Arguments choose targets, as in `fuzz/build.sh exact hull`; none means all.
#
# PYTHON_CONFIG (python3-config) names the Python that the targets binding, arrays and walker embed; it must have a libpython.
# PYTHON (python3) is a Python of that version that has NumPy, for the target arrays. Without NumPy this target is left
# out, or, if asked for, an error.
set -eu

fuzz=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$fuzz")

find_clang() {
    for name in "$1" "$1-21" "$1-20" "$1-19" "$1-18" "$1-17" "$1-16" "$1-15" "$1-14"; do
        if command -v "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "fuzz/build.sh: no $1 found; set CC, CXX and LIB_FUZZING_ENGINE" >&2
    exit 1
}

sanitize="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
: "${CC:=$(find_clang clang)}"
: "${CXX:=$(find_clang clang++)}"
: "${CFLAGS=-O2 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link $sanitize}"
: "${CXXFLAGS=$CFLAGS}"
: "${LIB_FUZZING_ENGINE=-fsanitize=fuzzer}"
: "${OUT:=$fuzz/out}"
: "${PYTHON_CONFIG:=python3-config}"
: "${PYTHON:=python3}"

targets=${*:-$(cd "$fuzz/targets" && echo fuzz_*.c)}
numpy='import os, numpy
print(numpy.get_include(), os.path.dirname(os.path.dirname(numpy.__file__)))'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$OUT"

compile() { # SOURCE OBJECT [FLAG...]
    source=$1 object=$2
    shift 2
    # shellcheck disable=SC2086  # the flags are lists
    $CC $CFLAGS -std=c11 -ffp-contract=off -I"$root/csrc/include" "$@" -c "$source" -o "$object"
}

object() { # PART SOURCE: a name for each source, also where two rooms have files of one name
    room=$(dirname "$2")
    echo "$work/$1_$(basename "$room")_$(basename "$2" .c).o"
}

hooks="-DC2D_REALLOC=target_realloc -DC2D_STEPS=target_steps -DC2D_TESTS_BY_BOX=target_tests_by_box"
for source in "$root"/csrc/core/*/*.c; do
    # shellcheck disable=SC2086
    compile "$source" "$(object core "$source")" $hooks
done
for name in target decode; do
    compile "$fuzz/$name.c" "$work/fuzz_$name.o"
done
# The oracle is most of the work and not under test: without instrumentation it is several times as fast, and the engine
# is not led astray by its branches. The memory sanitizer alone must see every write.
case " $CFLAGS " in
*sanitize=memory*) plain= ;;
*) plain="-fno-sanitize=all" ;;
esac
for name in oracle integer; do
    # shellcheck disable=SC2086
    compile "$fuzz/$name.c" "$work/fuzz_$name.o" $plain
done

for target in $targets; do
    name=${target%.c}
    name=fuzz_${name#fuzz_}
    libraries=-lm
    binding=
    includes=
    if [ "$name" = fuzz_arrays ]; then
        if ! numpy_paths=$($PYTHON -c "$numpy" 2>"$work/numpy.err"); then
            echo "fuzz/build.sh: fuzz_arrays needs NumPy: PYTHON=$PYTHON: $(tail -n 1 "$work/numpy.err")" >&2
            [ $# = 0 ] || exit 1
            continue
        fi
    fi
    case $name in
    fuzz_binding | fuzz_arrays | fuzz_walker)
        # shellcheck disable=SC2046  # a list of flags
        python_includes=$($PYTHON_CONFIG --includes)
        libraries="$($PYTHON_CONFIG --ldflags --embed) -Wl,-rpath,$($PYTHON_CONFIG --prefix)/lib -lm"
        for source in "$root"/csrc/python/*.c "$root"/csrc/python/*/*.c; do
            case $source in */arrays/*) continue ;; esac # another extension, which needs NumPy
            # shellcheck disable=SC2086
            compile "$source" "$(object binding "$source")" $python_includes
        done
        binding=$(echo "$work"/binding_*.o)
        includes="$python_includes -DFUZZ_ROOT=\"$root\""
        ;;
    esac
    if [ "$name" = fuzz_filter ]; then # the verbs over arrays, without Python
        for source in "$root"/csrc/batch/*.c; do
            compile "$source" "$(object filter "$source")"
        done
        binding=$(echo "$work"/filter_*.o)
    fi
    if [ "$name" = fuzz_arrays ]; then
        for source in "$root"/csrc/batch/*.c "$root"/csrc/python/arrays/*.c; do
            # shellcheck disable=SC2086
            compile "$source" "$(object arrays "$source")" $python_includes -I"${numpy_paths% *}"
        done
        binding="$binding $(echo "$work"/arrays_*.o)"
        includes="$includes -DFUZZ_NUMPY=\"${numpy_paths#* }\""
    fi
    # shellcheck disable=SC2086
    compile "$fuzz/targets/$name.c" "$work/$name.o" $includes
    # shellcheck disable=SC2086
    $CXX $CXXFLAGS "$work/$name.o" "$work"/core_*.o "$work"/fuzz_target.o "$work"/fuzz_decode.o "$work"/fuzz_oracle.o \
        "$work"/fuzz_integer.o $binding $LIB_FUZZING_ENGINE $libraries -o "$OUT/$name"
    corpus=$fuzz/corpus/$name
    if [ -d "$corpus" ]; then
        python3 -c 'import sys, zipfile, pathlib
archive = zipfile.ZipFile(sys.argv[1], "w")
for path in sorted(pathlib.Path(sys.argv[2]).iterdir()):
    archive.write(path, path.name)' "$OUT/${name}_seed_corpus.zip" "$corpus"
    fi
    {
        echo "[libfuzzer]"
        echo "max_len = 512"
        if [ -n "$binding" ]; then
            echo "detect_leaks = 0"
        fi
    } >"$OUT/$name.options"
    echo "$OUT/$name"
done
