# What the scripts share that try one thing after another and print a line of verdict for each:
#
#     NAME VERDICT TEXT (SECONDSs)
#
# A verdict in capitals fails. The script that reads this file with `.` gets a folder $work, which is removed at the end,
# and says in the variable began when the current line began.
# shellcheck shell=bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chosen=" $* " failed=0 ran=0 began=0
sudo=$([ "$(id -u)" = 0 ] || echo sudo)

# Prints a verdict: NAME VERDICT TEXT.
say() {
    printf '%-22s %-9s %s (%ss)\n' "$1" "$2" "$3" "$((SECONDS - began))"
    ran=$((ran + 1))
    case $2 in *[A-Z]*) failed=$((failed + 1)) ;; esac
}

# Whether a name is one of the script's arguments, or there are none.
is_chosen() { [ "$chosen" = "  " ] || [[ $chosen == *" $1 "* ]]; }

# Installs Debian packages; false if Debian does not have them.
install() {
    dpkg -s "$@" >/dev/null 2>&1 && return
    [ -e "$work/updated" ] || $sudo apt-get update -qq >/dev/null 2>&1 || true
    touch "$work/updated"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >"$work/apt.log" 2>&1
}
