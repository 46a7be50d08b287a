# What the scripts of this folder share: a server on a folder of its own, and promises. Read it with `source` from bash. Needs a build, jq and curl.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
export EASEL_DATA_DIR=$work/data EASEL_PORT=${EASEL_PORT:-18098}
export EASEL_ADMIN_EMAIL=root@b.example EASEL_ADMIN_PASSWORD=the-password-of-root
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

easel() { node "$root/dist/cli/easel.js" "$@"; }
promise() { if [ "$2" = "$3" ]; then echo "ok: $1"; else echo "BROKEN: $1: \"$2\", not \"$3\""; exit 1; fi; }
start() {
  # The line of an earlier server must not pass for that of this one
  rm -f "$work/log"
  touch "$work/log"
  # Without the function, which would run in a shell of its own: `kill` must reach the server
  node "$root/dist/cli/easel.js" serve >> "$work/log" 2>&1 &
  server=$!
  until grep -q '"listening"' "$work/log"; do kill -0 "$server" || { cat "$work/log"; exit 1; }; sleep 0.1; done
}
stop() { kill "$server"; wait "$server"; server=; }
# Prints the answer to a sign-in
sign_in() {
  curl -s -H 'Content-Type: application/json' -d "{\"email\":\"$1\",\"password\":\"$2\"}" \
    "http://127.0.0.1:$EASEL_PORT/api/v1/users/login"
}
