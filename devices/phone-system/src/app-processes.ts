import type { Clock } from "./clock.ts";
import type { Activities, InstalledApp } from "./system-ui.ts";

/** The system's own processes, with the same ids at every start. */
export const SYSTEM_PROCESSES = {
  init: { pid: 1, parentPid: 0, userId: 0, userName: "root", name: "init" },
  logd: { pid: 142, parentPid: 1, userId: 1036, userName: "logd", name: "logd" },
  adbd: { pid: 230, parentPid: 1, userId: 2000, userName: "shell", name: "adbd" },
  zygote: { pid: 203, parentPid: 1, userId: 0, userName: "root", name: "zygote64" },
  systemServer: { pid: 412, parentPid: 203, userId: 1000, userName: "system", name: "system_server" },
} as const;

/** AOSP Process.java, FIRST_APPLICATION_UID; each app runs as its own user. */
const FIRST_APP_USER_ID = 10_000;
const FIRST_APP_NUMBER = 80;
const FIRST_APP_PID = 1_500;

export interface AppProcess {
  packageName: string;
  component: string;
  pid: number;
  userId: number;
  /** Start time in epoch milliseconds. */
  startedAtMs: number;
}

/** Returns an app's user id, from its index among the installed apps. */
export function appUserId(activities: Activities, packageName: string): number {
  const index = activities.list().findIndex((app) => app.packageName === packageName);
  return FIRST_APP_USER_ID + FIRST_APP_NUMBER + Math.max(0, index);
}

/** Formats a user id, for example `10085` → `u0_a85`, like AOSP UserHandle.formatUid. */
export function userNameOf(userId: number): string {
  return userId >= FIRST_APP_USER_ID
    ? `u0_a${userId - FIRST_APP_USER_ID}`
    : (systemUsers.get(userId) ?? String(userId));
}

const systemUsers = new Map(
  Object.values(SYSTEM_PROCESSES).map(({ userId, userName }): [number, string] => [userId, userName]),
);

/** Assigns a process id to each running app, from its start to its end. */
export class AppProcesses {
  readonly home: InstalledApp;
  readonly #running = new Map<string, AppProcess>();
  readonly #clock: Pick<Clock, "nowMs">;
  #nextPid = FIRST_APP_PID;

  /** The home screen is always running. */
  constructor(home: InstalledApp, clock: Pick<Clock, "nowMs">) {
    this.#clock = clock;
    this.home = home;
  }

  /** Returns the running apps, earliest first. */
  list(): AppProcess[] {
    return [...this.#running.values()];
  }

  find(packageName: string): AppProcess | undefined {
    return this.#running.get(packageName);
  }

  /** Records the running apps; returns those that started and ended since the last call. */
  update(activities: Activities): { begun: AppProcess[]; ended: AppProcess[] } {
    const apps = new Map([this.home, ...activities.running()].map((app) => [app.packageName, app]));
    const ended = this.list().filter(({ packageName }) => !apps.has(packageName));
    for (const { packageName } of ended) this.#running.delete(packageName);
    const begun: AppProcess[] = [];
    for (const { packageName, component } of apps.values()) {
      if (this.#running.has(packageName)) continue;
      const userId = appUserId(activities, packageName);
      const process = { packageName, component, pid: this.#nextPid, userId, startedAtMs: this.#clock.nowMs() };
      // Leaves gaps, because thread ids take up numbers on other systems.
      this.#nextPid += 17;
      this.#running.set(packageName, process);
      begun.push(process);
    }
    return { begun, ended };
  }
}
