import { AppProcesses, SYSTEM_PROCESSES, userNameOf, type AppProcess } from "./app-processes.ts";
import type { Clock } from "./clock.ts";
import type { LogBuffers, LogPriority } from "./log-buffer.ts";
import type { SystemUi } from "./system-ui.ts";

/** Watches the screen's apps: assigns process ids, and logs starts, first frames and ends. */
export class ActivityLog {
  readonly processes: AppProcesses;
  readonly #ui: SystemUi;
  readonly #log: LogBuffers;
  readonly #clock: Clock;
  readonly #stops: (() => void)[] = [];
  #front: string;
  #stopped = false;

  constructor(ui: SystemUi, log: LogBuffers, clock: Clock) {
    this.#clock = clock;
    this.#ui = ui;
    this.#log = log;
    const home = ui.activities.foreground();
    this.#front = home.packageName;
    this.processes = new AppProcesses(home, clock);
    this.#begun(this.processes.update(ui.activities).begun);
    this.#stops.push(
      ui.activities.onChange(() => this.#update()),
      ui.settings.onChange(({ namespace, key, value }) =>
        this.write("D", "SettingsProvider", `put ${namespace}/${key}=${value ?? "null"} by user 0`),
      ),
    );
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
  }

  /** Writes to the buffer `system` with the system process's id. */
  write(priority: LogPriority, tag: string, message: string): void {
    this.#log.write({ buffer: "system", priority, tag, message, pid: SYSTEM_PROCESSES.systemServer.pid });
  }

  /** Logs an app that threw and was ended (AOSP RuntimeInit.java and AppErrors.java). */
  crashed(packageName: string, error: unknown): void {
    const process = this.processes.find(packageName);
    const pid = process?.pid ?? 0;
    this.#runtimeError(`FATAL EXCEPTION: main\nProcess: ${packageName}, PID: ${pid}`, error, pid, process?.userId ?? 0);
    this.write("W", "ActivityTaskManager", `  Force finishing activity ${process?.component ?? packageName}`);
    this.#event("am_crash", pid, 0, packageName, 0, error instanceof Error ? error.message : String(error));
  }

  /** Logs an uncaught error that ended nothing, formatted like a crash of the system's own process. */
  failed(error: unknown): void {
    this.#runtimeError("*** EXCEPTION IN SYSTEM PROCESS: main", error, SYSTEM_PROCESSES.systemServer.pid, 1000);
  }

  #runtimeError(heading: string, error: unknown, pid: number, uid: number): void {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const message = `${heading}\n${trace}`;
    this.#log.write({ buffer: "crash", priority: "E", tag: "AndroidRuntime", message, pid, uid });
  }

  #event(tag: string, ...values: (string | number)[]): void {
    const { pid } = SYSTEM_PROCESSES.systemServer;
    this.#log.write({ buffer: "events", priority: "I", tag, message: `[${values.join(",")}]`, pid });
  }

  #update(): void {
    const { begun, ended } = this.processes.update(this.#ui.activities);
    for (const process of ended) this.#ended(process);
    this.#begun(begun);
    const { packageName, component } = this.#ui.activities.foreground();
    if (packageName === this.#front) return;
    this.#front = packageName;
    this.write(
      "I",
      "ActivityTaskManager",
      `START u0 {act=android.intent.action.MAIN flg=0x10000000 cmp=${component}} with LAUNCH_MULTIPLE from uid 1000`,
    );
    const startMs = this.#clock.elapsedMs();
    // The first frame is drawn after the current call has returned.
    setImmediate(() => this.#displayed(packageName, component, startMs));
  }

  #displayed(packageName: string, component: string, startMs: number): void {
    if (this.#stopped || this.#front !== packageName) return;
    this.#ui.nodes();
    const tookMs = Math.max(1, Math.round(this.#clock.elapsedMs() - startMs));
    this.write("I", "ActivityTaskManager", `Displayed ${component} for user 0: +${tookMs}ms`);
    this.#event("wm_activity_launch_time", 0, this.processes.find(packageName)?.pid ?? 0, component, tookMs);
  }

  #begun(processes: readonly AppProcess[]): void {
    for (const { pid, userId, packageName, component } of processes) {
      const user = userNameOf(userId).replace("_", "");
      this.write(
        "I",
        "ActivityManager",
        `Start proc ${pid}:${packageName}/${user} for next-top-activity {${component}}`,
      );
      this.#event("am_proc_start", 0, pid, userId, packageName, "next-top-activity", `{${component}}`);
    }
  }

  #ended({ pid, userId, packageName }: AppProcess): void {
    const user = userNameOf(userId).replace("_", "");
    this.write("I", "ActivityManager", `Killing ${pid}:${packageName}/${user} (adj 0): stop ${packageName}`);
    this.#event("am_kill", 0, pid, packageName, 0, `stop ${packageName}`);
  }
}
