#!/bin/sh
# A person in crisis writes to an agent, end to end (docs/crisis.md):
#   the card is there at once, the model's answer waits, a responder approves a changed draft, only that is sent, one is counted.
#
#   sh examples/crisis.sh        with `herma` (or HERMA_BIN), `curl` and `script`
#
# Nothing leaves this machine: a gateway of its own on a home of its own, both gone at the end; "sent" is a line in a file.
set -eu
herma=${HERMA_BIN:-herma}
home=$(mktemp -d)
export HERMA_HOME="$home"
gateway=
trap 'test -z "$gateway" || { kill "$gateway" && wait "$gateway"; } 2>/dev/null || true; rm -rf "$home"' EXIT
trap 'exit 130' INT TERM

say() { printf '\n%s\n' "$*"; }
fail() { say "not as it should be: $*"; exit 1; }
# The first text by this name in a line of JSON.
field() { grep -o "\"$1\":\"\(\\\\.\|[^\"\\\\]\)*\"" | head -n 1 | sed 's/^"[a-z_]*":"//; s/"$//'; }
as() { # WHO PATH BODY
    curl -sS -H "Authorization: Bearer $1" -H 'Content-Type: application/json' ${3:+-d "$3"} "$address$2"
}

printf 'version = 1\n[crisis]\nlocale = "en-US"\n' > "$home/policy.toml"
"$herma" up --listen 127.0.0.1:0 > "$home/up.log" 2>&1 &
gateway=$!
address=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    address=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$home/up.log" | head -n 1)
    test -z "$address" || break
    sleep 0.5
done
test -n "$address" || fail "no gateway came up: $(cat "$home/up.log")"
agent=$("$herma" token add agent bot | tail -n 1)
# A responder's is shown at a terminal only: it gets one of its own.
if script --version > /dev/null 2>&1; then
    script -qec "$herma token add approver" /dev/null < /dev/null > "$home/shown"
else
    script -q /dev/null "$herma" token add approver < /dev/null > "$home/shown"
fi
responder=$(tr -d '\r' < "$home/shown" | grep -v '^$' | tail -n 1)

draft='{"target":"sam","message":"Cheer up, others have it worse."}'
call() { # ARGS [REQUEST]
    printf '{"tool":"send_message","args":%s,"session":"sam","conversation":{"human":true,"last_message":"%s"}%s}' \
        "$1" "I cannot do this anymore. I want to kill myself." "${2:+,\"request\":\"$2\"}"
}

say '1. A person writes. The model wants to answer, and asks Herma. The card is there at once, for the person:'
answer=$(as "$agent" /v1/calls "$(call "$draft")")
card=$(printf '%s\n' "$answer" | field crisis_card)
printf '%b\n' "$card"
case $card in *988*) ;; *) fail "$answer" ;; esac

say '2. The answer waits for a human. A list says that, and nothing of what it says:'
request=$(printf '%s\n' "$answer" | field request)
"$herma" list --drafts
case $answer in *'"decision":"ask"'*) ;; *) fail "$answer" ;; esac

say '3. A responder reads it, changes it, and approves what it is now:'
changed=$(as "$responder" "/v1/requests/$request/edit" '{"text":"I am glad you wrote. May I call you now?"}')
edited=$(printf '%s\n' "$changed" | field id)
test -n "$edited" || fail "$changed"
whole=$(as "$responder" "/v1/requests/$edited")
yes=$(printf '{"answer":"approve","scope":"once","digest":"%s","digits":"%s"}' \
    "$(printf '%s\n' "$whole" | field digest)" "$(printf '%s\n' "$whole" | field digits)")
as "$responder" "/v1/requests/$edited/decision" "$yes" | field state

say '4. The model asks again. Its first draft is refused, and it is told the other one, which alone may be sent:'
again=$(as "$agent" /v1/calls "$(call "$draft" "$request")")
case $again in *'"decision":"deny"'*) ;; *) fail "$again" ;; esac
instead=$(printf '%s\n' "$again" | sed -n 's/.*"instead":{"args":\({[^}]*}\).*/\1/p')
last=$(as "$agent" /v1/calls "$(call "$instead")")
case $last in *'"decision":"allow"'*) printf '%s\n' "$instead" >> "$home/sent" ;; *) fail "$last" ;; esac
cat "$home/sent"
test "$(wc -l < "$home/sent")" = 1 && ! grep -q 'Cheer up' "$home/sent" || fail "something else was sent"

say '5. What is counted, without anybody'"'"'s words:'
"$herma" crisis report
report=$("$herma" crisis report --json)
for one in '"people":1' '"held":1' '"sent":1' '"waits":0'; do
    case $report in *"$one"*) ;; *) fail "$report" ;; esac
done
say 'That was all of it.'
