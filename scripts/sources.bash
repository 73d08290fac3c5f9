# For the other scripts: which files belong to the project. Run from the top folder.

# project_files [PATH…]: the names, each ended by a NUL, of the files that git knows or would add.
project_files() {
    git ls-files -z --cached --others --exclude-standard -- "$@" | while IFS= read -r -d '' file; do
        # A file deleted in the working tree is still in the index.
        [ -f "$file" ] && [ ! -L "$file" ] && printf '%s\0' "$file"
    done
    return 0
}
