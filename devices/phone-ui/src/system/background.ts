import type { App } from "../services/app.ts";
import type { SystemServices } from "../services/services.ts";

/** What apps do without a window. One that was stopped by force does nothing, as on Android, until it is started. */
export class Background {
  readonly #apps: readonly App[];
  readonly #services: () => SystemServices;
  readonly #stops = new Map<string, () => void>();

  constructor(apps: readonly App[], services: () => SystemServices) {
    this.#apps = apps;
    this.#services = services;
  }

  startAll(): void {
    for (const { packageName } of this.#apps) this.start(packageName);
  }

  /** Begins what the app does there, unless it does already. */
  start(packageName: string): void {
    if (this.#stops.has(packageName)) return;
    // What begins may bring its own app to the front.
    this.#stops.set(packageName, () => undefined);
    const stop = this.#apps.find((app) => app.packageName === packageName)?.startBackground?.(this.#services());
    if (stop) this.#stops.set(packageName, stop);
  }

  stop(packageName: string): void {
    this.#stops.get(packageName)?.();
    this.#stops.delete(packageName);
    const services = this.#services();
    for (const each of services.store.get().notifications) {
      if (each.packageName === packageName) services.cancelNotification(packageName, each.id);
    }
  }

  dispose(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }
}
