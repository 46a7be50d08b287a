#!/usr/bin/env bash
# What backups promise, carried out: bash scripts/acceptance/backup.sh. Needs a build, jq, curl and gunzip; serves on a port of EASEL_PORT. Prints a
# line for each promise, and ends with 1 at the first that is broken.
source "$(dirname "$0")/common.sh"
place=$work/b
kills=${KILLS:-8}

api() { curl -s -H "Private-Token: $token" -H 'Content-Type: application/json' "http://127.0.0.1:$EASEL_PORT/api/v1$1" "${@:2}"; }
be_root() { token=$(sign_in "$EASEL_ADMIN_EMAIL" "$EASEL_ADMIN_PASSWORD" | jq -r .token); }
# Runs a command, and kills it at some moment of its work
killed() {
  node "$root/dist/cli/easel.js" "$@" > /dev/null 2>&1 &
  local command=$!
  sleep "0.$((RANDOM % 9 + 1))"
  kill -9 "$command" 2> /dev/null
  wait "$command" 2> /dev/null
}

start
be_root
# The sample canvas, which has files, is made at the first sign-in
until api /canvases | grep -q 'Welcome to Easel'; do sleep 0.1; done
canvas=$(api /canvases -d '{"name":"Sprint wall"}' | jq -r .id)
for text in one two three; do api "/canvases/$canvas/notes" -d "{\"text\":\"$text\"}" > /dev/null; done
jq -n '{operations: [range(900) | {op: "create", type: "Note", body: {text: "note \(.)"}}]}' > "$work/batch.json"
for _ in $(seq 20); do api "/canvases/$canvas/batch" -d "@$work/batch.json" > /dev/null; done
promise 'the canvas has notes to back up' "$(api "/canvases/$canvas/notes" | jq length)" 18003
notes() { api "/canvases/$canvas/notes" | jq -cS 'map({id, text}) | sort' | sha256sum; }
before=$(notes)
revision=$(curl -s -D - -o /dev/null -H "Private-Token: $token" "http://127.0.0.1:$EASEL_PORT/api/v1/canvases/$canvas/notes" | tr -d '\r' | sed -n 's/^[Ee]asel-[Rr]evision: //p')

for _ in $(seq "$kills"); do killed backup now --to "$place"; done
easel backup now --to "$place" > "$work/out" 2> "$work/err"
promise "a backup is made after $kills that were killed" $? 0
easel verify "$place" > /dev/null
promise 'and everything is whole' $? 0
easel backup now --to "$place" > "$work/out"
promise 'a second one has nothing to write' "$(grep -c ' 0 B new' "$work/out")" 1
promise 'nobody else can read it' "$(find "$place" -perm /077 | wc -l)" 0
promise 'a stranger can' "$(cat "$place"/objects/*/* | gunzip | grep -c '"text":"two"')" 1

easel restore "$place" 2> "$work/err"
promise 'a restore is refused while the server runs' $? 1
promise 'in one line' "$(grep -c 'a server is running' "$work/err")" 1
stop
easel restore "$place" 2> "$work/err"
promise 'and on a folder that is not empty' $? 1
promise 'which says how to move it aside' "$(grep -c 'move it aside' "$work/err")" 1

mv "$EASEL_DATA_DIR" "$EASEL_DATA_DIR.old"
# Killed as soon as its database is begun; it may have come to its end by then
for _ in $(seq "$kills"); do
  node "$root/dist/cli/easel.js" restore "$place" > /dev/null 2>&1 &
  until [ -e "$EASEL_DATA_DIR/easel.db.restoring" ] || [ -s "$EASEL_DATA_DIR/easel.db" ]; do sleep 0.01; done
  kill -9 $! 2> /dev/null
  wait $! 2> /dev/null
  if [ -s "$EASEL_DATA_DIR/easel.db" ]; then break; fi
done
if [ ! -s "$EASEL_DATA_DIR/easel.db" ]; then easel restore "$place" > "$work/out"; promise 'a restore that was killed goes on' $? 0; fi
start
be_root
promise 'the old password signs in, and all notes are there' "$(notes)" "$before"
curl -s -N -D "$work/head" -o /dev/null --max-time 2 -H "Private-Token: $token" \
  "http://127.0.0.1:$EASEL_PORT/api/v1/canvases/$canvas/notes?subscribe&changes=1&from=$revision"
promise 'a reader from before gets everything' "$(tr -d '\r' < "$work/head" | sed -n 's/^[Ee]asel-[Ss]tream: //p')" whole
easel audit verify > /dev/null
promise 'the audit log is as it was written' $? 0
easel backup now --to "$place" > /dev/null
promise 'the restored server goes on with its backups' $? 0

file=$(find "$place/files" -type f | head -1)
truncate -s -1 "$file"
easel verify "$place" --read all > "$work/out"
promise 'a file that was cut off is found' $? 3
promise 'and its canvas is named' "$(grep -c 'canvas Welcome to Easel' "$work/out" | sed 's/[1-9][0-9]*/some/')" some
stop
