import type { Rotation } from "@terrarium/adb-device/ports/display";
import type { Intent, PostedNotification } from "@terrarium/phone-system/system-ui";
import type { EnterAction, InputType } from "../render/node.ts";
import type { Rect } from "../render/rect.ts";
import type { ThemeName } from "../theme.ts";
import type { Language } from "./language.ts";
import type { WallpaperName } from "./wallpapers/wallpapers.ts";

/** Mode of the on-screen keyboard. */
export interface KeyboardMode {
  enterAction: EnterAction | "newline";
  inputType: InputType;
  /** Whether the next character begins a sentence, in fields that capitalize sentences. */
  beginsSentence: boolean;
  /** Whether words may be suggested; false for passwords, addresses and commands. */
  suggests: boolean;
}

/** The screen as seen by apps: rotated, and in dp. */
export interface ScreenMetrics {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  /** Density without an override by `wm density` or the user. */
  ownDensityDpi: number;
  rotation: Rotation;
  widthDp: number;
  heightDp: number;
  fontScale: number;
}

/** A finger on the screen. */
export interface Pointer {
  id: number;
  xPx: number;
  yPx: number;
}

export interface SystemState {
  /** The app in front; undefined on the home screen. */
  front: string | undefined;
  /** Apps started and not stopped, the most recently used first. */
  running: readonly string[];
  /** Latest intent of each app. */
  intents: Readonly<Record<string, Intent>>;
  /** Color of the system's bars over an app, for pages without the theme's background. */
  foregrounds: Readonly<Record<string, string>>;
  /** Whether the launcher's list of all apps is open, and whether its search field is in use. */
  searching: false | "apps" | "search";
  /** Whether the cards of the running apps are open. */
  recents: boolean;
  /** Whether a finger is dragging the app in front away, with the wallpaper behind it. */
  lifting: boolean;
  /** The app that is closing towards its icon. */
  closing: string | undefined;
  /** Number of HOME requests; each closes all that is open on the home screen. */
  homeCount: number;
  /** State of the shade at the top. */
  shade: "closed" | "notifications" | "settings";
  /** Mode of the keyboard, with the action of ENTER; undefined while the keyboard is hidden. */
  keyboard: KeyboardMode | undefined;
  /** The word at the caret, for which the keyboard suggests others; "" without one. */
  composing: string;
  /** Whether the screen is on. */
  awake: boolean;
  /** Whether the lock screen is in front. */
  locked: boolean;
  theme: ThemeName;
  /** Whether text has the highest contrast that its background allows. */
  highContrast: boolean;
  wallpaper: WallpaperName;
  language: Language;
  screen: ScreenMetrics;
  /** The latest first. */
  notifications: readonly PostedNotification[];
  /** Notifications posted since the history was turned on, the latest first. */
  notificationHistory: readonly PostedNotification[];
  /** The heads-up notification over the current screen. */
  headsUp: PostedNotification | undefined;
  /** A new object for each toast, even with the same text. */
  toast: { text: string } | undefined;
  volumePanel: boolean;
  /** The back gesture from the left or right edge. */
  backGesture: { side: "left" | "right"; yDp: number; distanceDp: number; far: boolean } | undefined;
  /** The fingers on the screen, recorded while a setting shows them. */
  pointers: readonly Pointer[];
  /** The fingers' latest positions since the first touch, the oldest first. */
  pointerTrail: readonly Pointer[];
  /** Position of the selected text that can be cut, copied or replaced, in pixels. */
  textSelection: { start: Rect; end: Rect; empty: boolean; dragging: boolean } | undefined;
  /** Number of changes of settings; components that show settings depend on it. */
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
