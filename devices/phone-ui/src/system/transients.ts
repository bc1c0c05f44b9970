import type { Timer } from "@terrarium/phone-system/clock";
import type { DeviceSettings } from "@terrarium/phone-system/device-settings";
import type { Stage } from "../render/stage.ts";
import type { SystemStore } from "../services/system-store.ts";

/** AOSP AudioService: steps of the media volume. */
export const LOUDEST_VOLUME = 15;
const BRIGHTEST = 255;
/** Lowest brightness by keys. */
const DARKEST = 5;
const BRIGHTNESS_STEPS = 10;
const SHOWN_MS = 2500;

/** Short-lived elements over the screen: toasts and the volume panel. */
export class Transients {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #settings: DeviceSettings;
  #toastTimer: Timer | undefined;
  #volumeTimer: Timer | undefined;

  constructor(stage: Stage, store: SystemStore, settings: DeviceSettings) {
    this.#stage = stage;
    this.#store = store;
    this.#settings = settings;
  }

  showToast(text: string): void {
    this.#toastTimer?.cancel();
    this.#store.set({ toast: { text } });
    this.#toastTimer = this.#later(() => this.#store.set({ toast: undefined }));
  }

  get volume(): number {
    return this.#settings.number("system", "volume_music", 0);
  }

  /** Sets the media volume and shows the panel. */
  setVolume(volume: number): void {
    this.#settings.put("system", "volume_music", `${Math.max(0, Math.min(LOUDEST_VOLUME, volume))}`);
    if (!this.#store.get().awake) return;
    this.#volumeTimer?.cancel();
    this.#store.set({ volumePanel: true });
    this.#volumeTimer = this.#later(() => this.#store.set({ volumePanel: false }));
  }

  changeBrightness(steps: number): void {
    const step = BRIGHTEST / BRIGHTNESS_STEPS;
    const brightness = Math.round(this.#settings.number("system", "screen_brightness", BRIGHTEST) + steps * step);
    this.#settings.put("system", "screen_brightness", `${Math.max(DARKEST, Math.min(BRIGHTEST, brightness))}`);
  }

  dispose(): void {
    this.#toastTimer?.cancel();
    this.#volumeTimer?.cancel();
  }

  #later(change: () => void): Timer {
    return this.#stage.clock.startTimer(SHOWN_MS, () => this.#stage.run(change));
  }
}
