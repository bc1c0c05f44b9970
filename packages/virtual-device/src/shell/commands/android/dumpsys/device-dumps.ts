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

interface ProcessRow {
  pid: number;
  name: string;
  userName: string;
  memoryKb: number;
  busyMs: number;
}

async function processRows({ processes }: Process): Promise<ProcessRow[]> {
  return (await processes.list()).map(({ pid, commandLine, userName, memoryBytes, busyMs }) => ({
    pid,
    name: commandLine[0] ?? "",
    userName,
    memoryKb: Math.round(memoryBytes / 1024),
    busyMs,
  }));
}

/** Memory by process, as far as the device tells its processes apart. */
export async function memoryDump(process: Process, name: string | undefined): Promise<string> {
  const { system } = process;
  const rows = await processRows(process);
  const app = (await system.appProcesses()).find(
    ({ packageName, pid }) => packageName === name || String(pid) === name,
  );
  const kb = (value: number) => `${value.toLocaleString("en-US")}K`;
  if (name !== undefined && !app) return `No process found for: ${name}\n`;
  const shown = app ? rows.filter(({ pid }) => pid === app.pid) : rows;
  const total = shown.reduce((sum, { memoryKb }) => sum + memoryKb, 0);
  const uptime = Math.round((await system.uptimeS()) * 1000);
  const head = `Applications Memory Usage (in Kilobytes):\nUptime: ${uptime} Realtime: ${uptime}\n\n`;
  if (app) {
    return `${head}** MEMINFO in pid ${app.pid} [${app.packageName}] **\n\n App Summary\n           TOTAL PSS: ${String(total).padStart(8)}            TOTAL RSS: ${String(total).padStart(8)}\n`;
  }
  const lines = shown
    .toSorted((a, b) => b.memoryKb - a.memoryKb)
    .map(({ memoryKb, name: process_, pid }) => `${kb(memoryKb).padStart(12)}: ${process_} (pid ${pid})\n`);
  return `${head}Total PSS by process:\n${lines.join("")}\nTotal PSS: ${kb(total)}\n`;
}

/** Processor time by process since each began. */
export async function cpuDump(process: Process): Promise<string> {
  const uptimeMs = Math.max(1, (await process.system.uptimeS()) * 1000);
  const rows = (await processRows(process)).toSorted((a, b) => b.busyMs - a.busyMs);
  const percent = (ms: number) => `${((100 * ms) / uptimeMs).toFixed(1)}%`;
  const lines = rows.map(
    ({ busyMs, pid, name }) => `  ${percent(busyMs)} ${pid}/${name}: ${percent(busyMs)} user + 0% kernel\n`,
  );
  const total = rows.reduce((sum, { busyMs }) => sum + busyMs, 0);
  return `Load: 0.0 / 0.0 / 0.0\nCPU usage from ${Math.round(uptimeMs)}ms to 0ms ago:\n${lines.join("")}${percent(total)} TOTAL: ${percent(total)} user + 0% kernel\n`;
}
