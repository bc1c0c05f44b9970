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

/** A screen that no phone is behind: it has no shade, does not sleep, and its programs are started in the shell. */
export interface DesktopScreen extends Screen {
  readonly display: XDisplay;
  readonly input: XInput;
  readonly clipboard: Clipboard;
  /** What its programs find it by, such as `:1`. */
  readonly name: string;
  /** Resolves when its windows are arranged, or are not for a while. */
  arranged(): Promise<void>;
  /** The windows that show, from the lowest on. */
  windows(): Promise<StackedWindow[]>;
  /** Resolves when its server has ended. */
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
  // Who asks a server that ends waits for ever.
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
