import type { Display, Rotation } from "@terrarium/adb-device/ports/display";
import { batteryOf, POWER_SOURCES, powerSource } from "@terrarium/phone-system/battery";
import type { Clock, Timer } from "@terrarium/phone-system/clock";
import type { DeviceSettings, SettingChange } from "@terrarium/phone-system/device-settings";
import type { Power } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { Language } from "../services/language.ts";
import type { ScreenMetrics, SystemStore } from "../services/system-store.ts";
import { wallpaperNamed, type WallpaperName } from "../services/wallpapers/wallpapers.ts";
import type { ThemeName } from "../theme.ts";

const DP_PER_INCH = 160;
const LARGEST_FONT_SCALE = 2;
const SMALLEST_FONT_SCALE = 0.7;

export interface ScreenSize {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
}

/** Applies settings to the screen: rotation, theme, wallpaper, font size, language and timeout. */
export class ScreenControl {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #settings: DeviceSettings;
  /** The size without rotation. */
  readonly #size: ScreenSize;
  readonly #language: () => Language;
  readonly #resizeListeners = new Set<() => void>();
  readonly #stopListening: () => void;
  #sleepTimer: Timer | undefined;

  /** Ends other activities when the screen turns off, and calls `sleep`. */
  readonly #onSleep: () => void;
  readonly #isReading: () => boolean;
  readonly #clock: Clock;

  constructor(options: {
    stage: Stage;
    store: SystemStore;
    settings: DeviceSettings;
    size: ScreenSize;
    clock: Clock;
    /** Returns the language of the settings. */
    language: () => Language;
    /** Returns whether an app is waiting for files of the device. */
    isReading: () => boolean;
    onSleep: () => void;
  }) {
    this.#onSleep = options.onSleep;
    this.#isReading = options.isReading;
    this.#clock = options.clock;
    this.#stage = options.stage;
    this.#store = options.store;
    this.#settings = options.settings;
    this.#size = options.size;
    this.#language = options.language;
    this.#stopListening = options.settings.onChange((change) => this.#stage.run(() => this.#apply(change)));
    this.#resizeStage();
    this.#applyLooks();
    this.noteActivity();
  }

  createDisplay(): Display {
    const stage = this.#stage;
    const store = this.#store;
    const isReading = this.#isReading;
    return {
      get widthPx() {
        return stage.widthPx;
      },
      get heightPx() {
        return stage.heightPx;
      },
      get densityDpi() {
        return store.get().screen.densityDpi;
      },
      physical: this.#size,
      get rotation() {
        return store.get().screen.rotation;
      },
      onResize: (listener) => {
        this.#resizeListeners.add(listener);
        return () => this.#resizeListeners.delete(listener);
      },
      rotate: () => this.rotate(),
      capturePng: () => {
        stage.clock.settle();
        return stage.capturePng();
      },
      picture: (widthPx, heightPx) => stage.picture(widthPx, heightPx),
      get changing() {
        return stage.moving || stage.loading || isReading();
      },
      onFrame: (listener) => stage.onFrame(listener),
    };
  }

