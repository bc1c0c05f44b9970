import type { Activities, InstalledApp, Intent } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { App } from "../services/app.ts";
import { textsOf } from "../services/language.ts";
import { LAUNCHER } from "../services/launcher.ts";
import type { SystemStore } from "../services/system-store.ts";
import type { Background } from "./background.ts";
import { resolveIntent } from "./resolve-intent.ts";

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
        const app = this.resolve(intent);
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

  /** Returns the app that receives the intent; undefined if there is none. */
  resolve(intent: Intent): App | undefined {
    return resolveIntent(this.#apps, intent);
  }

  /** Brings the matching app to the front; returns false if there is none. */
  startIntent(intent: Intent): boolean {
    if (intent.packageName === LAUNCHER.packageName || isHome(intent)) {
      this.goHome();
      return true;
    }
    const app = this.resolve(intent);
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
      ...(front === packageName ? NOTHING_OVER : CHANGED_FRONT),
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
    if (front === packageName) this.#store.set({ ...CHANGED_FRONT, front: undefined, recents });
    this.#onStop(packageName);
    const { [packageName]: _ended, ...left } = intents;
    this.#store.set({ running: running.filter((each) => each !== packageName), intents: left });
  }

  goHome(): void {
    const { front, recents, locked } = this.#store.get();
    const closing = this.#stage.watched && !recents && !locked ? front : undefined;
    this.#leave();
    this.#stage.focus(undefined);
    const over = front === undefined ? NOTHING_OVER : CHANGED_FRONT;
    this.#store.set({ ...over, front: undefined, closing, homeCount: this.#store.get().homeCount + 1 });
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
    this.#store.set({ ...CHANGED_FRONT, recents: true });
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

  #describe({ packageName, strings }: App): InstalledApp {
    const { appName } = textsOf(this.#store.get().language, strings);
    return { packageName, component: `${packageName}/.MainActivity`, label: appName };
  }

  #describeNamed(packageName: string | undefined): InstalledApp | undefined {
    const app = this.#apps.find((each) => each.packageName === packageName);
    return app && this.#describe(app);
  }
}

const MAIN_ACTION = "android.intent.action.MAIN";
const NOTHING_OVER = { searching: false, recents: false, shade: "closed", closing: undefined } as const;
/** A notification over the app before must not cover the controls of the next one. */
const CHANGED_FRONT = { ...NOTHING_OVER, headsUp: undefined } as const;

function isHome(intent: Intent): boolean {
  return intent.packageName === undefined && intent.action === MAIN_ACTION && intent.dataUri === undefined;
}
