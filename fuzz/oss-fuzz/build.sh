#!/bin/bash -eu
# What OSS-Fuzz runs in its base-builder image, which sets $SRC, $OUT, $SANITIZER, $CC, $CXX, $CFLAGS, $CXXFLAGS and
# $LIB_FUZZING_ENGINE: fuzz/build.sh, and beside the targets all that those that embed Python need, because the image
# that runs them has no Python. dry_run.sh runs this script without that image.
cd "$SRC/collide2d"
: "${PYTHON:=python3}" "${PYTHON_CONFIG:=python3-config}"
export PYTHON PYTHON_CONFIG

if [ "$SANITIZER" = memory ]; then
    # Python and NumPy are not instrumented, so everything that they write would be reported.
    # shellcheck disable=SC2046
    exec fuzz/build.sh $(cd fuzz/targets && grep -L 'embed\.h' fuzz_*.c)
fi
fuzz/build.sh

version=$($PYTHON -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
prefix=$($PYTHON_CONFIG --prefix)
numpy=$($PYTHON -c 'import os, numpy; print(os.path.dirname(os.path.dirname(numpy.__file__)))')
mkdir -p "$OUT/lib" "$OUT/python/lib/$version" "$OUT/collide2d/tests" "$OUT/numpy"
cp -L "$prefix"/lib/libpython*.so* "$OUT/lib"
tar -C "$prefix/lib/$version" --exclude=__pycache__ --exclude=./test --exclude=./site-packages --exclude='./config-*' \
    --exclude=./idlelib --exclude=./tkinter --exclude=./ensurepip --exclude=./lib2to3 -c . | tar -C "$OUT/python/lib/$version" -x
tar --exclude=__pycache__ --exclude='*.so' --exclude=corpus -c collide2d fuzz tests/generators | tar -C "$OUT/collide2d" -x
tar -C "$numpy" --exclude=__pycache__ --exclude=tests -c numpy $(cd "$numpy" && ls -d numpy.libs 2>/dev/null) | tar -C "$OUT/numpy" -x
