import type { Clipboard, Screen } from "@terrarium/adb-device/ports/screen";
import { stackedWindows, type StackedWindow } from "./stacked-windows.ts";
import { windowManagerIsThere } from "./window-manager.ts";
import { XClipboard } from "./x-clipboard.ts";
import { connectX } from "./x-connection.ts";
import { XDisplay } from "./x-display.ts";
import { XInput } from "./x-input.ts";
import { XKeyboard } from "./x-keyboard.ts";
import { XPing } from "./x-ping.ts";
import { startXServer, type XServer } from "./x-server.ts";

/**
 * A screen without a phone behind it: it has no notification shade, does not sleep, and programs are started from the
 * shell.
 */
export interface DesktopScreen extends Screen {
  readonly display: XDisplay;
  readonly input: XInput;
  readonly clipboard: Clipboard;
  /** Display name for programs, such as `:1`. */
  readonly name: string;
  /** Resolves when the windows are arranged, or after a timeout. */
  arranged(): Promise<void>;
  /** Returns the visible windows, lowest first. */
  windows(): Promise<StackedWindow[]>;
  /** Resolves when the X server has ended. */
  readonly exited: Promise<void>;
  close(): void;
}

export interface DesktopScreenOptions {
  folder: string;
  widthPx: number;
  heightPx: number;
  dpi: number;
  hasGl: boolean;
  environment: Record<string, string>;
  onError: (error: Error) => void;
}

/** Starts an X server with its pixels in a file in `folder`, and connects to it. Rejects with the cause. */
export async function startDesktopScreen(options: DesktopScreenOptions): Promise<DesktopScreen> {
  const server = await startXServer(options.folder, options, options.environment);
  // Requests to a server that ends never settle.
  const ended = server.exited.then(() => Promise.reject(new Error("Xvfb ended before it answered")));
  try {
    return await Promise.race([connectScreen(server, options), ended]);
  } catch (error) {
    server.stop();
    throw error;
  }
}

async function connectScreen(
  server: XServer,
  { widthPx, heightPx, dpi, onError }: DesktopScreenOptions,
): Promise<DesktopScreen> {
  const x = await connectX(server.display, onError);
  const size = { widthPx, heightPx, dpi };
  const display = new XDisplay(x, server.framebufferPath, size);
  const ping = await XPing.of(x);
  const [keyboard, clipboard] = await Promise.all([
    XKeyboard.of(x, () => ping.caughtUp()),
    XClipboard.of(x),
    display.resize(size),
  ]);
  return {
    display,
    input: new XInput(x, keyboard),
    clipboard,
    panels: { expandNotifications: () => undefined, expandSettings: () => undefined, collapse: () => undefined },
    power: { awake: true, wake: () => undefined, setDisplay: () => undefined },
    activities: { list: () => [], start: () => false, forceStop: () => undefined },
    name: server.display,
    arranged: () => windowManagerIsThere(x),
    windows: () => stackedWindows(x),
    exited: server.exited,
    close() {
      x.close();
      display.close();
      server.stop();
    },
  };
}
