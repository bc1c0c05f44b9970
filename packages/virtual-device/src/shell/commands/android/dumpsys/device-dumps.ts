import { systemProcesses } from "../../../../system/app-processes.ts";
import type { Process } from "../../../process.ts";
import type { SystemCalls } from "../../../system-calls.ts";

/** The device runs on its host's power and never empties. */
export function batteryDump(): string {
  return `Current Battery Service state:
  AC powered: true
  USB powered: false
  Wireless powered: false
  Dock powered: false
  Max charging current: 0
  Max charging voltage: 0
  Charge counter: 0
  status: 5
  health: 2
  present: true
  level: 100
  scale: 100
  voltage: 5000
  temperature: 250
  technology: Li-ion
`;
}

/** `mWakefulness` and the lock screen. */
export async function powerDump(system: SystemCalls): Promise<string> {
  const { awake, locked } = await system.power();
  const timeoutMs = (await system.getSetting("system", "screen_off_timeout")) ?? "0";
  return `POWER MANAGER (dumpsys power)

Power Manager State:
  mWakefulness=${awake ? "Awake" : "Asleep"}
  mWakefulnessChanging=false
  mIsPowered=true
  mPlugType=1
  mBatteryLevel=100
  mStayOn=${timeoutMs === "0"}
  mProximityPositive=false
  mBootCompleted=${(await system.getProperty("sys.boot_completed")) === "1"}
  mSystemReady=true

Settings and Configuration:
  mScreenOffTimeoutSetting=${timeoutMs}
  mScreenBrightnessModeSetting=0
  mUserActivityTimeoutOverrideFromWindowManager=-1

Display Power: state=${awake ? "ON" : "OFF"}
Wake Locks: size=0
Keyguard showing: ${locked}
`;
}

const kibibytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString("en-US")}K`;

/** The device is one process of its host, in which the apps run too: there is one figure, and it is the true one. */
export async function memoryDump({ system }: Process, name: string | undefined): Promise<string> {
  const { memoryBytes } = await system.usage();
  const uptimeMs = Math.round((await system.uptimeS()) * 1000);
  const head = `Applications Memory Usage (in Kilobytes):\nUptime: ${uptimeMs} Realtime: ${uptimeMs}\n\n`;
  const shared = "(the apps share it: they run in one process)";
  const total = Math.round(memoryBytes / 1024);
  if (name !== undefined) {
    const app = (await system.appProcesses()).find(
      ({ packageName, pid }) => packageName === name || String(pid) === name,
    );
    if (!app) return `No process found for: ${name}\n`;
    return `${head}** MEMINFO in pid ${app.pid} [${app.packageName}] **\n\n App Summary ${shared}\n           TOTAL PSS: ${String(total).padStart(8)}            TOTAL RSS: ${String(total).padStart(8)}\n`;
  }
  const { pid } = systemProcesses.systemServer;
  return `${head}Total PSS by process:\n${kibibytes(memoryBytes).padStart(12)}: system_server (pid ${pid}) ${shared}\n\nTotal PSS: ${kibibytes(memoryBytes)}\n`;
}

/** Processor time since the device began: of the system with its apps, and of the shell's own processes. */
export async function cpuDump({ system, processes }: Process): Promise<string> {
  const uptimeMs = Math.max(1, (await system.uptimeS()) * 1000);
  const { busyMs } = await system.usage();
  const rows = [
    { pid: systemProcesses.systemServer.pid, name: "system_server", busyMs },
    ...(await processes.list())
      .map((each) => ({ ...each, name: each.commandLine[0] ?? "" }))
      .filter((each) => each.busyMs > 0),
  ];
  const percent = (ms: number) => `${((100 * ms) / uptimeMs).toFixed(1)}%`;
  const lines = rows.map(
    ({ pid, name, busyMs: ms }) => `  ${percent(ms)} ${pid}/${name}: ${percent(ms)} user + 0% kernel\n`,
  );
  return `CPU usage from ${Math.round(uptimeMs)}ms to 0ms ago:\n${lines.join("")}${percent(busyMs)} TOTAL\n`;
}
