import { cutText } from "@terrarium/bounds/cut-text";
import type { AndroidActivity, AndroidApp, AndroidPackage, AndroidPackageSummary } from "@terrarium/contract/box-apps";
import { APP_INSTALL_TIMEOUT_MS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { DeviceSession } from "../device/device-session.ts";
import { shellQuote } from "../device/shell-quote.ts";
import { parseActivities, parseComponents, parsePackageDump, parsePackages } from "./package-dump.ts";

const LAUNCHED = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
const DUMP_LINES = "dumpsys package | grep -E '^ +(Package \\[|versionName=|lastUpdateTime=)'";
const START_TIMEOUT_MS = 45_000;

/** Returns a command's output, followed by its errors. Rejects like DeviceSession.run. */
async function ask(session: DeviceSession, line: string, timeoutMs?: number): Promise<string> {
  const { stdout, stderr } = await session.run(line, timeoutMs === undefined ? {} : { timeoutMs });
  return Buffer.concat([stdout, stderr]).toString();
}

/** Returns the apps of the launcher. */
export const listLaunched = async (session: DeviceSession): Promise<AndroidApp[]> =>
  parseComponents(await ask(session, `cmd package query-activities --brief --components ${LAUNCHED}`));

export async function listSummaries(session: DeviceSession): Promise<AndroidPackageSummary[]> {
  const [files, thirdParty] = await Promise.all([
    ask(session, "pm list packages -f"),
    ask(session, "pm list packages -3"),
  ]);
  return parsePackages(files, thirdParty);
}

/** Returns the names of packages with a running process. */
export async function listRunning(session: DeviceSession): Promise<ReadonlySet<string>> {
  const names = (await ask(session, "ps -A -o NAME")).split("\n");
  return new Set(names.map((name) => name.trim().split(":", 1)[0] ?? ""));
}

export async function listPackages(session: DeviceSession): Promise<AndroidPackage[]> {
  const [summaries, running, dump] = await Promise.all([
    listSummaries(session),
    listRunning(session),
    ask(session, DUMP_LINES),
  ]);
  const known = parsePackageDump(dump);
  return summaries.map((summary) => ({
    ...summary,
    name: summary.packageName,
    version: known.get(summary.packageName)?.version ?? "",
    isRunning: running.has(summary.packageName),
  }));
}

export async function listActivities(session: DeviceSession, packageName: string): Promise<AndroidActivity[]> {
  return parseActivities(await ask(session, `dumpsys package ${packageName}`), packageName);
}

/** Returns the last installed or updated package. */
export async function newestPackage(session: DeviceSession): Promise<string | undefined> {
  const known = [...parsePackageDump(await ask(session, DUMP_LINES))];
  return known.toSorted(([, a], [, b]) => b.updatedAt.localeCompare(a.updatedAt))[0]?.[0];
}

/** Opens an app, after ending it if requested, and resolves when it is visible. Throws app_refused. */
export async function start(
  session: DeviceSession,
  packageName: string,
  { activityName, anew }: { activityName?: string | undefined; anew: boolean },
): Promise<void> {
  const activity = activityName ?? (await launcherActivity(session, packageName));
  const component = shellQuote(`${packageName}/${activity}`);
  const output = await ask(session, `am start ${anew ? "-S " : ""}-W -n ${component}`, START_TIMEOUT_MS);
  const [, error] = /^Error: (.*)$/m.exec(output) ?? /^(?:java\.lang\.)?(\w*Exception.*)$/m.exec(output) ?? [];
  if (error !== undefined)
    throw new AppError("app_refused", { action: "open", packageName, detail: cutText(error, 500) });
}

async function launcherActivity(session: DeviceSession, packageName: string): Promise<string> {
  const query = `cmd package resolve-activity --brief -c android.intent.category.LAUNCHER ${packageName}`;
  const app = parseComponents(await ask(session, query)).find((each) => each.packageName === packageName);
  if (app) return app.activityName;
  const detail = "it has nothing that its icon would open; name one of its activities as activityName";
  throw new AppError("app_refused", { action: "open", packageName, detail });
}

export const stop = async (session: DeviceSession, packageNames: readonly string[]): Promise<void> =>
  void (await session.run(packageNames.map((name) => `am force-stop ${name}`).join("; ") || "true"));

/**
 * Installs an app from one or several APKs on the device, also over an earlier version. Several use one session (AOSP
 * PackageManagerShellCommand: install-create, install-write, install-commit), like `adb install-multiple`. Throws
 * app_refused as `change` does.
 */
export async function install(session: DeviceSession, files: readonly string[], name: string): Promise<void> {
  const [file = "", ...others] = files;
  if (others.length === 0) return change(session, `pm install -r -t ${file}`, name, APP_INSTALL_TIMEOUT_MS);
  const created = await ask(session, "pm install-create -r -t");
  const [, id] = /Success: created install session \[(\d+)\]/.exec(created) ?? [];
  if (id === undefined) throw refused("install", name, created);
  try {
    for (const each of files) {
      const line = `pm install-write ${id} ${each.slice(each.lastIndexOf("/") + 1)} ${each}`;
      await change(session, line, name, APP_INSTALL_TIMEOUT_MS);
    }
    await change(session, `pm install-commit ${id}`, name, APP_INSTALL_TIMEOUT_MS);
  } catch (error) {
    await session.run(`pm install-abandon ${id}`);
    throw error;
  }
}

/**
 * Runs a step of `pm install` or `pm uninstall`. Throws app_refused with Android's error name, as in `Failure
 * [INSTALL_FAILED_OLDER_SDK]`.
 */
export async function change(session: DeviceSession, line: string, packageName: string, timeoutMs: number) {
  const output = await ask(session, line, timeoutMs);
  if (/^Success/m.test(output)) return;
  throw refused(line.startsWith("pm uninstall") ? "uninstall" : "install", packageName, output);
}

function refused(action: "install" | "uninstall", packageName: string, output: string): AppError {
  const [, reason] = /^Failure \[(.*)\]/m.exec(output) ?? [];
  const detail = cutText(reason ?? output.trim(), 500) || "it does not say why";
  return new AppError("app_refused", { action, packageName, detail });
}
