import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import type { App } from "../../services/app.ts";
import { firstLayout, fitLayout, homeLayoutSchema, type HomeLayout } from "./home-layout.ts";

/** The user's arrangement of the home screen, kept over restarts. */
export class HomeStore {
  readonly #file: JsonFile<HomeLayout>;
  readonly #listeners = new Set<() => void>();
  #layout: HomeLayout;

  constructor(apps: readonly App[], dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(dataDir, "system", "home.json"), homeLayoutSchema, log);
    const stored = this.#file.read();
    this.#layout = stored
      ? fitLayout(
          stored,
          apps.map((app) => app.packageName),
        )
      : firstLayout(apps);
  }

  readonly get = (): HomeLayout => this.#layout;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(layout: HomeLayout): void {
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#file.write(layout);
    for (const listener of this.#listeners) listener();
  }
}
