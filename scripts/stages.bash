# For the other scripts: stages of a run, with their times.

stage_names=()
stage_seconds=()
stage_results=()

# stage NAME COMMAND…: runs the command and remembers how long it took. Ends the script when it fails.
stage() {
    local name=$1 start=$SECONDS status=0
    shift
    printf '\n[%s, %d s] %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$SECONDS" "$name"
    # Not in a condition: there, a failing command of a function would not end it.
    set +e
    (
        set -e
        "$@"
    )
    status=$?
    set -e
    stage_names+=("$name")
    stage_seconds+=($((SECONDS - start)))
    stage_results+=("$status")
    return "$status"
}

# The table of the stages that were run.
print_stages() {
    local index total=0
    echo
    for index in "${!stage_names[@]}"; do
        printf '%6d s  %s%s\n' "${stage_seconds[index]}" "${stage_names[index]}" \
            "$([ "${stage_results[index]}" -eq 0 ] || echo "  FAILED, exit status ${stage_results[index]}")"
        total=$((total + stage_seconds[index]))
    done
    printf '%6d s  in all\n' "$total"
}
