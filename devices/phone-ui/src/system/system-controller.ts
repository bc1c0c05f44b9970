import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import type { DeviceSettings } from "@terrarium/phone-system/device-settings";
import { linkSettings } from "@terrarium/phone-system/linked-settings";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { SystemUiOptions } from "@terrarium/phone-system/system-ui-options";
import { hierarchyWindows } from "../render/hierarchy.ts";
import type { UiNode } from "../render/node.ts";
import { screenNodes } from "../render/screen-nodes.ts";
import type { Stage } from "../render/stage.ts";
import type { InstalledApps } from "../services/app.ts";
import type { AppKey, SystemServices } from "../services/app.ts";
import { languageOf, textsOf, type Languages } from "../services/language.ts";
import { LAUNCHER } from "../services/launcher.ts";
import { SystemStore, type SystemState } from "../services/system-store.ts";
import { AppHandlers } from "./app-handlers.ts";
import { AppPictures } from "./app-pictures.ts";
import { Background } from "./background.ts";
import { createClipboard } from "./clipboard.ts";
import { pressHardwareKey, type HardwareKeyTarget } from "./hardware-keys.ts";
import { isInHeadsUp } from "./HeadsUp.tsx";
import { initialState } from "./initial-state.ts";
import { InputRouter, type SystemKeys } from "./input-router.ts";
import type { Internals } from "./internals.ts";
import { Vocabulary } from "./keyboard/suggestions/vocabulary.ts";
import { watchMinutes } from "./minute-clock.ts";
import { NotificationCenter } from "./notification-center.ts";
import { notificationSource } from "./notification-source.ts";
import { RevealHandle } from "./reveal.ts";
import { ScreenControl, type ScreenSize } from "./screen-control.ts";
import { Screenshots } from "./screenshots.ts";
import { SYSTEM_STRINGS } from "./system-strings.ts";
import { TaskStack } from "./task-stack.ts";
import { TextSelection } from "./text-selection.ts";
import { Transients } from "./transients.ts";
import { WindowFlights } from "./window-flights.ts";

export type ControllerOptions = Omit<SystemUiOptions, keyof ScreenSize> & {
  stage: Stage;
  size: ScreenSize;
  installed: InstalledApps;
  languages: Languages;
};

/** The system: connects its parts, and provides them to its screens and the rest of the device. */
export class SystemController {
  readonly services: SystemServices;
  readonly ui: SystemUi;
  readonly internals: Internals;

  readonly #options: ControllerOptions;
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #tasks: TaskStack;
  readonly #screen: ScreenControl;
  readonly #input: InputRouter;
  readonly #notifications: NotificationCenter;
  readonly #pictures: AppPictures;
  readonly #selection: TextSelection;
  readonly #screenshots: Screenshots;
  readonly #windows = new Map<string, UiNode>();
  readonly #clipboard: Clipboard = createClipboard();
  readonly #handlers = new AppHandlers();
  readonly #transients: Transients;
  readonly #hardwareKeys: HardwareKeyTarget;
  readonly #background: Background;
  readonly #vocabulary: Vocabulary;
  readonly #stopClock: () => void;
  readonly #unlinkSettings: () => void;

