# For the other scripts: stages of a run, with their times, and how busy the machine's processors were meanwhile: a stage that leaves
# them idle can be run beside another.

stage_names=()
stage_seconds=()
stage_shares=()
stage_results=()

# Ticks of all processors since the start, and those of them in which there was nothing to do.
processor_ticks() { awk '/^cpu / { printf "%.0f %.0f", $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9, $5 + $6 }' /proc/stat; }

# stage NAME COMMAND…: runs the command and remembers how long it took. Ends the script when it fails.
stage() {
    local name=$1 start=$SECONDS status=0 before
    shift
    before=$(processor_ticks)
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
    stage_shares+=("$(echo "$before $(processor_ticks)" |
        awk '$3 > $1 { printf "%.0f", 100 - 100 * ($4 - $2) / ($3 - $1); next } { print 0 }')")
    stage_results+=("$status")
    return "$status"
}

# beside FOLDER FUNCTION…: runs the functions at the same time. What the last one prints is seen as it comes; what each of the others prints
# goes to FOLDER/NAME.log, and is shown when all have ended. Fails if one does.
beside() {
    local folder=$1 name status=0
    local -A processes=()
    shift
    for name in "${@:1:$#-1}"; do
        "$name" >"$folder/$name.log" 2>&1 &
        processes[$name]=$!
    done
    "${!#}" || status=1
    for name in "${@:1:$#-1}"; do
        wait "${processes[$name]}" || status=1
        printf '== %s\n' "$name"
        cat "$folder/$name.log"
    done
    return "$status"
}

# The table of the stages that were run.
print_stages() {
    local index total=0
    echo
    for index in "${!stage_names[@]}"; do
        printf '%6d s  %3d %% busy  %s%s\n' "${stage_seconds[index]}" "${stage_shares[index]}" "${stage_names[index]}" \
            "$([ "${stage_results[index]}" -eq 0 ] || echo "  FAILED, exit status ${stage_results[index]}")"
        total=$((total + stage_seconds[index]))
    done
    printf '%6d s  in all\n' "$total"
}
