import { appStores, clearAppData } from "../../apps/app-stores.ts";
import { apps, launcher } from "../../apps/apps.ts";
import type { DeviceSettings } from "../../system/device-settings.ts";
import type { Clipboard, SystemUi } from "../../system/display.ts";
import type { SystemUiOptions } from "../../system/system-ui-options.ts";
import { hierarchyWindows } from "../render/hierarchy.ts";
import { screenNodes } from "../render/screen-nodes.ts";
import type { Stage } from "../render/stage.ts";
import { createClipboard } from "./clipboard.ts";
import { InputRouter, type SystemKeys } from "./input-router.ts";
import { NotificationCenter } from "./notification-center.ts";
import { localeFrom, metricsOf, ScreenControl, themeOf, type ScreenSize } from "./screen-control.ts";
import { saveScreenshot } from "./screenshots.ts";
import type { AppKey, SystemServices } from "./services.ts";
import { SystemStore, type SystemState } from "./system-store.ts";
import { TaskStack } from "./task-stack.ts";

const minuteMs = 60_000;

interface AppHandler<Handler> {
  packageName: string;
  handler: Handler;
}

export type ControllerOptions = Omit<SystemUiOptions, keyof ScreenSize> & { stage: Stage; size: ScreenSize };

/** The system: puts its parts together, and offers them to its screens and to the rest of the device. */
export class SystemController {
  readonly services: SystemServices;
  readonly ui: SystemUi;

  readonly #options: ControllerOptions;
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #tasks: TaskStack;
  readonly #screen: ScreenControl;
  readonly #input: InputRouter;
  readonly #notifications: NotificationCenter;
  readonly #clipboard: Clipboard = createClipboard();
  readonly #backHandlers: AppHandler<() => void>[] = [];
  readonly #keyHandlers: AppHandler<(key: AppKey) => void>[] = [];
  readonly #cleanups: (() => void)[] = [];
  #clock: NodeJS.Timeout | undefined;
  #toastTimer: NodeJS.Timeout | undefined;

  constructor(options: ControllerOptions) {
    const { stage, size, settings } = options;
    this.#options = options;
    this.#stage = stage;
    this.#store = new SystemStore(initialState(settings, size));
    const store = this.#store;
    this.#tasks = new TaskStack(stage, store);
    this.#screen = new ScreenControl({ stage, store, settings, size });
    this.#notifications = new NotificationCenter(stage, store);
    this.#input = new InputRouter({ stage, store, clipboard: this.#clipboard, keys: this.#createSystemKeys() });
    this.services = this.#createServices();
    this.ui = this.#createUi();
    this.#scheduleClock();
    for (const app of apps) {
      const stop = app.startBackground?.(this.services);
      if (stop) this.#cleanups.push(stop);
    }
  }

  #createUi(): SystemUi {
    const stage = this.#stage;
    const store = this.#store;
    const setShade = (shade: SystemState["shade"]): void => stage.run(() => this.#setShade(shade));
    return {
      display: this.#screen.createDisplay(),
      input: this.#input.createInput(),
      activities: this.#tasks.createActivities(),
      clipboard: this.#clipboard,
      settings: this.#options.settings,
      panels: {
        expandNotifications: () => setShade("notifications"),
        expandSettings: () => setShade("settings"),
        collapse: () => setShade("closed"),
      },
      power: this.#screen.createPower(),
      notifications: this.#notifications.create(),
      content: appStores(this.services).content,
      clearData: async (packageName) => {
        stage.run(() => this.#tasks.stop(packageName));
        await clearAppData(this.services, packageName);
      },
      nodes: () => {
        stage.flush();
        return store.get().awake ? screenNodes(stage.root, launcher.packageName) : [];
      },
      hierarchy: () => {
        stage.flush();
        const { awake, screen } = store.get();
        return { rotation: screen.rotation, windows: awake ? hierarchyWindows(stage.root, launcher.packageName) : [] };
      },
      dispose: () => this.#dispose(),
    };
  }

  #createServices(): SystemServices {
    const { dataDir, log, settings, files, egress, openShell } = this.#options;
    return {
      store: this.#store,
      startedMs: Date.now(),
      dataDir,
      log,
      settings,
      files,
      egress,
      clipboard: this.#clipboard,
      startActivity: (intent) => this.#tasks.startIntent(intent),
      startApp: (packageName) => this.#tasks.start(packageName),
      stopApp: (packageName) => this.#tasks.stop(packageName),
      goHome: () => this.#tasks.goHome(),
      showToast: (text) => this.#showToast(text),
      takeScreenshot: () => this.#takeScreenshot(),
      openShell,
      notify: (notification) => this.#notifications.post(notification),
      cancelNotification: (packageName, id) => this.#notifications.cancel(packageName, id),
      type: (text) => this.#input.type(text),
      pressKey: (keyCode) => this.#input.pressKey({ action: "down", keyCode, metaState: 0 }),
      hideKeyboard: () => this.#store.set({ keyboard: undefined }),
      run: (change) => this.#stage.run(change),
      addBackHandler: (packageName, handler) => addTo(this.#backHandlers, { packageName, handler }),
      addKeyHandler: (packageName, handler) => addTo(this.#keyHandlers, { packageName, handler }),
    };
  }

  #createSystemKeys(): SystemKeys {
    return {
      home: () => this.#tasks.goHome(),
      back: () => this.#back(),
      switchApp: () => this.#switchApp(),
      menu: () => this.#menu(),
      appKey: (key) => this.#appKey(key),
      hardwareKey: () => false,
      noteActivity: () => {
        this.#screen.noteActivity();
        return this.#store.get().awake;
      },
    };
  }

  #setShade(shade: SystemState["shade"]): void {
    const { awake, locked } = this.#store.get();
    if (shade !== "closed" && (!awake || locked)) return;
    this.#stage.focus(undefined);
    this.#store.set({ shade, headsUp: undefined });
  }

