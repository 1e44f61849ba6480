#!/bin/sh
# `herma run 'rm -rf ./photos'`, asked and answered both ways at a pseudo-terminal, on record, and the record verified.
#
# usage: photos.sh HERMA FOLDER
#
# FOLDER is made, used as a throw-away home, and removed; nothing outside of it is named. Not below /tmp: what lies there
# is scratch, and nobody is asked about it. Needs util-linux's `script` for the terminal.
set -eu

herma=$1
folder=$2

fail() {
    echo "photos.sh: $*" >&2
    exit 1
}

mkdir -p "$folder/photos" "$folder/.git"
trap 'rm -rf -- "$folder"' EXIT
echo 'ref: refs/heads/main' > "$folder/.git/HEAD"
echo cat > "$folder/photos/cat.jpg"
cd "$folder"
unset CLAUDECODE GEMINI_CLI CODEX_SANDBOX || true
export HOME="$folder" HERMA_HOME="$folder/herma" TERM=xterm NO_COLOR=1

# answer WHAT: runs it at a terminal and types: the number, and for a yes the two digits that stand in the prompt.
answer() {
    rm -f screen keys
    mkfifo keys
    # The prompt forgets what was typed before it was drawn, so each key waits for what it answers.
    (
        exec 3> keys
        wait_for 'r denies with a reason'
        if [ "$1" = yes ]; then
            digits=$(grep -ao 'digits to approve it: [0-9][0-9]' screen | tail -n 1 | tail -c 3)
            printf 1 >&3
            wait_for 'type the two digits'
            printf '%s\r' "$digits" >&3
        else
            printf 4 >&3
        fi
        while [ ! -e ended ]; do sleep 0.1; done
    ) &
    code=0
    rm -f ended
    script --quiet --return --flush --command "stty cols 100 rows 30; \"$herma\" run 'rm -rf ./photos'" screen \
        < keys > /dev/null || code=$?
    touch ended
    wait
    rm -f ended keys
}

wait_for() {
    tries=0
    until grep -aqs "$1" screen; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || fail "\`$1\` never came: $(cat screen)"
        sleep 0.1
    done
}

answer no
[ "$code" = 126 ] || fail "a no ended with $code: $(cat screen)"
[ -e photos/cat.jpg ] || fail "denied, and yet it ran"

answer yes
[ "$code" = 0 ] || fail "a yes ended with $code: $(cat screen)"
[ ! -e photos ] || fail "approved, and did not run"

"$herma" list --all
"$herma" list --all | grep -q 'executed' || fail "the run is not on record"
"$herma" list --all | grep -q "denied by $(id -un)" || fail "the denial is not on record"
"$herma" audit export | grep -q '"kind":"approved"' || fail "the approval is not in the chain"
"$herma" audit export | grep -q '"kind":"denied"' || fail "the denial is not in the chain"
head=$("$herma" audit checkpoint)
"$herma" audit verify --head "$head"
