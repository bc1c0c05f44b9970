import { existsSync } from "node:fs";
import { OOM_SCORE, OPEN_FILES } from "../device-program.ts";

/**
 * Below the server, which serves everybody: of its threads (setpriority(2) is by thread, so it is set before there are
 * several), and of its session as a whole, by which many kernels share the processor first (sched(7), autogroup).
 */
const NICENESS = 10;
/** Other shells close no descriptor above 9. */
const BASH = ["/bin/bash", "/usr/bin/bash"];

/**
 * Sets all state that a process inherits, and becomes the program: control groups, descriptors, file mode, limits and
 * priority. Node itself resets signals (libuv, uv_spawn) and passes descriptors above its own on.
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
  /** The descriptor that it keeps beside the standard streams. */
  channel: number | undefined;
  /** Of the control groups that bound it, to become one of them (`ControlGroup`). */
  joinFiles: readonly string[];
}

/** Returns the command that starts a program for a device. It inherits nothing from the server but what is named here. */
export function launch({ command, channel, joinFiles }: Launch): [program: string, args: string[]] {
  const shell = BASH.find((file) => existsSync(file)) ?? "/bin/sh";
  return [shell, ["-c", LAUNCHER, "background", String(channel ?? ""), ...joinFiles, "--", ...command]];
}
