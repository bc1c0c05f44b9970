import type { Display } from "./display.ts";
import type { Input } from "./input.ts";

/** The device's clipboard. */
export interface Clipboard {
  get(): string;
  /** Resolves when the text of the last copy is known. Absent if it always is. */
  caughtUp?(): Promise<void>;
  set(text: string): void;
  onChange(listener: (text: string) => void): () => void;
}

/** The shade with notifications and quick settings, as driven by scrcpy and `cmd statusbar`. */
export interface Panels {
  expandNotifications(): void;
  expandSettings(): void;
  collapse(): void;
}

/** The screen's power. */
interface ScreenPower {
  readonly awake: boolean;
  wake(): void;
  /** Switches only the panel off or on, like scrcpy's display power: mirroring continues, and input still works. */
  setDisplay(on: boolean): void;
}

/** Programs that a scrcpy client can list and start. */
interface Programs {
  list(): readonly { packageName: string; label: string }[];
  /** Brings the program to the front; returns false for an unknown name. */
  start(packageName: string): boolean;
  forceStop(packageName: string): void;
}

/** The screen that scrcpy shows and controls. */
export interface Screen {
  readonly display: Display;
  readonly input: Input;
  readonly clipboard: Clipboard;
  readonly panels: Panels;
  readonly power: ScreenPower;
  readonly activities: Programs;
}
