#!/bin/sh
# Builds the fuzz targets by OSS-Fuzz's contract: $CC $CXX $CFLAGS $CXXFLAGS $LIB_FUZZING_ENGINE are used, and into $OUT
# go for each target the program, NAME_seed_corpus.zip and NAME.options. Defaults: clang with libFuzzer, address and
# undefined sanitizers, out in fuzz/out. Arguments choose targets, as in `fuzz/build.sh exact hull`; none means all.
#
# PYTHON_CONFIG (python3-config) names the Python that some targets embed; it must have a libpython. PYTHON (python3) is a
# Python of that version that has NumPy, for two of them. Without NumPy these are left out, or, if asked for, an error. JOBS compilers run at once, by default one for each processor.
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

targets=" " # their names without fuzz_, between spaces
for name in ${*:-$(cd "$fuzz/targets" && echo fuzz_*.c)}; do
    name=${name%.c}
    targets="$targets${name#fuzz_} "
done
# Those that embed Python, and those of them that need NumPy.
python_targets=$(cd "$fuzz/targets" && grep -l 'embed\.h' fuzz_*.c | sed 's/fuzz_\(.*\)\.c/\1/' | tr '\n' ' ')
numpy_targets="arrays threads"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$OUT"

# The targets compute more than they branch on their input. The engine's records of comparisons, which serve formats with
# magic numbers, take half of the time in exact arithmetic, and so do frames of the core that are kept on the heap to
# find pointers to them later: no part of the core keeps one.
fast="-O2"
case " $CFLAGS " in *fuzzer-no-link*) fast="$fast -fno-sanitize-coverage=trace-cmp" ;; esac
frames=
case " $CFLAGS " in *sanitize=address*) frames="-fsanitize-address-use-after-return=never" ;; esac
# The oracle is most of the work and not under test: without instrumentation it is several times as fast, and the engine
# is not led astray by its branches. The memory sanitizer alone must see every write.
plain="-fno-sanitize=all"
case " $CFLAGS " in *sanitize=memory*) plain= ;; esac
hooks="-DC2D_REALLOC=target_realloc -DC2D_STEPS=target_steps -DC2D_TESTS_BY_BOX=target_tests_by_box"

compile() { # PART FLAGS SOURCE...: adds the commands that make the objects of a part to the list
    part=$1 flags=$2
    shift 2
    for source; do # a name for each source, also where two rooms have files of one name
        echo "$CC $CFLAGS $fast -std=c11 -ffp-contract=off -I$root/csrc/include $flags -c $source -o" \
            "$work/${part}_$(basename "$(dirname "$source")")_$(basename "$source" .c).o"
    done >>"$work/commands"
}

asked() { # NAME...: whether one of these targets is to be built
    for name; do
        case $targets in *" $name "*) return 0 ;; esac
    done
    return 1
}

run() { # FILE: its lines are commands, JOBS at once
    tr '\n' '\0' <"$1" | xargs -0 -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" sh -ec
}

core=$(echo "$root"/csrc/core/*/*.c)
# shellcheck disable=SC2086  # lists of sources and names
compile core "$frames $hooks" $core
compile fuzz "" "$fuzz/target.c" "$fuzz/decode.c"
compile fuzz "$plain" "$fuzz/oracle.c" "$fuzz/integer.c"
# shellcheck disable=SC2086
if asked $python_targets; then
    python_includes="$($PYTHON_CONFIG --includes)"
    # A static libpython must be whole, since the interpreter's own extension modules look in the program for its functions.
    python_libraries="-rdynamic -Wl,--whole-archive $($PYTHON_CONFIG --ldflags --embed | sed 's/-lpython[^ ]*/& -Wl,--no-whole-archive/') -Wl,-rpath,\$ORIGIN/lib:$($PYTHON_CONFIG --prefix)/lib"
    for source in "$root"/csrc/python/*.c "$root"/csrc/python/*/*.c; do
        case $source in */arrays/* | */python/pairs/*) continue ;; esac # another module, which needs NumPy at run time
        compile binding "$python_includes" "$source"
    done
fi
# shellcheck disable=SC2086
if asked $numpy_targets; then
    numpy='import os, numpy
print(os.path.dirname(os.path.dirname(numpy.__file__)))'
    if ! numpy_path=$($PYTHON -c "$numpy" 2>"$work/numpy.err"); then
        echo "fuzz/build.sh: fuzz_arrays and fuzz_threads need NumPy: PYTHON=$PYTHON: $(tail -n 1 "$work/numpy.err")" >&2
        [ $# = 0 ] || exit 1
        for name in $numpy_targets; do
            targets="${targets%% "$name" *} ${targets#* "$name" }"
        done
    else
        compile arrays "$python_includes -DFUZZ_NUMPY='\"$numpy_path\"'" "$root"/csrc/python/arrays/*.c \
            "$root"/csrc/python/pairs/*.c
    fi
fi
# shellcheck disable=SC2086
if asked filter $numpy_targets; then # the verbs over arrays, without Python
    compile batch "" "$root"/csrc/batch/*.c "$root"/csrc/batch/threads/*.c
fi
for target in $targets; do
    flags=
    case " $python_targets " in *" $target "*) flags="$python_includes -DFUZZ_ROOT='\"$root\"'" ;; esac
    case " $numpy_targets " in *" $target "*) flags="$flags -DFUZZ_NUMPY='\"$numpy_path\"'" ;; esac
    compile target "$flags" "$fuzz/targets/fuzz_$target.c"
done
run "$work/commands"

# shellcheck disable=SC2046
ar crs "$work/core.a" $(echo "$work"/core_*.o "$work"/fuzz_*.o)
for target in $targets; do
    name=fuzz_$target
    embeds_python=
    parts=
    libraries="-lm -pthread"
    case " $python_targets " in
    *" $target "*)
        embeds_python=1
        parts=$(echo "$work"/binding_*.o)
        libraries="$python_libraries -lm -pthread"
        ;;
    esac
    case " $numpy_targets " in *" $target "*) parts="$parts $(echo "$work"/arrays_*.o "$work"/batch_*.o)" ;; esac
    [ "$target" != filter ] || parts=$(echo "$work"/batch_*.o)
    # shellcheck disable=SC2086
    $CXX $CXXFLAGS "$work/target_targets_$name.o" $parts "$work/core.a" $LIB_FUZZING_ENGINE $libraries -o "$OUT/$name"
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
        [ -z "$embeds_python" ] || echo "detect_leaks = 0"
    } >"$OUT/$name.options"
    echo "$OUT/$name"
done
