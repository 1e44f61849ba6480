#!/bin/sh
# A home of an older herma under a newer one: nothing that waits, was granted or was recorded gets lost.
#
#   sh examples/upgrade.sh OLD NEW      two `herma` programs; with `curl` and `script`
#
# Nothing leaves this machine: gateways of their own on a home of its own, all gone at the end.
set -eu
test $# = 2 || { echo "usage: sh examples/upgrade.sh OLD NEW" >&2; exit 2; }
old=$1 new=$2
home=$(mktemp -d)
export HERMA_HOME="$home"
gateway=
stop() { test -z "$gateway" || { kill "$gateway" && wait "$gateway"; } 2>/dev/null || true; gateway=; }
trap 'stop; rm -rf "$home"' EXIT
trap 'exit 130' INT TERM

say() { printf '\n%s\n' "$*"; }
fail() { say "not as it should be: $*"; exit 1; }
# The first text by this name in a line of JSON.
field() { grep -o "\"$1\":\"\(\\\\.\|[^\"\\\\]\)*\"" | head -n 1 | sed 's/^"[a-z_]*":"//; s/"$//'; }
as() { # WHO PATH [BODY]
    curl -sS -H "Authorization: Bearer $1" -H 'Content-Type: application/json' ${3:+-d "$3"} "$address$2"
}
start() { # HERMA
    "$1" up --listen 127.0.0.1:0 > "$home/up.log" 2>&1 &
    gateway=$!
    address=
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        address=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$home/up.log" | head -n 1)
        test -z "$address" || return 0
        sleep 0.5
    done
    fail "no gateway came up: $(cat "$home/up.log")"
}
call() { # COMMAND [REQUEST]
    as "$agent" /v1/calls "{\"tool\":\"bash\",\"args\":{\"command\":\"$1\"},\"cwd\":\"/srv/app\",\"session\":\"s1\"${2:+,\"request\":\"$2\"}}"
}
answer() { # ID ANSWER SCOPE
    whole=$(as "$person" "/v1/requests/$1")
    as "$person" "/v1/requests/$1/decision" "$(printf '{"answer":"%s","scope":"%s","digest":"%s","digits":"%s"}' "$2" "$3" \
        "$(printf '%s\n' "$whole" | field digest)" "$(printf '%s\n' "$whole" | field digits)")" | field state
}
says() { # DECISION ANSWER
    case $2 in *"\"decision\":\"$1\""*) ;; *) fail "not \`$1\`: $2" ;; esac
}

say "1. With $("$old" --version): one call waits, one is allowed for good, one is approved and not yet used, one is edited, one denied."
start "$old"
agent=$("$old" token add agent bot | tail -n 1)
# A person's is shown at a terminal only: it gets one of its own.
if script --version > /dev/null 2>&1; then
    script -qec "$old token add approver" /dev/null < /dev/null > "$home/shown"
else
    script -q /dev/null "$old" token add approver < /dev/null > "$home/shown"
fi
person=$(tr -d '\r' < "$home/shown" | grep -v '^$' | tail -n 1)
waits=$(call 'git push --force origin main' | field request)
granted=$(call 'git push origin v1.2' | field request)
approved=$(call 'kubectl delete pod web-1' | field request)
changed=$(call 'kubectl delete pod web-2' | field request)
denied=$(call 'kubectl delete namespace web' | field request)
for one in "$waits" "$granted" "$approved" "$changed" "$denied"; do test -n "$one" || fail "nothing was asked"; done
answer "$granted" approve always
answer "$approved" approve once
answer "$denied" deny once
edited=$(as "$person" "/v1/requests/$changed/edit" '{"command":"kubectl delete pod web-3"}' | field id)
test -n "$edited" || fail "it could not be edited"
grants=$("$old" grants list --json | grep -c '"id"')
entries=$("$old" audit verify | grep -o '[0-9][0-9,]* entries' | head -n 1 | tr -dc 0-9)
stop

say "2. With $("$new" --version), on the same home:"
start "$new"
"$new" list
"$new" grants list
for one in "$waits" "$edited"; do
    case $(as "$person" "/v1/requests/$one") in *'"state":"pending"'*) ;; *) fail "$one does not wait any more" ;; esac
done
test "$("$new" grants list --json | grep -c '"id"')" = "$grants" || fail "grants were lost"
says allow "$(call 'git push origin v1.2')"
says allow "$(call 'kubectl delete pod web-1' "$approved")"
case $(as "$person" "/v1/requests/$denied") in *'"state":"denied"'*) ;; *) fail "a no was lost" ;; esac

say '3. What waited is answered now, and runs; the edited call runs as edited:'
answer "$waits" approve once
says allow "$(call 'git push --force origin main' "$waits")"
answer "$edited" approve once
says allow "$(call 'kubectl delete pod web-3' "$edited")"

say '4. The record is whole, and goes on where it was:'
"$new" audit verify
after=$("$new" audit verify | grep -o '[0-9][0-9,]* entries' | head -n 1 | tr -dc 0-9)
test "$after" -gt "$entries" || fail "$entries entries before, $after after"
say "Nothing was lost."
