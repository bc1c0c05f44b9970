import { join } from "node:path";
import { z } from "zod";
import { apps, launcher } from "../../apps/apps.ts";
import { JsonFile } from "../../apps/json-file.ts";
import type {
  Activities,
  Clipboard,
  Display,
  Input,
  InstalledApp,
  ScrollEvent,
  SystemUi,
} from "../../system/display.ts";
import { Gestures } from "../input/gestures.ts";
import { pressKey, type KeyTarget } from "../input/keys.ts";
import { scrollableAround, Scrolling } from "../input/scrolling.ts";
import { caretRect, insertText } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import { screenNodes } from "../render/screen-nodes.ts";
import type { Stage } from "../render/stage.ts";
import { createClipboard } from "./clipboard.ts";
import type { AppKey, SystemServices } from "./services.ts";
import { SystemStore, type SystemState } from "./system-store.ts";

const preferencesSchema = z.object({ theme: z.enum(["light", "dark"]) });
const wheelStepDp = 56;
const minuteMs = 60_000;

interface AppHandler<Handler> {
  packageName: string;
  handler: Handler;
}

/** What the system does: switches between apps, routes input, keeps the clock, and offers all of it to the device. */
export class SystemController {
  readonly services: SystemServices;
  readonly ui: SystemUi;

  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #preferences: JsonFile<z.infer<typeof preferencesSchema>>;
  readonly #scrolling: Scrolling;
  readonly #gestures: Gestures;
  readonly #clipboard: Clipboard = createClipboard();
  readonly #backHandlers: AppHandler<() => void>[] = [];
  readonly #keyHandlers: AppHandler<(key: AppKey) => void>[] = [];
  #clock: NodeJS.Timeout | undefined;
  /** The caret moved, or the keyboard came up: the text around the caret is to be in view. */
  #revealPending = false;

