#!/bin/sh
# A person writes, the card is there at once, the answer waits, a responder approves an edited draft, only that is sent.
# Run it in a terminal. Nothing leaves the machine: the "message" goes to a remote that does not exist.
set -eu
HERMA_HOME=$(mktemp -d); export HERMA_HOME
echo "I can't do this anymore. I want to kill myself." > "$HERMA_HOME/said.txt"
echo "1. the agent wants to answer; the card is shown at once, and the answer waits"
echo "   in another terminal:  HERMA_HOME=$HERMA_HOME herma list"
echo "                         HERMA_HOME=$HERMA_HOME herma approve TICKET --edit"
herma run --said "$HERMA_HOME/said.txt" 'echo draft; git push no-such-remote main || true' || true
echo "2. what is counted, without anybody's words"
herma crisis report
