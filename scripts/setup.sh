# setup.sh - what quickstart and check share: install, configure, build.
#
# Sourced by them at the top of the source tree, with `set -eu`. Builds in
# ./build and leaves the source tree alone except for what autoreconf makes.

build=$PWD/build
packages='autoconf automake libtool pkg-config gcc make libc6-dev
    libunwind-dev libzydis-dev libdw-dev libelf-dev check libjansson-dev
    zlib1g-dev libncurses-dev libiberty-dev python3 python3-dev'

say() {
    printf '\n== %s\n' "$*"
}

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

package_is_installed() {
    # The state's first word says what is wanted; the last what there is.
    case $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) in
        *' installed') return 0 ;;
        *) return 1 ;;
    esac
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@" # nobody could type a password
    fi
}

# install_packages NAME...: installs those that are missing, or names them.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null
    then
        echo "Not a Debian or Ubuntu system: configure names what is missing."
        return 0
    fi
    missing=
    for package; do
        package_is_installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        fail "these packages are missing, and only root can install them:" \
            "apt-get install$missing"
    fi
    say "Installing$missing"
    # An outdated list of packages is the usual reason for a failure.
    # shellcheck disable=SC2086 # one word a package
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends $missing </dev/null ||
    { as_root apt-get update -q </dev/null &&
      as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends $missing </dev/null; } ||
        fail "apt-get could not install:$missing"
}

# install_optional NAME WHY: a failure is only said.
install_optional() {
    if package_is_installed "$1"; then
        return 0
    fi
    # In a subshell, because a failure ends the shell it happens in.
    ( install_packages "$1" ) || echo "Going on without $1: $2."
}

sources_are_newer_than_configure() {
    [ ! -f configure ] || [ ! -f Makefile.in ] ||
        [ -n "$(find configure.ac Makefile.am src/*/local.mk python/local.mk \
            tests/local.mk -newer configure)" ]
}

configure_and_build() {
    if sources_are_newer_than_configure; then
        say "Generating configure"
        mkdir -p m4 # or aclocal warns that there is none
        autoreconf -i
    fi
    mkdir -p "$build"
    if [ ! -f "$build/Makefile" ]; then
        say "Configuring in $build"
        ( cd "$build" && ../configure -q )
    fi
    say "Building"
    make -C "$build" -j "$(nproc)" --no-print-directory
}

# Prints the version of an interpreter that the library supports, as 3.11;
# fails for any other.
supported_version() {
    "$1" -I -c '
import sys, sysconfig
supported = (sys.implementation.name == "cpython"
             and (3, 9) <= sys.version_info[:2] <= (3, 15)
             and not sysconfig.get_config_var("Py_DEBUG")
             and not sysconfig.get_config_var("Py_GIL_DISABLED"))
if not supported:
    sys.exit(1)
print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

# Prints the path of an interpreter to work with. 3.11 comes first, because both
# examples are about it; of its kind, the system's own.
find_python() {
    for wanted in 3.11 3.13 3.14 3.15 3.12 3.10 3.9; do
        for candidate in /usr/bin/python3 "python$wanted" python3; do
            path=$(command -v "$candidate") || continue
            if [ "$(supported_version "$path" || :)" = "$wanted" ]; then
                printf '%s\n' "$path"
                return 0
            fi
        done
    done
    return 1
}
