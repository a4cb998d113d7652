#!/bin/sh
# Say in one sentence what is missing before a virtual environment is made with the interpreter $1.
python="$1"

if ! command -v "$python" >/dev/null 2>&1; then
    echo "There is no '$python' here; install it with: sudo apt-get install python3 python3-venv" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Deadfall needs Python 3.11 or newer and '$python' is $("$python" --version 2>&1);" \
        "name a newer one: make PYTHON=python3.12 ..." >&2
    exit 1
fi
# Debian ships venv without ensurepip unless python3-venv is installed.
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "'$python' cannot make virtual environments; install that part with: sudo apt-get install python3-venv" >&2
    exit 1
fi
