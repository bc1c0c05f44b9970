import { SYSTEM_PROCESSES, userNameOf } from "@terrarium/phone-system/app-processes";
import type { SystemCalls } from "../system-calls/system-calls.ts";
import type { ProcessInfo } from "./process-table.ts";

const MEBIBYTE = 1024 * 1024;
/** Memory sizes for `ps`. All system processes are parts of one process on the host. */
const APP_BYTES = 96 * MEBIBYTE;
const SYSTEM_BYTES = 24 * MEBIBYTE;

const KERNEL_THREADS = { pid: 2, parentPid: 0, userId: 0, userName: "root", name: "[kthreadd]" } as const;

/** Lists the processes of the system and the running apps. */
export async function listSystemProcesses(system: SystemCalls, startedAtMs: number): Promise<ProcessInfo[]> {
  const rest = { state: "S", terminal: "?", busyMs: 0 } as const;
  const own = [...Object.values(SYSTEM_PROCESSES), KERNEL_THREADS].map(
    ({ pid, parentPid, userId, userName, name }): ProcessInfo => ({
      ...rest,
      pid,
      parentPid,
      groupId: pid,
      userId,
      userName,
      commandLine: [name],
      startedAtMs,
      memoryBytes: pid === KERNEL_THREADS.pid ? 0 : SYSTEM_BYTES,
    }),
  );
  const apps = (await system.appProcesses()).map((app): ProcessInfo => ({
    ...rest,
    pid: app.pid,
    parentPid: SYSTEM_PROCESSES.zygote.pid,
    groupId: SYSTEM_PROCESSES.zygote.pid,
    userId: app.userId,
    userName: userNameOf(app.userId),
    commandLine: [app.packageName],
    startedAtMs: app.startedAtMs,
    memoryBytes: APP_BYTES,
  }));
  return [...own, ...apps];
}
