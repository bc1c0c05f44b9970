import { systemProcesses, userNameOf } from "@terrarium/phone-system/app-processes";
import type { SystemCalls } from "../system-calls/system-calls.ts";
import type { ProcessInfo } from "./process-table.ts";

const mebibyte = 1024 * 1024;
/** Memory sizes for `ps`. All system processes are parts of one process on the host. */
const appBytes = 96 * mebibyte;
const systemBytes = 24 * mebibyte;

const kernelThreads = { pid: 2, parentPid: 0, userId: 0, userName: "root", name: "[kthreadd]" } as const;

/** Lists the processes of the system and the running apps. */
export async function listSystemProcesses(system: SystemCalls, startedAtMs: number): Promise<ProcessInfo[]> {
  const rest = { state: "S", terminal: "?", busyMs: 0 } as const;
  const own = [...Object.values(systemProcesses), kernelThreads].map(
    ({ pid, parentPid, userId, userName, name }): ProcessInfo => ({
      ...rest,
      pid,
      parentPid,
      groupId: pid,
      userId,
      userName,
      commandLine: [name],
      startedAtMs,
      memoryBytes: pid === kernelThreads.pid ? 0 : systemBytes,
    }),
  );
  const apps = (await system.appProcesses()).map((app): ProcessInfo => ({
    ...rest,
    pid: app.pid,
    parentPid: systemProcesses.zygote.pid,
    groupId: systemProcesses.zygote.pid,
    userId: app.userId,
    userName: userNameOf(app.userId),
    commandLine: [app.packageName],
    startedAtMs: app.startedAtMs,
    memoryBytes: appBytes,
  }));
  return [...own, ...apps];
}
