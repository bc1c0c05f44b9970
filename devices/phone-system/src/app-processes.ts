import type { Activities, InstalledApp } from "./system-ui.ts";

/** The system's own processes, with the numbers they have on every start. */
export const systemProcesses = {
  init: { pid: 1, parentPid: 0, userId: 0, userName: "root", name: "init" },
  logd: { pid: 142, parentPid: 1, userId: 1036, userName: "logd", name: "logd" },
  adbd: { pid: 230, parentPid: 1, userId: 2000, userName: "shell", name: "adbd" },
  zygote: { pid: 203, parentPid: 1, userId: 0, userName: "root", name: "zygote64" },
  systemServer: { pid: 412, parentPid: 203, userId: 1000, userName: "system", name: "system_server" },
} as const;

/** AOSP Process.java, FIRST_APPLICATION_UID; each app has a user of its own. */
const firstAppUserId = 10_000;
const firstAppNumber = 80;
const firstAppPid = 1_500;

export interface AppProcess {
  packageName: string;
  component: string;
  pid: number;
  userId: number;
  /** Epoch ms. */
  startedAtMs: number;
}

/** The user number of an app, from its place among the installed ones. */
export function appUserId(activities: Activities, packageName: string): number {
  const index = activities.list().findIndex((app) => app.packageName === packageName);
  return firstAppUserId + firstAppNumber + Math.max(0, index);
}

/** `10085` → `u0_a85`, as AOSP UserHandle.formatUid. */
export function userNameOf(userId: number): string {
  return userId >= firstAppUserId ? `u0_a${userId - firstAppUserId}` : (systemUsers.get(userId) ?? String(userId));
}

const systemUsers = new Map(
  Object.values(systemProcesses).map(({ userId, userName }): [number, string] => [userId, userName]),
);

/** Gives each app that runs a process number, from its start to its end. */
export class AppProcesses {
  readonly home: InstalledApp;
  readonly #running = new Map<string, AppProcess>();
  #nextPid = firstAppPid;

  /** The home screen runs from start to end. */
  constructor(home: InstalledApp) {
    this.home = home;
  }

  /** The running apps, the earliest first. */
  list(): AppProcess[] {
    return [...this.#running.values()];
  }

  find(packageName: string): AppProcess | undefined {
    return this.#running.get(packageName);
  }

  /** Takes note of what runs now; answers with what has begun and ended since the last time. */
  update(activities: Activities): { begun: AppProcess[]; ended: AppProcess[] } {
    const apps = new Map([this.home, ...activities.running()].map((app) => [app.packageName, app]));
    const ended = this.list().filter(({ packageName }) => !apps.has(packageName));
    for (const { packageName } of ended) this.#running.delete(packageName);
    const begun: AppProcess[] = [];
    for (const { packageName, component } of apps.values()) {
      if (this.#running.has(packageName)) continue;
      const userId = appUserId(activities, packageName);
      const process = { packageName, component, pid: this.#nextPid, userId, startedAtMs: Date.now() };
      // The gaps are where other systems have their threads.
      this.#nextPid += 17;
      this.#running.set(packageName, process);
      begun.push(process);
    }
    return { begun, ended };
  }
}
