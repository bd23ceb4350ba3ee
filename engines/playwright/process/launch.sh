#!/bin/sh
# Becomes the browser $WEIR_BROWSER, after telling its process id in $WEIR_BROWSER_PID. Where the system can, the kernel
# kills it when the server dies, because Firefox does not notice that by itself.
set -e
browser=$WEIR_BROWSER
echo $$ >"$WEIR_BROWSER_PID"
# The most that each of its processes can allocate, whether or not the server gets to check.
ulimit -d "$WEIR_BROWSER_KILOBYTES" 2>/dev/null || true
# With this variable set, a content process of Firefox that crashes takes the whole browser along.
unset WEIR_BROWSER WEIR_BROWSER_PID WEIR_BROWSER_KILOBYTES MOZ_CRASHREPORTER MOZ_CRASHREPORTER_SHUTDOWN
export MOZ_CRASHREPORTER_DISABLE=1
# Where memory runs out, Linux ends what has the higher number first. Chromium gives its pages 300.
score=/proc/self/oom_score_adj
if [ -r $score ]; then
  raised=$(($(cat $score) + 200))
  [ "$raised" -le 1000 ] || raised=1000
  { echo "$raised" >$score; } 2>/dev/null || true
fi
# The library makes the profile among the temporary files of the server, where nobody would remove it after a crash.
profile=$TMPDIR/profile-$$
for argument do
  shift
  case $argument in
  */playwright_*_profile-*)
    made=${argument#--user-data-dir=}
    mv "$made" "$profile"
    argument=${argument%"$made"}$profile
    ;;
  esac
  set -- "$@" "$argument"
done
# Of what the browser says, the server gets the beginning: Firefox lets pages write there as much as they like.
said=$TMPDIR/said-$$
mkfifo "$said"
{
  rm -f "$said"
  dd bs=4096 count=256 2>/dev/null
  exec cat >/dev/null
} <"$said" 3<&- 4<&- &
exec >"$said" 2>&1
# As root, Chromium would put its threads, and all workers of a page, before those of the server.
for dropped in --bounding-set=-sys_nice ''; do
  if setpriv --pdeathsig KILL $dropped true 2>/dev/null; then
    exec setpriv --pdeathsig KILL $dropped -- "$browser" "$@"
  fi
done
exec "$browser" "$@"
