# Sourced by ./lockstep and ./run-tests: installs the packages that are missing and builds what has changed.
# Everything that takes time says so on stderr; when nothing is to do it is silent and takes a few milliseconds.

packages="clang-19 lld-19 libclang-19-dev llvm-19-dev llvm-19-tools flang-19 libomp-19-dev libclang-rt-19-dev g++ gfortran
  mpich libmpich-dev openmpi-bin libopenmpi-dev cmake make ninja-build pkg-config
  libcli11-dev libfmt-dev nlohmann-json3-dev libexpected-dev libzstd-dev libgmp-dev libabsl-dev libmimalloc-dev zlib1g-dev
  libotf2-trace-dev libgtest-dev libbenchmark-dev python3 python3-jsonschema"

test_packages="ccache fish groff-base otf2-tools zsh"  # a test that needs one is skipped where it is missing

say() { printf 'lockstep: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 70
}

# missing_packages NAME...
missing_packages() {
  local name
  for name; do
    [ -e "/var/lib/dpkg/info/$name.list" ] || ls "/var/lib/dpkg/info/$name:"*.list >/dev/null 2>&1 || echo "$name"
  done
}

# run_quietly LOG COMMAND...: shows the end of the log when the command fails.
run_quietly() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 && return
  tail -n 15 "$log" >&2
  return 1
}

# install_packages FAIL NAME...: FAIL is die for what cannot be done without, else say.
install_packages() {
  local fail=$1 missing sudo='' log
  shift
  if ! command -v dpkg >/dev/null || ! command -v apt-get >/dev/null; then
    command -v clang-19 >/dev/null && command -v cmake >/dev/null && command -v ninja >/dev/null && return
    "$fail" "this is not a Debian system; install by hand the equivalents of:" "$@"
    return 0
  fi
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      "$fail" "not root and no sudo; install by hand: apt-get install" $missing
      return 0
    fi
    sudo=sudo
  fi
  say "installing" $missing
  log=$(mktemp)
  run_quietly "$log" $sudo apt-get -q update || say "apt-get update failed, going on with the package lists that are there"
  run_quietly "$log" $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing ||
    "$fail" "could not install the packages (no network, or no permission?); install by hand: apt-get install" $missing
  rm -f "$log"
}

# The stamp of the last build, per set of targets; anything newer in the tree means building again.
is_built() {
  [ -e "$2" ] && [ -z "$(find "$1/CMakeLists.txt" "$1/CMakePresets.json" "$1/cmake" "$1/src" "$1/docs/rules" ${3:+"$1/test"} \
    -newer "$2" -print -quit)" ]
}

build() {
  local root=$1 targets=$2
  if [ ! -e "$root/build/build.ninja" ]; then
    say "configuring in $root/build"
    mkdir -p "$root/build"
    run_quietly "$root/build/configure.log" cmake -S "$root" --preset release || die "the configuration failed"
  fi
  say "building (once, some minutes; later calls start at once)"
  if [ -t 2 ]; then
    NINJA_STATUS='[%f/%t] ' ninja -C "$root/build" $targets >&2 || die "the build failed"
  else
    say "what happens is in $root/build/build.log"
    run_quietly "$root/build/build.log" ninja -C "$root/build" $targets || die "the build failed"
  fi
}

# bootstrap ROOT [tests]
bootstrap() {
  local root=$1 targets=${2:-tool} stamp
  stamp=$root/build/.built-$targets
  is_built "$root" "$stamp" "${2:-}" && return
  mkdir -p "$root/build" 2>/dev/null || die "cannot write to $root/build"
  exec 9>"$root/build/.lock"
  flock 9
  is_built "$root" "$stamp" "${2:-}" && { exec 9>&-; return; }
  install_packages die $packages
  [ "$targets" != tests ] || install_packages say $test_packages
  touch "$stamp.new"
  (cd "$root" && build "$root" "lockstep-$targets")
  mv "$stamp.new" "$stamp"
  exec 9>&-
}
