import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import type { Activities, InstalledApp, Intent } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { App, IntentFilter } from "../services/app.ts";
import { localize } from "../services/language.ts";
import { LAUNCHER } from "../services/launcher.ts";
import type { SystemStore } from "../services/system-store.ts";
import type { Background } from "./background.ts";

/** The running apps and the app in front. Starts, switches and stops apps. */
export class TaskStack {
  readonly #apps: readonly App[];
  readonly #stage: Stage;
  readonly #store: SystemStore;

  /** Called before an app leaves the front, while its window still exists. */
  readonly #onLeave: (packageName: string) => void;

  readonly #onStop: (packageName: string) => void;

  readonly #background: Background;

  constructor(options: {
    apps: readonly App[];
    stage: Stage;
    store: SystemStore;
    onLeave: (packageName: string) => void;
    /** Called after an app has stopped. */
    onStop: (packageName: string) => void;
    background: Background;
  }) {
    this.#apps = options.apps;
    this.#background = options.background;
    this.#onStop = options.onStop;
    this.#stage = options.stage;
    this.#store = options.store;
    this.#onLeave = options.onLeave;
  }

  /** Returns the interface for the device's shell and mirror. */
  createActivities(): Activities {
    return {
      list: () => [...this.#apps.map((app) => this.#describe(app)), LAUNCHER],
      start: (packageName) => this.#runStart({ packageName }),
      resolve: (intent) => {
        if (intent.packageName === LAUNCHER.packageName) return LAUNCHER;
        const app = resolve(this.#apps, intent);
        return app && this.#describe(app);
      },
      startIntent: (intent) => this.#runStart(intent),
      running: () => this.#store.get().running.flatMap((name) => this.#describeNamed(name) ?? []),
      stop: (packageName) => this.#stage.run(() => this.stop(packageName)),
      forceStop: (packageName) => this.#stage.run(() => this.forceStop(packageName)),
      foreground: () => this.#describeNamed(this.#store.get().front) ?? LAUNCHER,
      onChange: (listener) => {
        let { front, running } = this.#store.get();
        return this.#store.subscribe(() => {
          const state = this.#store.get();
          if (state.front === front && state.running === running) return;
          ({ front, running } = state);
          listener();
        });
      },
    };
  }

  /** Brings the matching app to the front; returns false if there is none. */
  startIntent(intent: Intent): boolean {
    if (intent.packageName === LAUNCHER.packageName || isHome(intent)) {
      this.goHome();
      return true;
    }
    const app = resolve(this.#apps, intent);
    if (!app) return false;
    const asksMore = intent.action !== undefined || intent.dataUri !== undefined || intent.extras !== undefined;
    if (asksMore && intent.action !== MAIN_ACTION) {
      const { intents } = this.#store.get();
      this.#store.set({ intents: { ...intents, [app.packageName]: intent } });
    }
    this.start(app.packageName);
    return true;
  }

  start(packageName: string): void {
    const { running, front } = this.#store.get();
    if (front !== packageName) this.#leave();
    this.#stage.focus(undefined);
    this.#background.start(packageName);
    this.#store.set({
      ...NOTHING_OVER,
      front: packageName,
      running: [packageName, ...running.filter((each) => each !== packageName)],
    });
  }

  /** Stops the app and its background work until it is started again. */
  forceStop(packageName: string): void {
    this.stop(packageName);
    this.#background.stop(packageName);
  }

  stop(packageName: string): void {
    const { running, front, intents, recents } = this.#store.get();
    if (packageName === LAUNCHER.packageName) this.#store.set({ searching: false, recents: false });
    if (!running.includes(packageName)) return;
    if (front === packageName) this.#store.set({ ...NOTHING_OVER, front: undefined, recents });
    this.#onStop(packageName);
    const { [packageName]: _ended, ...left } = intents;
    this.#store.set({ running: running.filter((each) => each !== packageName), intents: left });
  }

  goHome(): void {
    const { front, recents, locked } = this.#store.get();
    const closing = this.#stage.watched && !recents && !locked ? front : undefined;
    this.#leave();
    this.#stage.focus(undefined);
    this.#store.set({ ...NOTHING_OVER, front: undefined, closing, homeCount: this.#store.get().homeCount + 1 });
  }

  /** Shows the running apps as cards, over the app in front. */
  showRecents(): void {
    const { recents, running, front } = this.#store.get();
    if (recents) {
      // A second request opens the previous app.
      const previous = running.find((each) => each !== front) ?? running[0];
      if (previous !== undefined) this.start(previous);
      return;
    }
    this.#leave();
    this.#stage.focus(undefined);
    this.#store.set({ ...NOTHING_OVER, recents: true });
  }

  #leave(): void {
    const { front, recents } = this.#store.get();
    if (front !== undefined && !recents) this.#onLeave(front);
  }

  #runStart(intent: Intent): boolean {
    let started = false;
    this.#stage.run(() => (started = this.startIntent(intent)));
    return started;
  }

  #describe({ packageName, component, label }: App): InstalledApp {
    return { packageName, component, label: localize(label, this.#store.get().locale) };
  }

  #describeNamed(packageName: string | undefined): InstalledApp | undefined {
    const app = this.#apps.find((each) => each.packageName === packageName);
    return app && this.#describe(app);
  }
}

const MAIN_ACTION = "android.intent.action.MAIN";
const NOTHING_OVER = { searching: false, recents: false, shade: "closed", closing: undefined } as const;

function isHome(intent: Intent): boolean {
  return intent.packageName === undefined && intent.action === MAIN_ACTION && intent.dataUri === undefined;
}

function resolve(apps: readonly App[], intent: Intent): App | undefined {
  if (intent.packageName !== undefined) return apps.find((app) => app.packageName === intent.packageName);
  const typed = withType(intent);
  return apps.find((app) => app.intents?.some((filter) => takes(filter, typed)));
}

/** Adds the type from the file's name if the intent has none. */
function withType(intent: Intent): Intent {
  if (intent.mimeType !== undefined || !/^file:/i.test(intent.dataUri ?? "")) return intent;
  return { ...intent, mimeType: mimeTypeOf(intent.dataUri ?? "") ?? "application/octet-stream" };
}

/**
 * Matches like IntentFilter.match in AOSP: the intent must have everything in the filter, and the filter must name
 * everything in the intent.
 */
function takes(filter: IntentFilter, intent: Intent): boolean {
  const scheme = intent.dataUri === undefined ? undefined : /^([a-z][\w+.-]*):/i.exec(intent.dataUri)?.[1];
  return (
    filter.action === intent.action &&
    (intent.mimeType !== undefined || filter.scheme === scheme?.toLowerCase()) &&
    (intent.mimeType === undefined ? filter.mimeType === undefined : matchesType(filter.mimeType, intent.mimeType))
  );
}

function matchesType(pattern: string | undefined, mimeType: string): boolean {
  if (pattern === undefined) return false;
  if (pattern === "*/*" || pattern === mimeType) return true;
  return pattern.endsWith("/*") && mimeType.startsWith(pattern.slice(0, -1));
}
