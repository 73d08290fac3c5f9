# For the other scripts: a folder in memory for what tests write. Thousands of small files that live for a moment cost a
# file system on a disk a tenth of a test run.

# use_memory_folder: sets TMPDIR to a new folder in memory, unless someone set it. It stays away where memory is short, or
# where a plugin that a test compiles could not be loaded from it.
use_memory_folder() {
    local -r folder=/dev/shm
    local -r needed_kib=$((4 << 20))
    [ -z "${TMPDIR:-}" ] && [ -d "$folder" ] && [ -w "$folder" ] || return 0
    [ "$(stat --file-system --format=%T "$folder")" = tmpfs ] || return 0
    [ "$(df --output=avail "$folder" | tail -n 1)" -ge "$needed_kib" ] || return 0
    [ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -ge "$((2 * needed_kib))" ] || return 0
    memory_folder=$(mktemp -d "$folder/picker-tests.XXXXXX") || return 0
    # Some tests put themselves in the place of a user without privileges.
    chmod 755 "$memory_folder"
    if printf '#!/bin/sh\n' >"$memory_folder/run" && chmod +x "$memory_folder/run" && "$memory_folder/run" 2>/dev/null; then
        rm "$memory_folder/run"
        export TMPDIR=$memory_folder
    else
        remove_memory_folder
    fi
}

# remove_memory_folder: for the end of a script, however it ends.
remove_memory_folder() {
    [ -z "${memory_folder:-}" ] || rm -rf "$memory_folder"
}
