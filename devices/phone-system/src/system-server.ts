import { ActivityLog } from "./activity-log.ts";
import { batteryFields, batteryKey } from "./battery.ts";
import { logBufferNames, LogBuffers } from "./log-buffer.ts";
import type { SystemProperties } from "./properties.ts";
import type { SystemUi } from "./system-ui.ts";

/** The system was asked for something while it is not there, as between the two halves of a reboot. */
class SystemNotRunningError extends Error {
  override readonly name = "SystemNotRunningError";

  constructor() {
    super("the system is not running");
  }
}

/**
 * The part of the device that a reboot starts anew: the screen with its apps, the log and the properties. Everything
 * else asks it for the screen each time, as it is another one after a restart.
 */
export class SystemServer {
  readonly log = new LogBuffers();
  readonly properties: SystemProperties;
  readonly #createUi: () => Promise<SystemUi>;
  #running: { ui: SystemUi; activityLog: ActivityLog } | undefined;
  #startedMs = Date.now();
  /** The last change that was asked for; the next one begins after it. */
  #changed: Promise<void> = Promise.resolve();
  #rebooting: Promise<void> | undefined;

  constructor(properties: SystemProperties, createUi: () => Promise<SystemUi>) {
    this.properties = properties;
    this.#createUi = createUi;
  }

  /** Throws SystemNotRunningError between a stop and the next start. */
  get ui(): SystemUi {
    return this.#now.ui;
  }

  /** Writes to the log that an app threw. */
  reportCrash(packageName: string, error: unknown): void {
    this.#running?.activityLog.crashed(packageName, error);
  }

  /** Writes to the log that nobody took an error, of which it is not known whose it was. */
  reportError(error: unknown): void {
    this.#running?.activityLog.failed(error);
  }

  get activityLog(): ActivityLog {
    return this.#now.activityLog;
  }

  /** When the device last booted, as epoch ms. */
  get startedMs(): number {
    return this.#startedMs;
  }

  /** Resolves when the home screen is there and `sys.boot_completed` is 1. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  /** Ends the screen and the apps. What they keep is on the disk. */
  stop(): Promise<void> {
    return this.#inTurn(async () => this.#stop());
  }

  /** Starts everything anew, as when the device was just switched on. A reboot that waits is the same for all who ask. */
  reboot(): Promise<void> {
    this.#rebooting ??= this.#inTurn(() => this.#reboot()).finally(() => (this.#rebooting = undefined));
    return this.#rebooting;
  }

  /** One change after another: two starts at once would make two screens. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    // What failed before was its own caller's to report.
    const changed = this.#changed.catch(() => undefined).then(change);
    this.#changed = changed;
    return changed;
  }

  async #start(): Promise<void> {
    if (this.#running) return;
    const ui = await this.#createUi();
    for (const field of batteryFields) ui.settings.delete("global", batteryKey(field));
    this.#running = { ui, activityLog: new ActivityLog(ui, this.log) };
    this.#keepLocale(ui);
    this.properties.setFromSystem("init.svc.bootanim", "stopped");
    this.properties.setFromSystem("service.bootanim.exit", "1");
    this.properties.setFromSystem("dev.bootcomplete", "1");
    this.properties.setFromSystem("sys.boot_completed", "1");
    this.activityLog.write("I", "ActivityManager", "System now ready");
  }

  /** The property follows the setting, where Android's scripts look for the language. */
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
    this.log.clear(logBufferNames);
    this.#startedMs = Date.now();
    await this.#start();
  }

  get #now() {
    if (!this.#running) throw new SystemNotRunningError();
    return this.#running;
  }
}