  constructor(options: { stage: Stage; densityDpi: number; dataDir: string; log: (message: string) => void }) {
    const { stage, densityDpi, dataDir, log } = options;
    this.#stage = stage;
    this.#preferences = new JsonFile(join(dataDir, "system", "preferences.json"), preferencesSchema, log);
    this.#store = new SystemStore({
      front: undefined,
      running: [],
      searching: false,
      keyboard: undefined,
      theme: this.#preferences.read()?.theme ?? "dark",
      minuteMs: currentMinute(),
    });
    this.#scrolling = new Scrolling(stage);
    this.#gestures = new Gestures({
      stage,
      scrolling: this.#scrolling,
      onBack: () => this.#back(),
      onFieldTap: (field) => this.#showKeyboard(field),
    });
    stage.onLaidOut = () => this.#revealCaret();
    stage.onFocusChange = (field) => this.#showKeyboard(field);
    this.services = this.#createServices(densityDpi, dataDir, log);
    this.ui = {
      display: this.#createDisplay(densityDpi),
      input: this.#createInput(),
      activities: this.#createActivities(),
      clipboard: this.#clipboard,
      nodes: () => {
        stage.flush();
        return screenNodes(stage.root, launcher.packageName);
      },
      dispose: () => this.#dispose(),
    };
    this.#scheduleClock();
  }

  #createServices(densityDpi: number, dataDir: string, log: (message: string) => void): SystemServices {
    const stage = this.#stage;
    return {
      store: this.#store,
      widthDp: stage.widthPx / stage.scale,
      heightDp: stage.heightPx / stage.scale,
      widthPx: stage.widthPx,
      heightPx: stage.heightPx,
      densityDpi,
      startedMs: Date.now(),
      dataDir,
      log,
      startApp: (packageName) => this.#start(packageName),
      goHome: () => this.#goHome(),
      setTheme: (theme) => {
        this.#store.set({ theme });
        this.#preferences.write({ theme });
      },
      type: (text) => this.#type(text),
      pressKey: (keyCode) => this.#key(keyCode, 0),
      hideKeyboard: () => this.#store.set({ keyboard: undefined }),
      addBackHandler: (packageName, handler) => addTo(this.#backHandlers, { packageName, handler }),
      addKeyHandler: (packageName, handler) => addTo(this.#keyHandlers, { packageName, handler }),
    };
  }

  #createDisplay(densityDpi: number): Display {
    const stage = this.#stage;
    return {
      widthPx: stage.widthPx,
      heightPx: stage.heightPx,
      densityDpi,
      capturePng: () => stage.capturePng(),
      picture: (widthPx, heightPx) => stage.picture(widthPx, heightPx),
      onFrame: (listener) => stage.onFrame(listener),
    };
  }

  #createInput(): Input {
    return {
      touch: (event) => this.#gestures.touch(event),
      key: (event) => {
        if (event.action === "down") this.#stage.run(() => this.#key(event.keyCode, event.metaState));
      },
      scroll: (event) => this.#wheel(event),
      text: (text) => this.#stage.run(() => this.#type(text)),
    };
  }

  #createActivities(): Activities {
    return {
      list: () => [...apps, launcher].map(installedApp),
      start: (packageName) => {
        if (packageName === launcher.packageName) this.#stage.run(() => this.#goHome());
        else if (apps.some((app) => app.packageName === packageName)) this.#stage.run(() => this.#start(packageName));
        else return false;
        return true;
      },
      forceStop: (packageName) => this.#stage.run(() => this.#stop(packageName)),
      foreground: () => installedApp(apps.find((app) => app.packageName === this.#store.get().front) ?? launcher),
    };
  }

  #start(packageName: string): void {
    this.#stage.focus(undefined);
    const { running } = this.#store.get();
    this.#store.set({
      front: packageName,
      running: [packageName, ...running.filter((each) => each !== packageName)],
      searching: false,
    });
  }

  #stop(packageName: string): void {
    const { running, front } = this.#store.get();
    if (packageName === launcher.packageName) this.#store.set({ searching: false });
    if (!running.includes(packageName)) return;
    if (front === packageName) this.#goHome();
    this.#store.set({ running: running.filter((each) => each !== packageName) });
  }

  #goHome(): void {
    this.#stage.focus(undefined);
    this.#store.set({ front: undefined, searching: false });
  }

  /** BACK closes the nearest thing: the keyboard, what the app has open, the search, the app. */
  #back(): void {
    const { keyboard, front, searching } = this.#store.get();
    if (keyboard) return this.#store.set({ keyboard: undefined });
    if (searching || front === undefined) return this.#goHome();
    const handler = this.#backHandlers.findLast((each) => each.packageName === front);
    if (handler) handler.handler();
    else this.#goHome();
  }

  #switchApp(): void {
    const { running, front } = this.#store.get();
    const previous = running.find((each) => each !== front);
    if (previous !== undefined) this.#start(previous);
  }

  /** MENU lists the apps on the home screen; the apps have no menus. */
  #menu(): void {
    if (this.#store.get().front === undefined) this.#store.set({ searching: true });
  }

  #showKeyboard(field: UiNode | undefined): void {
    const keyboard = field && (field.props.multiline ? "newline" : (field.props.enterAction ?? "done"));
    if (keyboard !== this.#store.get().keyboard) this.#store.set({ keyboard });
    this.#revealPending = field !== undefined;
  }

  #type(text: string): void {
    const field = this.#stage.focused;
    if (!field) {
      for (const character of text) this.#appKey({ character });
    } else if (text !== "") {
      insertText(field, text);
      this.#revealPending = true;
    }
  }

  #appKey(key: AppKey): void {
    const { front } = this.#store.get();
    this.#keyHandlers.findLast((each) => each.packageName === front)?.handler(key);
  }

  #key(keyCode: number, metaState: number): void {
    const target: KeyTarget = {
      home: () => this.#goHome(),
      back: () => this.#back(),
      switchApp: () => this.#switchApp(),
      menu: () => this.#menu(),
      appKey: (key) => this.#appKey(key),
      scroll: (screens) => this.#scrollFront(screens * this.#stage.heightPx),
    };
    pressKey({ action: "down", keyCode, metaState }, this.#stage.focused, this.#clipboard, target);
    this.#stage.requestLayout();
    this.#revealPending = true;
  }

  #wheel(event: ScrollEvent): void {
    this.#stage.layoutNow();
    const hit = this.#stage.hit(event.xPx, event.yPx);
    const container = hit && scrollableAround(hit);
    if (container) this.#scrolling.by(container, -event.vertical * wheelStepDp * this.#stage.scale);
  }

  /** Keys have no place on the screen: they scroll the first container that can move. */
  #scrollFront(distancePx: number): void {
    this.#stage.layoutNow();
    for (const node of this.#stage.root.descendants()) {
      if (node.kind !== "ui-scroll" || node.scrollMaxPx === 0 || node.painted === undefined) continue;
      this.#scrolling.by(node, distancePx);
      return;
    }
  }

  /** Scrolls the text around the caret into view, as far as something around it scrolls. */
  #revealCaret(): void {
    if (!this.#revealPending) return;
    this.#revealPending = false;
    const field = this.#stage.focused;
    const container = field && scrollableAround(field);
    if (!container) return;
    const caret = caretRect(field);
    const marginPx = 12 * this.#stage.scale;
    const over = caret.bottom + marginPx - container.bounds.bottom;
    const under = container.bounds.top + marginPx - caret.top;
    if (over > 0) this.#scrolling.to(container, container.scrollYPx + over);
    else if (under > 0) this.#scrolling.to(container, container.scrollYPx - under);
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
    this.#gestures.dispose();
    this.#stage.dispose();
  }
}

function currentMinute(): SystemState["minuteMs"] {
  return Date.now() - (Date.now() % minuteMs);
}

function installedApp({ packageName, component, label }: InstalledApp): InstalledApp {
  return { packageName, component, label };
}

function addTo<Item>(items: Item[], item: Item): () => void {
  items.push(item);
  return () => {
    const index = items.indexOf(item);
    if (index >= 0) items.splice(index, 1);
  };
}
