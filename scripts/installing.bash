# For the scripts that install: where to, what version, and how a file gets there. Run from the top folder; reads PREFIX and DESTDIR.

readonly root=${DESTDIR:-}${PREFIX:-/usr/local}
# shellcheck disable=SC2034 # Of those that read this one, some need it.
version=$(sed -nE 's/.*hostVersion = "(.*)".*/\1/p' Sources/PickerHost/Loading/HostTable.swift)

# put MODE FILE FOLDER [NAME]
put() {
    install -D -m "$1" "$2" "$root/$3/${4:-$(basename "$2")}"
}

# put_tree FOLDER INTO: the files under a folder, with their folders; not what was built in there, nor catalogues of DocC.
put_tree() {
    local file
    (cd "$1" && find . \( -name '.?*' -o -name target -o -name __pycache__ -o -name '*.docc' \) -prune -o -type f ! -name '*.so' \
        ! -name Package.resolved -print0) | while IFS= read -r -d '' file; do
        put 644 "$1/$file" "$2/$(dirname "${file#./}")"
    done
}
