import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "@terrarium/device-control/adb/commands";
import { shellQuote } from "@terrarium/device-control/device/shell-quote";
import type { Adb } from "@yume-chan/adb";
import type { PhoneBaseline } from "./phone-store.ts";

/** Clearing an app takes seconds on a slow phone. */
const COMMAND_TIMEOUT_MS = 120_000;
/** More packages than a phone has. The last user may have replaced the phone's commands, so their output is limited. */
const PACKAGES_MAX = 2_000;
const ANSWER_BYTES_MAX = 1_048_576;
const TOLD_LEFT_MAX = 10;
/** A process that the system restarts, or that leaves another process behind, is killed again. */
const PROCESS_ROUNDS = 20;
const PROCESS_PAUSE_MS = 50;
const NAMESPACES = ["system", "secure", "global"] as const;
/** Packages with data that must stay: clearing them would cost the phone its debug bridge or its screen. */
const NEVER_CLEARED: ReadonlySet<string> = new Set([
  "android",
  "com.android.shell",
  "com.android.systemui",
  "com.android.providers.settings",
]);
/**
 * Settings that are not restored: they change by themselves (counters, times) or determine how the phone is reached.
 */
const OWN_SETTINGS = /^(adb_|boot_count|development_settings_enabled|.*_(time|timestamp|count|id)$|wifi_|bluetooth_)/;

/** Folders that apps expect (AOSP android.os.Environment.STANDARD_DIRECTORIES). */
const STANDARD_FOLDERS = [
  "Alarms",
  "Audiobooks",
  "DCIM",
  "Documents",
  "Download",
  "Movies",
  "Music",
  "Notifications",
  "Pictures",
  "Podcasts",
  "Recordings",
  "Ringtones",
];

const LIST_PACKAGES = "pm list packages";
/**
 * Prints the process ids of the shell and of its parent, the ADB daemon, then the processes of the shell's user.
 * Selects by real user: programs can hide their effective user by not being dumpable (toybox `ps`, prctl
 * PR_SET_DUMPABLE). The `ps` of Android 7 ignores options and prints all processes.
 */
const LIST_PROCESSES = "echo $$ $PPID; ps -U shell -o PID,PPID,S,NAME; ps";
/**
 * A line of the requested format, or of Android 7's: the user's name in front and four more columns. The process
 * chooses its own name.
 */
const PROCESS_LINE = /^(?:shell)?\s*(\d+)\s+(\d+)(?:(?:\s+\S+){4})??\s+([A-Z])\s+(.*)/;
const LINE_CHARS_MAX = 200;
const COUNT_ACCOUNTS = "dumpsys account | grep -c 'Account {'; true";

async function ask(adb: Adb, command: string): Promise<string> {
  const { stdout } = await runCommand(adb, command, COMMAND_TIMEOUT_MS);
  if (stdout.length > ANSWER_BYTES_MAX) throw new Error(`"${command.split(" ", 2).join(" ")}" prints too much`);
  return Buffer.from(stdout).toString();
}

/** Reads the packages, settings and number of accounts that the phone has now. */
export async function readBaseline(adb: Adb): Promise<PhoneBaseline> {
  const settings: PhoneBaseline["settings"] = {};
  for (const namespace of NAMESPACES) settings[namespace] = readSettings(await ask(adb, `settings list ${namespace}`));
  return {
    packages: await listPackages(adb),
    settings,
    accounts: await countAccounts(adb),
  };
}

async function listPackages(adb: Adb): Promise<string[]> {
  const names = readPackages(await ask(adb, LIST_PACKAGES));
  if (names.length > PACKAGES_MAX) throw new Error(`it lists more than ${PACKAGES_MAX} apps`);
  return names;
}

async function countAccounts(adb: Adb): Promise<number> {
  const printed = (await ask(adb, COUNT_ACCOUNTS)).trim();
  if (!/^\d{1,6}$/.test(printed)) throw new Error("it does not report its number of accounts");
  return Number(printed);
}

/**
 * Removes everything that a user left: processes, apps beyond the baseline, data of the other apps, files, settings,
 * `wm` overrides and the log. Rejects with an Error that names the remains. This is hygiene, not isolation: the last
 * user may have left something that a shell cannot see.
 */
