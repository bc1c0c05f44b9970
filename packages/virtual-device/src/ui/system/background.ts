import { apps } from "../../apps/apps.ts";
import type { SystemServices } from "./services.ts";

/** What apps do without a window. One that was stopped by force does nothing, as on Android, until it is started. */
export class Background {
  readonly #services: () => SystemServices;
  readonly #stops = new Map<string, () => void>();

  constructor(services: () => SystemServices) {
    this.#services = services;
  }

  startAll(): void {
    for (const { packageName } of apps) this.start(packageName);
  }

  /** Begins what the app does there, unless it does already. */
  start(packageName: string): void {
    if (this.#stops.has(packageName)) return;
    // What begins may bring its own app to the front.
    this.#stops.set(packageName, () => undefined);
    const stop = apps.find((app) => app.packageName === packageName)?.startBackground?.(this.#services());
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
