import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { INPUT_METHOD_ID } from "./input-method.ts";

/** The three tables of AOSP Settings.java. */
export const SETTING_NAMESPACES = ["system", "secure", "global"] as const;
export type SettingNamespace = (typeof SETTING_NAMESPACES)[number];

/** Default values; the keys are Android's where it defines one. */
const DEFAULTS: Readonly<Record<SettingNamespace, Readonly<Record<string, string>>>> = {
  system: {
    accelerometer_rotation: "0",
    font_scale: "1.0",
    haptic_feedback_enabled: "1",
    pointer_location: "0",
    screen_brightness: "255",
    screen_brightness_mode: "0",
    // Milliseconds; 0 keeps the screen on, as automation expects.
    screen_off_timeout: "0",
    show_battery_percent: "0",
    show_touches: "0",
    sound_effects_enabled: "1",
    system_locales: "en-US",
    time_12_24: "24",
    user_rotation: "0",
    volume_alarm: "6",
    volume_music: "8",
    volume_ring: "5",
  },
  secure: {
    accessibility_display_inversion_enabled: "0",
    accessibility_enabled: "0",
    default_input_method: INPUT_METHOD_ID,
    enabled_input_methods: INPUT_METHOD_ID,
    high_text_contrast_enabled: "0",
    // 0 off, 3 on (AOSP Settings.Secure, LOCATION_MODE).
    location_mode: "0",
    lock_screen_show_notifications: "1",
    "lockscreen.disabled": "0",
    // Whether the shell may set positions.
    mock_location: "0",
    // 0 three buttons, 2 gestures (AOSP WindowManagerPolicyConstants).
    navigation_mode: "2",
    notification_history_enabled: "0",
    show_ime_with_hard_keyboard: "1",
    // Icons on the home screen: 0 in their own colors, 1 in the wallpaper's.
    themed_icons: "0",
    // 0 automatic, 1 light, 2 dark (AOSP UiModeManager).
    ui_night_mode: "2",
    user_setup_complete: "1",
    wallpaper: "moss",
  },
  global: {
    adb_enabled: "1",
    airplane_mode_on: "0",
    animator_duration_scale: "1.0",
    auto_time: "1",
    auto_time_zone: "1",
    bluetooth_on: "1",
    // On, as the debug bridge is.
    development_settings_enabled: "1",
    device_name: "Terrarium",
    device_provisioned: "1",
    low_power: "0",
    // Battery level in percent at which battery saver turns on; 0 never.
    low_power_trigger_level: "0",
    mobile_data: "1",
    // 0 silent, 1 vibrate, 2 normal (AOSP AudioManager).
    mode_ringer: "2",
    stay_on_while_plugged_in: "0",
    transition_animation_scale: "1.0",
    wifi_on: "1",
    window_animation_scale: "1.0",
    zen_mode: "0",
  },
};

const defaultTables: Readonly<Record<SettingNamespace, ReadonlyMap<string, string>>> = {
  system: new Map(Object.entries(DEFAULTS.system)),
  secure: new Map(Object.entries(DEFAULTS.secure)),
  global: new Map(Object.entries(DEFAULTS.global)),
};

const tableSchema = z.record(z.string(), z.string());
const contentSchema = z.object({ system: tableSchema, secure: tableSchema, global: tableSchema });
type Content = z.infer<typeof contentSchema>;

export interface SettingChange {
  namespace: SettingNamespace;
  key: string;
  /** New value; undefined if the setting was deleted and has no default. */
  value: string | undefined;
}

/**
 * The device's settings: strings by namespace and key, used by `settings get|put|delete|list`. Any key is accepted; a
 * known key has a default and affects the device. Changed values are kept across restarts.
 */
export class DeviceSettings {
  readonly #file: JsonFile<Content>;
  /** Changed values; maps, because any word may be a key. */
  readonly #put: Readonly<Record<SettingNamespace, Map<string, string>>>;
  readonly #listeners = new Set<(change: SettingChange) => void>();
  readonly #defaults: typeof defaultTables;

  /** Reads the file if it exists; logs a damaged one. `androidId` is the setting that identifies the device to apps. */
  constructor(path: string, log: (message: string) => void, androidId?: string) {
    this.#defaults =
      androidId === undefined
        ? defaultTables
        : { ...defaultTables, secure: new Map([...defaultTables.secure, ["android_id", androidId]]) };
    this.#file = new JsonFile(path, contentSchema, log);
    const content = this.#file.read();
    const table = (namespace: SettingNamespace) => new Map(Object.entries(content?.[namespace] ?? {}));
    this.#put = { system: table("system"), secure: table("secure"), global: table("global") };
  }

  get(namespace: SettingNamespace, key: string): string | undefined {
    return this.#put[namespace].get(key) ?? this.#defaults[namespace].get(key);
  }

  /** Returns whether a switch is on: any value except "0" and none. */
  isOn(namespace: SettingNamespace, key: string): boolean {
    return (this.get(namespace, key) ?? "0") !== "0";
  }

  /** Returns a numeric setting, or the fallback for an invalid number. */
  number(namespace: SettingNamespace, key: string, fallback: number): number {
    const value = Number.parseFloat(this.get(namespace, key) ?? "");
    return Number.isFinite(value) ? value : fallback;
  }

  /** Sets a value. Throws without a change if the file cannot be written. */
  put(namespace: SettingNamespace, key: string, value: string): void {
    if (this.get(namespace, key) !== value) this.#change(namespace, key, value);
  }

  /**
   * Resets a value to its default; returns false if it was not changed before. Throws without a change if the file
   * cannot be written.
   */
  delete(namespace: SettingNamespace, key: string): boolean {
    if (!this.#put[namespace].has(key)) return false;
    this.#change(namespace, key, undefined);
    return true;
  }

  /** Returns all settings with a value, sorted by key. */
  list(namespace: SettingNamespace): [key: string, value: string][] {
    return [...new Map([...this.#defaults[namespace], ...this.#put[namespace]])].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    );
  }

  onChange(listener: (change: SettingChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(namespace: SettingNamespace, key: string, value: string | undefined): void {
    const table = this.#put[namespace];
    const before = table.get(key);
    assign(table, key, value);
    const { system, secure, global } = this.#put;
    try {
      this.#file.write({
        system: Object.fromEntries(system),
        secure: Object.fromEntries(secure),
        global: Object.fromEntries(global),
      });
    } catch (error) {
      // An unstorable value would also block all later writes.
      assign(table, key, before);
      throw error;
    }
    const change = { namespace, key, value: this.get(namespace, key) };
    for (const listener of this.#listeners) listener(change);
  }
}

function assign(table: Map<string, string>, key: string, value: string | undefined): void {
  if (value === undefined) table.delete(key);
  else table.set(key, value);
}
