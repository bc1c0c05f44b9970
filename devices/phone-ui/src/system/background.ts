import type { App } from "../services/app.ts";
import type { SystemServices } from "../services/app.ts";

/** Work of apps without a window. As on Android, an app stopped by force does no work until it is started again. */
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

  /** Starts the app's background work unless it is running. */
  start(packageName: string): void {
    if (this.#stops.has(packageName)) return;
    // Marked as running first, because the work may start its own app.
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
