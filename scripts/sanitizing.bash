# For the scripts that build with a sanitizer. Two of them share a build, which is made again when their flags differ.

# What SWIFTFLAGS says, in the array `flags`; of what debuggers read no more than reports do: names and lines. With
# PICKER_SANITIZE_LINES=0, as in CI, names alone: a build takes less time, and a report still says which function it is about.
# shellcheck disable=SC2034
read -ra flags <<<"${SWIFTFLAGS:-}"
[ "${PICKER_SANITIZE_LINES:-}" = 0 ] || flags+=(-Xswiftc -gline-tables-only -Xcc -g1)

# C is optimised, as sanitizers want it: without, it takes several times as long. Swift is not, which would take long to build. Tests use what
# modules keep to themselves, and are found by the index.
flags+=(--configuration release -Xswiftc -Onone -Xswiftc -enable-testing --enable-index-store)

# build_tests ARGUMENT…: builds with them. With PICKER_SANITIZE_BUILD=0 it does not, since there would be nothing to do;
# with PICKER_BUILD_ALONE=1 the script ends with it.
build_tests() {
    [ "${PICKER_SANITIZE_BUILD:-}" = 0 ] || swift build --build-tests "$@"
    [ -z "${PICKER_BUILD_ALONE:-}" ] || exit 0
}
