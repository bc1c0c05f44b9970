import { existsSync } from "node:fs";
import { OOM_SCORE, OPEN_FILES } from "../device-program.ts";

/**
 * Lower priority than the server's, for threads and for the whole session. setpriority(2) applies to one thread, so it
 * is set before there are several. Many kernels divide CPU time between sessions first (sched(7), autogroup).
 */
const NICENESS = 10;
/** Other shells cannot close descriptors above 9. */
const BASH = ["/bin/bash", "/usr/bin/bash"];

/**
 * Sets all state that a process inherits, then executes the program: control groups, descriptors, umask, limits and
 * priority. Node itself resets signals (libuv, uv_spawn), but passes on inherited descriptors above its own.
 */
const LAUNCHER = `channel=$1; shift
for file in /proc/self/fd/*; do
  fd=\${file##*/}
  case $fd in
    [012] | "$channel" | *[!0-9]*) ;;
    ??*)
      if [ -z "$BASH" ] && [ -e "$file" ]; then
        echo "descriptor $fd of the server is open here, and there is no bash to close it" >&2; exit 1
      fi
      [ -z "$BASH" ] || eval "exec $fd>&-" ;;
    *) eval "exec $fd>&-" ;;
  esac
done
while [ "$1" != -- ]; do echo 0 > "$1"; shift; done; shift
umask 022
{ echo ${OOM_SCORE} > /proc/self/oom_score_adj; echo ${NICENESS} > /proc/self/autogroup; ulimit -c 0; ulimit -n ${OPEN_FILES}; ulimit -r 0; ulimit -e 0; } 2>/dev/null
exec nice -n ${NICENESS} "$@"`;

interface Launch {
  command: readonly string[];
  /** Descriptor that stays open besides the standard streams. */
  channel: number | undefined;
  /** Files of the control groups that it joins (`ControlGroup`). */
  joinFiles: readonly string[];
}

/** Returns the command that starts a program for a device. It inherits only the named state from the server. */
export function launch({ command, channel, joinFiles }: Launch): [program: string, args: string[]] {
  const shell = BASH.find((file) => existsSync(file)) ?? "/bin/sh";
  return [shell, ["-c", LAUNCHER, "background", String(channel ?? ""), ...joinFiles, "--", ...command]];
}
