import { ActivityLog } from "./activity-log.ts";
import { batteryFields, batteryKey } from "./battery.ts";
import type { Clock } from "./clock.ts";
import { LOG_BUFFER_NAMES, LogBuffers } from "./log-buffer.ts";
import type { SystemProperties } from "./properties.ts";
import type { Random } from "./random.ts";
import type { SystemUi } from "./system-ui.ts";

/** Error of a call while the system is down, such as in the middle of a reboot. */
class SystemNotRunningError extends Error {
  override readonly name = "SystemNotRunningError";

  constructor() {
    super("the system is not running");
  }
}

/**
 * The part of the device that a reboot restarts: the screen with its apps, the log and the properties. Callers must get
 * the screen from here each time, because a restart replaces it.
 */
export class SystemServer {
  readonly log: LogBuffers;
  readonly clock: Clock;
  readonly random: Random;
  readonly properties: SystemProperties;
  readonly #createUi: () => Promise<SystemUi>;
  #running: { ui: SystemUi; activityLog: ActivityLog } | undefined;
  #startedMs: number;
  /** The last requested change; the next one starts after it. */
  #changed: Promise<void> = Promise.resolve();
  #rebooting: Promise<void> | undefined;

  constructor(
    properties: SystemProperties,
    { clock, random }: { clock: Clock; random: Random },
    createUi: () => Promise<SystemUi>,
  ) {
    this.clock = clock;
    this.random = random;
    this.log = new LogBuffers(clock);
    this.#startedMs = clock.nowMs();
    this.properties = properties;
    this.#createUi = createUi;
  }

  /** Returns the current user interface. Throws SystemNotRunningError between a stop and the next start. */
  get ui(): SystemUi {
    return this.#now.ui;
  }

  /** Logs an app's crash. */
  reportCrash(packageName: string, error: unknown): void {
    this.#running?.activityLog.crashed(packageName, error);
  }

  /** Logs an uncaught error of unknown origin. */
  reportError(error: unknown): void {
    this.#running?.activityLog.failed(error);
  }

  get activityLog(): ActivityLog {
    return this.#now.activityLog;
  }

  /** Time of the last boot, in epoch milliseconds. */
  get startedMs(): number {
    return this.#startedMs;
  }

  /** Resolves when the home screen is ready and `sys.boot_completed` is 1. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  /** Ends the screen and the apps. Their data stays on disk. */
  stop(): Promise<void> {
    return this.#inTurn(async () => this.#stop());
  }

  /** Restarts everything, like switching the device on. A pending reboot is shared by all callers. */
  reboot(): Promise<void> {
    this.#rebooting ??= this.#inTurn(() => this.#reboot()).finally(() => (this.#rebooting = undefined));
    return this.#rebooting;
  }

  /** Runs changes in order: two concurrent starts would create two screens. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    // An earlier failure was reported to its own caller.
    const changed = this.#changed.catch(() => undefined).then(change);
    this.#changed = changed;
    return changed;
  }

  async #start(): Promise<void> {
    if (this.#running) return;
    const ui = await this.#createUi();
    for (const field of batteryFields) ui.settings.delete("global", batteryKey(field));
    this.#running = { ui, activityLog: new ActivityLog(ui, this.log, this.clock) };
    this.#keepLocale(ui);
    this.properties.setFromSystem("init.svc.bootanim", "stopped");
    this.properties.setFromSystem("service.bootanim.exit", "1");
    this.properties.setFromSystem("dev.bootcomplete", "1");
    this.properties.setFromSystem("sys.boot_completed", "1");
    this.activityLog.write("I", "ActivityManager", "System now ready");
  }

  /** Copies the language setting to the property that Android's scripts read. */
  #keepLocale({ settings }: SystemUi): void {
    const keep = () => {
      this.properties.setFromSystem("persist.sys.locale", settings.get("system", "system_locales") ?? "en-US");
    };
    keep();
    settings.onChange(({ key }) => key === "system_locales" && keep());
  }

  #stop(): void {
    const running = this.#running;
    this.#running = undefined;
    this.properties.setFromSystem("sys.boot_completed", "0");
    running?.activityLog.stop();
    running?.ui.dispose();
  }

  async #reboot(): Promise<void> {
    this.#stop();
    this.properties.reset();
    this.log.clear(LOG_BUFFER_NAMES);
    this.#startedMs = this.clock.nowMs();
    await this.#start();
  }

  get #now() {
    if (!this.#running) throw new SystemNotRunningError();
    return this.#running;
  }
}