export async function cleanPhone(adb: Adb, baseline: PhoneBaseline): Promise<void> {
  const [running] = await endProcesses(adb);
  if (running !== undefined) throw new Error(running);
  const had = new Set(baseline.packages);
  for (const name of await listPackages(adb)) if (!had.has(name)) await ask(adb, `pm uninstall ${shellQuote(name)}`);
  const cleared = baseline.packages.filter((name) => !NEVER_CLEARED.has(name));
  await ask(adb, cleared.map((name) => `pm clear ${shellQuote(name)}`).join("; "));
  await ask(adb, "wm size reset; wm density reset; wm user-rotation free");
  await putSettingsBack(adb, baseline);
  await ask(adb, "input keyevent KEYCODE_HOME; logcat -b all -c");
  await ask(adb, "rm -rf /data/local/tmp/* /data/local/tmp/.[!.]* /sdcard/* /sdcard/.[!.]*");
  await ask(adb, `mkdir -p ${STANDARD_FOLDERS.map((name) => `/sdcard/${name}`).join(" ")}`);
  await verify(adb, baseline);
}

/**
 * Kills all processes of the shell's user, except the ADB daemon. Resolves with a sentence for each process that is
 * left.
 */
async function endProcesses(adb: Adb): Promise<string[]> {
  for (let round = 1; ; round++) {
    const left = readProcesses(await ask(adb, LIST_PROCESSES));
    if (left.length === 0) return [];
    if (round > PROCESS_ROUNDS) return left.map(({ pid, name }) => `the process ${name} (${pid}) cannot be ended`);
    await ask(adb, `kill -9 ${left.map(({ pid }) => pid).join(" ")}`);
    await sleep(PROCESS_PAUSE_MS);
  }
}

async function putSettingsBack(adb: Adb, baseline: PhoneBaseline): Promise<void> {
  for (const namespace of NAMESPACES) {
    const before = baseline.settings[namespace] ?? {};
    const now = readSettings(await ask(adb, `settings list ${namespace}`));
    const changed = Object.entries(before).filter(([key, value]) => now[key] !== value);
    const added = Object.keys(now).filter((key) => !(key in before));
    const commands = [
      ...changed.map(([key, value]) => `settings put ${namespace} ${shellQuote(key)} ${shellQuote(value)}`),
      ...added.map((key) => `settings delete ${namespace} ${shellQuote(key)}`),
    ];
    if (commands.length > 0) await ask(adb, commands.join("; "));
  }
}

async function verify(adb: Adb, baseline: PhoneBaseline): Promise<void> {
  const now = await readBaseline(adb);
  const had = new Set(baseline.packages);
  const has = new Set(now.packages);
  const left = [
    ...(await endProcesses(adb)),
    ...now.packages.filter((name) => !had.has(name)).map((name) => `the app ${name} cannot be uninstalled`),
    ...baseline.packages.filter((name) => !has.has(name)).map((name) => `its app ${name} is gone`),
  ];
  if (now.accounts > baseline.accounts) left.push("an account is left on it: remove it by hand");
  const size = await ask(adb, "wm size");
  if (size.includes("Override")) left.push("its size cannot be reset");
  const files = await ask(
    adb,
    "find /data/local/tmp /sdcard -type f 2>/dev/null | grep -v '^/sdcard/Android/' | head -n 3",
  );
  if (files.trim() !== "") left.push(`files are left: ${files.trim().replaceAll("\n", ", ")}`);
  const more = left.length > TOLD_LEFT_MAX ? [`${left.length - TOLD_LEFT_MAX} more`] : [];
  if (left.length > 0) throw new Error([...left.slice(0, TOLD_LEFT_MAX), ...more].join("; "));
}

const readPackages = (printed: string): string[] =>
  printed
    .split("\n")
    .filter((line) => line.startsWith("package:"))
    .map((line) => line.slice("package:".length).trim())
    .toSorted();

/** Parses the output of LIST_PROCESSES. Omits the processes of the listing itself and those that have ended. */
function readProcesses(printed: string): { pid: string; name: string }[] {
  const [own = "", ...lines] = printed.split("\n");
  const [shell, bridge] = own.trim().split(" ");
  if (shell === undefined || !bridge) throw new Error("it does not list its processes");
  const listed = lines.flatMap((line) => {
    const [, pid = "", parent, state, name = ""] = PROCESS_LINE.exec(line.slice(0, LINE_CHARS_MAX).trimEnd()) ?? [];
    const isOwn = pid === shell || parent === shell || pid === bridge;
    return pid === "" || isOwn || state === "Z" ? [] : [[pid, name] as const];
  });
  return [...new Map(listed)].map(([pid, name]) => ({ pid, name }));
}

/** Parses lines of key=value. Omits values of several lines and settings that are not restored. */
function readSettings(printed: string): Record<string, string> {
  const pairs = printed.split("\n").flatMap((line): [string, string][] => {
    const [, key, value] = /^([\w.:-]+)=(.*)$/.exec(line.trimEnd()) ?? [];
    return key === undefined || value === undefined || OWN_SETTINGS.test(key) ? [] : [[key, value]];
  });
  return Object.fromEntries(pairs);
}
