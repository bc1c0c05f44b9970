import type { Display } from "./display.ts";
import type { Input } from "./input.ts";

/** The device's one clipboard. */
export interface Clipboard {
  get(): string;
  /** Resolves when that is what was copied last. One without it always is. */
  caughtUp?(): Promise<void>;
  set(text: string): void;
  onChange(listener: (text: string) => void): () => void;
}

/** The shade with notifications and quick settings, as scrcpy and `cmd statusbar` drive it. */
export interface Panels {
  expandNotifications(): void;
  expandSettings(): void;
  collapse(): void;
}

/** The screen's power. */
interface ScreenPower {
  readonly awake: boolean;
  wake(): void;
  /** Turns only the panel dark, as scrcpy's display power does: what is mirrored goes on, and input still works. */
  setDisplay(on: boolean): void;
}

/** The programs that a mirror's client can list and start. */
interface Programs {
  list(): readonly { packageName: string; label: string }[];
  /** Brings the program to the front; false if there is none of that name. */
  start(packageName: string): boolean;
  forceStop(packageName: string): void;
}

/** What the mirror shows and drives. */
export interface Screen {
  readonly display: Display;
  readonly input: Input;
  readonly clipboard: Clipboard;
  readonly panels: Panels;
  readonly power: ScreenPower;
  readonly activities: Programs;
}
