import type { Rotation } from "@terrarium/adb-device/ports/display";
import type { Intent, PostedNotification } from "@terrarium/phone-system/system-ui";
import type { EnterAction, InputType } from "../render/node.ts";
import type { Rect } from "../render/rect.ts";
import type { ThemeName } from "../theme.ts";
import type { Locale } from "./strings.ts";

/** What the keyboard on the screen is there for. */
export interface KeyboardMode {
  enterAction: EnterAction | "newline";
  inputType: InputType;
  /** What is typed next begins a sentence, where the field takes sentences. */
  beginsSentence: boolean;
}

/** The screen as apps see it: turned, and in dp. */
export interface ScreenMetrics {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  rotation: Rotation;
  widthDp: number;
  heightDp: number;
  fontScale: number;
}

export interface SystemState {
  /** The app in front; undefined is the home screen. */
  front: string | undefined;
  /** Started and not stopped, the most recently used first. */
  running: readonly string[];
  /** What each app was last asked to do. */
  intents: Readonly<Record<string, Intent>>;
  /** The colour of the system's bars over an app whose page does not have the theme's background. */
  foregrounds: Readonly<Record<string, string>>;
  /** The launcher's list of all apps is open, perhaps with its search field in use. */
  searching: false | "apps" | "search";
  /** The cards of the running apps are open. */
  recents: boolean;
  /** A finger is taking the app in front away; the wallpaper shows behind it. */
  lifting: boolean;
  /** The app that is on its way to its icon. */
  closing: string | undefined;
  /** Counts the times that HOME was asked for: what is open on the home screen closes. */
  homeCount: number;
  /** What is pulled down from the top. */
  shade: "closed" | "notifications" | "settings";
  /** What is written with the keyboard, and what ENTER does; undefined while it is not shown. */
  keyboard: KeyboardMode | undefined;
  /** The screen is on. */
  awake: boolean;
  /** The lock screen is in front. */
  locked: boolean;
  theme: ThemeName;
  locale: Locale;
  screen: ScreenMetrics;
  /** The latest first. */
  notifications: readonly PostedNotification[];
  /** The notification that has come down over what is in front. */
  headsUp: PostedNotification | undefined;
  /** A new object for each toast, also where the text is the same. */
  toast: { text: string } | undefined;
  volumePanel: boolean;
  /** A finger that comes in from the side. */
  backGesture: { side: "left" | "right"; yDp: number; distanceDp: number; far: boolean } | undefined;
  /** The fingers on the screen, while a setting asks to show them. */
  pointers: readonly { id: number; xPx: number; yPx: number }[];
  /** Where the text is that can be cut, copied or pasted over, in pixels. */
  textSelection: { start: Rect; end: Rect; empty: boolean; dragging: boolean } | undefined;
  /** Counts up with every change of a setting, for those who show settings. */
  settingsVersion: number;
  /** The current minute, as epoch ms. */
  minuteMs: number;
}

/** The state of the system UI, observable. */
export class SystemStore {
  #state: SystemState;
  readonly #listeners = new Set<() => void>();

  constructor(state: SystemState) {
    this.#state = state;
  }

  readonly get = (): SystemState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<SystemState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