  createPower(): Power {
    const store = this.#store;
    const run = (does: () => void): void => this.#stage.run(does);
    let displayOn = true;
    return {
      get awake() {
        return store.get().awake;
      },
      get locked() {
        return store.get().locked;
      },
      wake: () => run(() => this.wake()),
      sleep: () => run(() => this.#onSleep()),
      get displayOn() {
        return displayOn;
      },
      setDisplay: (on) => {
        displayOn = on;
      },
      unlock: () =>
        run(() => {
          this.wake();
          this.unlock();
        }),
    };
  }

  /** Switches between portrait and landscape. */
  rotate(): void {
    const { rotation } = this.#store.get().screen;
    this.#settings.put("system", "accelerometer_rotation", "0");
    this.#settings.put("system", "user_rotation", rotation % 2 === 0 ? "1" : "0");
  }

  wake(): void {
    if (!this.#store.get().awake) this.#store.set({ awake: true });
    this.noteActivity();
  }

  /** Turns the screen off. After waking, the lock screen is in front, unless it is disabled. */
  sleep(): void {
    const locked = !this.#settings.isOn("secure", "lockscreen.disabled");
    this.#sleepTimer?.cancel();
    this.#stage.focus(undefined);
    this.#store.set({ awake: false, locked, shade: "closed", recents: false, headsUp: undefined });
  }

  unlock(): void {
    this.#store.set({ locked: false });
  }

  /** Restarts the screen timeout after user activity. */
  noteActivity(): void {
    this.#sleepTimer?.cancel();
    const timeoutMs = this.#settings.number("system", "screen_off_timeout", 0);
    if (timeoutMs <= 0 || !this.#store.get().awake || staysOn(this.#settings)) return;
    this.#sleepTimer = this.#stage.clock.startTimer(timeoutMs, () => this.#stage.run(() => this.#onSleep()));
  }

  dispose(): void {
    this.#sleepTimer?.cancel();
    this.#stopListening();
    this.#resizeListeners.clear();
  }

  #apply({ key }: SettingChange): void {
    this.#store.set({ settingsVersion: this.#store.get().settingsVersion + 1 });
    if (RESIZING_KEYS.has(key)) this.#resizeStage();
    else if (key === "ui_night_mode" || key === "low_power") this.applyTheme();
    else if (key === "wallpaper") this.#store.set({ wallpaper: wallpaperOf(this.#settings) });
    else if (key === "system_locales") {
      this.#resizeStage();
      this.#store.set({ language: this.#language() });
    } else if (key === "screen_off_timeout" || key === "stay_on_while_plugged_in" || key.startsWith("battery_"))
      this.noteActivity();
    else this.#applyLooks();
  }

  /** Follows the settings of the theme; an automatic one also depends on the time. */
  applyTheme(): void {
    const theme = themeOf(this.#settings, this.#clock);
    if (theme !== this.#store.get().theme) this.#store.set({ theme });
  }

  #applyLooks(): void {
    const settings = this.#settings;
    this.#stage.setInverted(settings.isOn("secure", "accessibility_display_inversion_enabled"));
    this.#stage.animationScales = {
      window: animationScale(settings, "window_animation_scale"),
      transition: animationScale(settings, "transition_animation_scale"),
      animator: animationScale(settings, "animator_duration_scale"),
    };
    const highContrast = settings.isOn("secure", "high_text_contrast_enabled");
    if (highContrast !== this.#store.get().highContrast) this.#store.set({ highContrast });
  }

  #resizeStage(): void {
    const before = this.#store.get().screen;
    const screen = metricsOf(this.#settings, this.#size);
    this.#stage.resize({ ...screen, japanese: isJapaneseFirst(this.#settings) });
    this.#store.set({ screen });
    if (before.widthPx === screen.widthPx && before.heightPx === screen.heightPx) return;
    for (const listener of this.#resizeListeners) listener();
  }
}

const SMALLEST_SCREEN_PX = 200;
const LARGEST_SCREEN_PX = 4096;
const SMALLEST_DENSITY_DPI = 72;
const LARGEST_DENSITY_DPI = 960;

/** The settings that affect the size of the screen or of its content. */
const RESIZING_KEYS: ReadonlySet<string> = new Set([
  "user_rotation",
  "accelerometer_rotation",
  "font_scale",
  "display_size_forced",
  "display_density_forced",
]);

/** Returns the size set by `wm size` and `wm density`, or the screen's own (AOSP DisplayWindowSettings.java). */
function forcedSize(settings: DeviceSettings, size: ScreenSize): ScreenSize {
  const [width, height] = (settings.get("global", "display_size_forced") ?? "").split(",").map(Number);
  const density = settings.number("secure", "display_density_forced", size.densityDpi);
  const valid = (px: number | undefined): px is number =>
    px !== undefined && Number.isInteger(px) && px >= SMALLEST_SCREEN_PX && px <= LARGEST_SCREEN_PX;
  return {
    ...(valid(width) && valid(height)
      ? { widthPx: width, heightPx: height }
      : { widthPx: size.widthPx, heightPx: size.heightPx }),
    densityDpi: Math.min(LARGEST_DENSITY_DPI, Math.max(SMALLEST_DENSITY_DPI, density)),
  };
}

/** Returns the screen's size with the rotation from the settings. */
export function metricsOf(settings: DeviceSettings, physical: ScreenSize): ScreenMetrics {
  const size = forcedSize(settings, physical);
  const { densityDpi } = size;
  // Automatic rotation always means portrait; only the user's setting rotates the device.
  const turned = settings.isOn("system", "accelerometer_rotation") ? 0 : settings.number("system", "user_rotation", 0);
  const rotation = rotationOf(turned);
  const fontScale = settings.number("system", "font_scale", 1);
  const sideways = rotation % 2 === 1;
  const widthPx = sideways ? size.heightPx : size.widthPx;
  const heightPx = sideways ? size.widthPx : size.heightPx;
  return {
    widthPx,
    heightPx,
    densityDpi,
    ownDensityDpi: physical.densityDpi,
    rotation,
    widthDp: (widthPx * DP_PER_INCH) / densityDpi,
    heightDp: (heightPx * DP_PER_INCH) / densityDpi,
    fontScale: Math.min(LARGEST_FONT_SCALE, Math.max(SMALLEST_FONT_SCALE, fontScale)),
  };
}

function rotationOf(value: number): Rotation {
  return value === 1 || value === 2 || value === 3 ? value : 0;
}

/** Hours of the automatic theme's night, as the phone knows no position (AOSP TwilightManager.java). */
const NIGHT = { startHour: 22, endHour: 6 };
const NIGHT_MODES = { automatic: "0", light: "1" } as const;

export function themeOf(settings: DeviceSettings, clock: Clock): ThemeName {
  const mode = settings.get("secure", "ui_night_mode");
  if (settings.isOn("global", "low_power")) return "dark";
  if (mode === NIGHT_MODES.automatic) {
    const hour = new Date(clock.nowMs()).getHours();
    return hour >= NIGHT.startHour || hour < NIGHT.endHour ? "dark" : "light";
  }
  return mode === NIGHT_MODES.light ? "light" : "dark";
}

/** AOSP WindowManagerService.java, fixScale. */
const LARGEST_ANIMATION_SCALE = 20;

function animationScale(settings: DeviceSettings, key: string): number {
  return Math.max(0, Math.min(LARGEST_ANIMATION_SCALE, settings.number("global", key, 1)));
}

/** Returns whether the screen stays on at the present power source; the setting has a bit for each. */
function staysOn(settings: DeviceSettings): boolean {
  const source = powerSource(batteryOf(settings));
  const sources = settings.number("global", "stay_on_while_plugged_in", 0);
  return source !== undefined && (sources & POWER_SOURCES[source]) !== 0;
}

export function wallpaperOf(settings: DeviceSettings): WallpaperName {
  return wallpaperNamed(settings.get("secure", "wallpaper"));
}

function isJapaneseFirst(settings: DeviceSettings): boolean {
  return /^ja\b/i.test(settings.get("system", "system_locales") ?? "");
}
