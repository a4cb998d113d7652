#!/bin/sh
# See to the system libraries that Qt opens at run time. As root they are installed; otherwise the one command
# that installs them is printed. Exit 0: all there. Exit 1: some are missing, and what needs no Qt runs all the same.
PATH="$PATH:/usr/sbin:/sbin"

# soname and Debian package. The first six serve Qt without a screen, the others serve it on X.
libraries='
libglib-2.0.so.0          libglib2.0-0
libEGL.so.1               libegl1
libGL.so.1                libgl1
libdbus-1.so.3            libdbus-1-3
libfontconfig.so.1        libfontconfig1
libxkbcommon.so.0         libxkbcommon0
libxcb-cursor.so.0        libxcb-cursor0
libxcb-icccm.so.4         libxcb-icccm4
libxcb-image.so.0         libxcb-image0
libxcb-keysyms.so.1       libxcb-keysyms1
libxcb-render-util.so.0   libxcb-render-util0
libxcb-shape.so.0         libxcb-shape0
libxcb-xkb.so.1           libxcb-xkb1
libxkbcommon-x11.so.0     libxkbcommon-x11-0
'

# Only Linux opens them from the system; elsewhere the Qt wheels bring all that they need.
[ "$(uname -s)" = Linux ] || exit 0

# By soname, not by package: the packages' names differ between Debian and Ubuntu releases.
missing_packages() {
    known=$(ldconfig -p)
    echo "$libraries" | while read -r soname package; do
        [ -z "$soname" ] || case "$known" in *"$soname "*) ;; *) printf ' %s' "$package" ;; esac
    done
}

missing=$(missing_packages)
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "The app will miss some system libraries; install what your system calls these Debian packages:$missing"
    exit 1
fi

if [ "$(id -u)" = 0 ]; then
    echo "set-up: system libraries for Qt"
    log=$(mktemp)
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
        cat "$log"
    fi
    rm -f "$log"
    missing=$(missing_packages)
    [ -n "$missing" ] || exit 0
fi

echo "The app will miss some system libraries; everything else runs without them. To install them:"
echo "  sudo apt-get install --no-install-recommends$missing"
exit 1