  /** BACK closes the nearest thing: the keyboard, what the system or the app has open, the app. */
  #back(): void {
    const { keyboard, front, shade, recents, locked, searching } = this.#store.get();
    if (keyboard) return this.#store.set({ keyboard: undefined });
    if (shade !== "closed") return this.#store.set({ shade: "closed" });
    if (locked) return;
    if (recents) return this.#store.set({ recents: false });
    if (searching || front === undefined) return this.#tasks.goHome();
    const handler = this.#backHandlers.findLast((each) => each.packageName === front);
    if (handler) handler.handler();
    else this.#tasks.goHome();
  }

  #switchApp(): void {
    const { running, front } = this.#store.get();
    const previous = running.find((each) => each !== front);
    if (previous !== undefined) this.#tasks.start(previous);
  }

  /** MENU lists the apps on the home screen; the apps have no menus. */
  #menu(): void {
    if (this.#store.get().front === undefined) this.#store.set({ searching: true });
  }

  #appKey(key: AppKey): void {
    const { front } = this.#store.get();
    this.#keyHandlers.findLast((each) => each.packageName === front)?.handler(key);
  }

  #showToast(text: string): void {
    clearTimeout(this.#toastTimer);
    this.#store.set({ toast: { text } });
    this.#toastTimer = setTimeout(() => this.#stage.run(() => this.#store.set({ toast: undefined })), 2500);
    this.#toastTimer.unref();
  }

  async #takeScreenshot(): Promise<string> {
    return await saveScreenshot(this.#options.files, await this.#stage.capturePng());
  }

  #scheduleClock(): void {
    this.#clock = setTimeout(
      () => {
        this.#stage.run(() => this.#store.set({ minuteMs: currentMinute() }));
        this.#scheduleClock();
      },
      minuteMs - (Date.now() % minuteMs) + 5,
    );
    // The clock alone is no reason for the process to live on.
    this.#clock.unref();
  }

  #dispose(): void {
    clearTimeout(this.#clock);
    clearTimeout(this.#toastTimer);
    for (const cleanup of this.#cleanups) cleanup();
    this.#notifications.dispose();
    this.#screen.dispose();
    this.#input.dispose();
    this.#stage.dispose();
  }
}

function initialState(settings: DeviceSettings, size: ScreenSize): SystemState {
  return {
    front: undefined,
    running: [],
    intents: {},
    searching: false,
    recents: false,
    shade: "closed",
    keyboard: undefined,
    awake: true,
    locked: false,
    theme: themeOf(settings),
    locale: localeFrom(settings),
    screen: metricsOf(settings, size),
    notifications: [],
    headsUp: undefined,
    toast: undefined,
    settingsVersion: 0,
    minuteMs: currentMinute(),
  };
}

function currentMinute(): number {
  return Date.now() - (Date.now() % minuteMs);
}

function addTo<Item>(items: Item[], item: Item): () => void {
  items.push(item);
  return () => {
    const index = items.indexOf(item);
    if (index >= 0) items.splice(index, 1);
  };
}
