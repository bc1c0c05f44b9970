import type { Process } from "@terrarium/phone-shell/process";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { SYSTEM_PROCESSES } from "@terrarium/phone-system/app-processes";
import { POWER_SOURCES, powerSource, readBattery } from "@terrarium/phone-system/battery";
import { SETTING_NAMESPACES } from "@terrarium/phone-system/device-settings";

/** `dumpsys power`: `mWakefulness` and the lock screen. */
export async function powerDump(system: SystemCalls): Promise<string> {
  const { awake, locked } = await system.power();
  const timeoutMs = (await system.getSetting("system", "screen_off_timeout")) ?? "0";
  const stayOn = (await system.getSetting("global", "stay_on_while_plugged_in")) ?? "0";
  const source = powerSource(await readBattery(system));
  const plugged = source === undefined ? 0 : POWER_SOURCES[source];
  return `POWER MANAGER (dumpsys power)

Power Manager State:
  mWakefulness=${awake ? "Awake" : "Asleep"}
  mWakefulnessChanging=false
  mIsPowered=${plugged !== 0}
  mPlugType=${plugged}
  mBatteryLevel=${(await readBattery(system)).level}
  mStayOn=${timeoutMs === "0" || (Number(stayOn) & plugged) !== 0}
  mProximityPositive=false
  mBootCompleted=${(await system.getProperty("sys.boot_completed")) === "1"}
  mSystemReady=true
  mWakeLockSummary=0x0
  mUserActivitySummary=0x${awake ? 1 : 0}
  mHoldingWakeLockSuspendBlocker=false
  mHoldingDisplaySuspendBlocker=${awake}

Settings and Configuration:
  mStayOnWhilePluggedInSetting=${stayOn}
  mScreenOffTimeoutSetting=${timeoutMs}
  mScreenBrightnessModeSetting=0
  mUserActivityTimeoutOverrideFromWindowManager=-1

Battery Saver is currently: ${((await system.getSetting("global", "low_power")) ?? "0") === "0" ? "OFF" : "ON"}
Display Power: state=${awake ? "ON" : "OFF"}
Wake Locks: size=0
Keyguard showing: ${locked}
`;
}

/** `dumpsys settings`: all tables. */
export async function settingsDump(system: SystemCalls): Promise<string> {
  const sections = SETTING_NAMESPACES.toSorted().map(async (namespace) => {
    const rows = await system.listSettings(namespace);
    const lines = rows.map(([name, value], i) => `_id:${i + 1} name:${name} pkg:android value:${value}\n`);
    return `${namespace.toUpperCase()} SETTINGS (user 0)\n${lines.join("")}`;
  });
  return (await Promise.all(sections)).join("\n");
}

const kibibytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString("en-US")}K`;

/** `dumpsys meminfo`: one accurate figure, because the system and its apps are one process of the host. */
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
    return `${head}** MEMINFO in pid ${app.pid} [${app.packageName}] **\n                   Pss      Rss\n                 Total    Total\n                ------   ------\n        TOTAL ${String(total).padStart(8)} ${String(total).padStart(8)}\n\n App Summary ${shared}\n           TOTAL PSS: ${String(total).padStart(8)}            TOTAL RSS: ${String(total).padStart(8)}\n`;
  }
  const { pid } = SYSTEM_PROCESSES.systemServer;
  return `${head}Total PSS by process:\n${kibibytes(memoryBytes).padStart(12)}: system_server (pid ${pid}) ${shared}\n\nTotal PSS: ${kibibytes(memoryBytes)}\n`;
}

/** `dumpsys cpuinfo`: processor time since the start, of the system with its apps and of the shell's processes. */
export async function cpuDump({ system, processes }: Process): Promise<string> {
  const uptimeMs = Math.max(1, (await system.uptimeS()) * 1000);
  const { busyMs } = await system.usage();
  const rows = [
    { pid: SYSTEM_PROCESSES.systemServer.pid, name: "system_server", busyMs },
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
