#!/usr/bin/env bash
# What `easel` promises about its commands, carried out: bash scripts/acceptance/door.sh. Needs a build, jq and curl; serves on a port of
# EASEL_PORT. Prints a line for each promise, and ends with 1 at the first that is broken.
export EASEL_SAMPLE_CANVAS=0
source "$(dirname "$0")/common.sh"
status_of() { curl -s -o /dev/null -w '%{http_code}' -H "Private-Token: $1" "http://127.0.0.1:$EASEL_PORT/api/v1$2"; }

start
password=$(easel user create a@b.example --name Ann 2> "$work/err")
promise 'a generated password of 16 characters is all that is on stdout' "${#password}" 16
root_token=$(sign_in root@b.example the-password-of-root | jq -r .token)
ann=$(curl -s -H "Private-Token: $root_token" "http://127.0.0.1:$EASEL_PORT/api/v1/users" | jq -r '.[] | select(.name == "Ann") | .email')
promise 'the REST interface shows the account' "$ann" a@b.example
author=$(easel audit export --format ndjson | jq -r 'select(.action == "User created" and .target_name == "Ann") | .author_name')
promise 'the audit log names the command and who ran it' "$author" "easel user create ($(id -un))"
promise 'the socket is for its owner alone' "$(stat -c %a "$EASEL_DATA_DIR/easel.sock")" 600

running=$(easel user list --json | jq length)
ann_token=$(sign_in a@b.example "$password" | jq -r .token)
promise 'a sign-in with the printed password works' "$(status_of "$ann_token" /users)" 200
echo 'another-password-of-ann' | easel user reset-password a@b.example --stdin 2> /dev/null
promise 'a new password is set while the server runs' $? 0
promise 'it ends the sign-ins' "$(status_of "$ann_token" /users)" 401
promise 'no password is in a command line' "$(ps ax -o args | grep -c '[a]nother-password-of-ann')" 0
easel usr list 2> "$work/err"
promise 'a wrong word is code 2' $? 2
promise 'and is told the right one' "$(cat "$work/err")" "easel: unknown command 'usr': did you mean user?"
promise 'the routes of the operator are nowhere else' "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$EASEL_PORT/operate/logs")" 404
easel status > /dev/null
promise 'a server that works is code 0' $? 0
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
  chmod 755 "$work"
  # The folder of the programs may be closed to that account, so the lock of the data folder is what must hold
  setpriv --reuid=65534 --regid=65534 --clear-groups "$(command -v node)" "$root/dist/cli/easel.js" status 2> "$work/err"
  promise 'another account gets code 4' $? 4
  promise 'and one line that names the owner' "$(grep -c 'belongs to root' "$work/err")" 1
fi
stop
promise 'a stopped server has the same accounts' "$(easel user list --json | jq length)" "$running"
easel user delete a@b.example 2> "$work/err" < /dev/null
promise 'what deletes needs --yes where nobody can be asked' $? 2
promise 'and deletes nothing' "$(easel user list --json | jq length)" "$running"
EASEL_DATA_DIR=$work/none easel status 2> /dev/null
promise 'without a server and data it is code 4' $? 4
[ ! -e "$work/none" ]
promise 'and makes none' $? 0