  constructor(options: ControllerOptions) {
    const { stage, size, settings, clock, installed, languages } = options;
    this.#options = options;
    this.#stage = stage;
    this.#unlinkSettings = linkSettings(settings);
    const language = () => languageOf(languages, settings.get("system", "system_locales"));
    this.#store = new SystemStore(initialState(settings, size, clock, language()));
    const store = this.#store;
    this.#pictures = new AppPictures(stage);
    this.#transients = new Transients(stage, store, settings);
    this.#background = new Background(installed.apps, () => this.services);
    this.#tasks = new TaskStack({
      apps: installed.apps,
      stage,
      store,
      onLeave: (packageName) => this.#takePicture(packageName),
      onStop: (packageName) => this.#pictures.forget(packageName),
      background: this.#background,
    });
    this.#screen = new ScreenControl({
      stage,
      store,
      settings,
      size,
      language,
      clock,
      isReading: () => options.files.busy || this.#screenshots.busy,
      onSleep: () => this.#sleep(),
    });
    this.#notifications = new NotificationCenter({
      stage,
      store,
      clock,
      settings,
      wake: () => this.#screen.wake(),
    });
    this.#screenshots = new Screenshots({
      stage,
      files: options.files,
      clock,
      log: options.log,
      strings: () => textsOf(store.get().language, SYSTEM_STRINGS),
      notify: (notification) => void this.#notifications.post(notification),
      packageFor: (intent) => this.#tasks.resolve(intent)?.packageName ?? "com.android.systemui",
      show: (intent) => void this.#tasks.startIntent(intent),
      showToast: (text) => this.#transients.showToast(text),
    });
    this.#selection = new TextSelection(stage, store, this.#clipboard);
    this.#vocabulary = new Vocabulary({
      apps: installed.apps,
      storage: () => this.services,
      language: () => store.get().language,
    });
    this.#input = new InputRouter({
      vocabulary: this.#vocabulary,
      stage,
      store,
      clipboard: this.#clipboard,
      keys: this.#createSystemKeys(),
      selection: this.#selection,
      showsKeyboard: () => settings.isOn("secure", "show_ime_with_hard_keyboard"),
      hasEdges: () => settings.get("secure", "navigation_mode") !== "0" && !store.get().locked,
      longPressMs: () => longPressMs(settings),
      showsPointers: () => settings.isOn("system", "show_touches") || settings.isOn("system", "pointer_location"),
    });
    this.internals = this.#createInternals();
    this.#hardwareKeys = this.#createHardwareKeys();
    this.services = this.#createServices();
    this.ui = this.#createUi();
    this.#stopClock = watchMinutes(clock, (minute) => {
      stage.run(() => {
        store.set({ minuteMs: minute });
        this.#screen.applyTheme();
      });
    });
    this.#background.startAll();
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
      content: this.#options.installed.contentOf(this.services),
      clearData: (packageName) => this.services.clearAppData(packageName),
      nodes: () => {
        stage.flush();
        return store.get().awake ? screenNodes(stage.root, LAUNCHER.packageName) : [];
      },
      hierarchy: () => {
        stage.clock.settle();
        stage.flush();
        const { awake, screen } = store.get();
        return { rotation: screen.rotation, windows: awake ? hierarchyWindows(stage.root, LAUNCHER.packageName) : [] };
      },
      dispose: () => this.#dispose(),
    };
  }

  #createServices(): SystemServices {
    const {
      dataDir,
      log,
      settings,
      files,
      clock,
      random,
      egress,
      sockets,
      openShell,
      installed,
      languages,
      authorizedKeyFiles = [],
    } = this.#options;
    return {
      store: this.#store,
      startedMs: clock.nowMs(),
      dataDir,
      log,
      settings,
      files,
      clock,
      random,
      egress,
      sockets,
      apps: installed.apps,
      languages,
      authorizedKeyFiles,
      clipboard: this.#clipboard,
      startActivity: (intent) => this.#tasks.startIntent(intent),
      startApp: (packageName) => this.#tasks.start(packageName),
      startAppFor: (intent) => {
        const app = this.#tasks.resolve(intent);
        if (app) this.#tasks.start(app.packageName);
      },
      stopApp: (packageName) => this.#tasks.stop(packageName),
      forceStopApp: (packageName) => this.#tasks.forceStop(packageName),
      reportCrash: (packageName, error) => this.#reportCrash(packageName, error),
      clearAppData: async (packageName) => {
        this.#stage.run(() => this.#tasks.stop(packageName));
        await installed.clearData(this.services, packageName);
      },
      goHome: () => this.#tasks.goHome(),
      showToast: (text) => this.#transients.showToast(text),
      takeScreenshot: () => this.#screenshots.take(),
      openShell,
      notify: (notification) => this.#notifications.post(notification),
      cancelNotification: (packageName, id) => this.#notifications.cancel(packageName, id),
      notificationSource: (packageName) => notificationSource(packageName, installed.apps, this.#store.get().language),
      type: (text) => this.#input.type(text),
      pressKey: (keyCode) => this.#input.pressKey({ action: "down", keyCode, metaState: 0 }),
      nextField: () => this.#input.nextField(),
      hideKeyboard: () => this.#store.set({ keyboard: undefined }),
      run: (change) => this.#stage.run(change),
      load: (work) => this.#stage.load(work),
      everyMs: (intervalMs, tick) => this.#stage.tickers.add(intervalMs, tick),
      addBackHandler: (packageName, handler) => this.#handlers.addBack(packageName, handler),
      addKeyHandler: (packageName, handler) => this.#handlers.addKey(packageName, handler),
    };
  }

  #createInternals(): Internals {
    return {
      stage: this.#stage,
      pictures: this.#pictures,
      windows: this.#windows,
      flights: new WindowFlights(this.#stage),
      drawer: new RevealHandle(),
      back: () => this.#back(),
      sleep: () => this.#sleep(),
      unlock: () => this.#screen.unlock(),
      setShade: (shade) => this.#setShade(shade),
      showRecents: () => this.#tasks.showRecents(),
      clearNotifications: () => this.#notifications.clear(),
      hideHeadsUp: () => this.#notifications.hideHeadsUp(),
      showHeadsUp: (notification) => this.#notifications.showAgain(notification),
      suggest: (typed) => this.#vocabulary.suggest(typed),
      complete: (word) => this.#input.complete(word),
      edit: (action) => this.#selection.edit(action),
      moveHandle: (end, event) => this.#selection.moveHandle(end, event),
    };
  }

  #createSystemKeys(): SystemKeys {
    const unlocked = (does: () => void) => () => {
      if (!this.#store.get().locked) does();
    };
    return {
      home: unlocked(() => this.#tasks.goHome()),
      back: () => this.#back(),
      switchApp: unlocked(() => this.#tasks.showRecents()),
      menu: () => this.#menu(),
      appKey: unlockedKey(this.#store, (key) => this.#handlers.pressKey(this.#store.get().front, key)),
      hardwareKey: (keyCode) => pressHardwareKey(keyCode, this.#hardwareKeys),
      touched: (node) => {
        if (this.#store.get().headsUp && !isInHeadsUp(node)) this.#stage.run(() => this.#notifications.hideHeadsUp());
      },
      noteActivity: () => {
        this.#screen.noteActivity();
        return this.#store.get().awake;
      },
    };
  }

  #createHardwareKeys(): HardwareKeyTarget {
    const store = this.#store;
    return {
      get awake() {
        return store.get().awake;
      },
      wake: () => this.#screen.wake(),
      sleep: () => this.#sleep(),
      changeVolume: (steps) => this.#transients.setVolume(this.#transients.volume + steps),
      muteVolume: () => this.#transients.setVolume(0),
      changeBrightness: (steps) => this.#transients.changeBrightness(steps),
      takeScreenshot: () => void this.#screenshots.takeAndTell(),
      toggleShade: () => this.#setShade(store.get().shade === "closed" ? "notifications" : "closed"),
      allApps: () => {
        if (store.get().locked) return;
        this.#tasks.goHome();
        store.set({ searching: "search" });
      },
    };
  }

  #sleep(): void {
    this.#input.cancelTouches();
    const { front } = this.#store.get();
    if (front !== undefined) this.#takePicture(front);
    this.#screen.sleep();
  }

  #takePicture(packageName: string): void {
    const window = this.#windows.get(packageName);
    if (!window || window.style.hidden) return;
    this.#stage.layoutNow();
    this.#pictures.take(packageName, window);
  }

  #setShade(shade: SystemState["shade"]): void {
    const { awake, locked } = this.#store.get();
    if (shade !== "closed" && (!awake || locked)) return;
    this.#stage.focus(undefined);
    this.#store.set({ shade, headsUp: undefined });
  }

  /** BACK closes the topmost item: the keyboard, an open part of the system or the app, then the app itself. */
  #back(): void {
    const { keyboard, front, shade, recents, locked, searching } = this.#store.get();
    if (keyboard) return this.#store.set({ keyboard: undefined });
    if (shade !== "closed") return this.#store.set({ shade: "closed" });
    if (locked) return;
    if (recents) return this.#store.set({ recents: false });
    if (searching || front === undefined) return this.#tasks.goHome();
    if (!this.#handlers.goBack(front)) this.#tasks.goHome();
  }

  /** MENU unlocks, as scripts expect, and lists all apps on the home screen; apps have no menus. */
  #menu(): void {
    if (this.#store.get().locked) return this.#screen.unlock();
    if (this.#store.get().front === undefined) this.#store.set({ searching: "search" });
  }

  /** The app's window content is already gone; stopping the app allows a fresh start. */
  #reportCrash(packageName: string, error: unknown): void {
    this.#options.log(
      `${packageName} crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    this.#options.onCrash?.(packageName, error);
    const app = this.#options.installed.apps.find((each) => each.packageName === packageName);
    const { language } = this.#store.get();
    // Deferred, since React is still committing the rest of the screen.
    queueMicrotask(() =>
      this.#stage.run(() => {
        this.#tasks.stop(packageName);
        if (!app) return;
        const { appName } = textsOf(language, app.strings);
        this.#transients.showToast(textsOf(language, SYSTEM_STRINGS).appStopped(appName));
      }),
    );
  }

  #dispose(): void {
    this.#stopClock();
    this.#unlinkSettings();
    this.#transients.dispose();
    this.#background.dispose();
    this.#notifications.dispose();
    this.#screen.dispose();
    this.#input.dispose();
    this.#stage.dispose();
  }
}

const LONGEST_PRESS_MS = 10_000;

/** Returns the valid delay of a long press from the settings, if the user set one. */
function longPressMs(settings: DeviceSettings): number | undefined {
  const delayMs = settings.number("secure", "long_press_timeout", 0);
  return delayMs > 0 ? Math.min(LONGEST_PRESS_MS, delayMs) : undefined;
}

function unlockedKey(store: SystemStore, take: (key: AppKey) => void): (key: AppKey) => void {
  return (key) => {
    if (!store.get().locked) take(key);
  };
}
