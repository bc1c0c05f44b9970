import { promisify } from "node:util";
import x11, { type XClient, type XEvent } from "x11";

/** Requests of the used extensions (https://www.x.org/releases/current/doc), as named by x11 4.2. */
interface Extensions {
  damage: {
    ReportLevel: { NonEmpty: number };
    Create(damage: number, drawable: number, level: number): void;
    Destroy(damage: number): void;
    Subtract(damage: number, repair: number, parts: number): void;
  };
  fixes: {
    SelectionEventMask: { SetSelectionOwner: number };
    CreateRegion(region: number, rectangles: never[]): void;
    FetchRegion(region: number, answer: Answer<{ extents: { y: number; height: number } }>): void;
    SelectSelectionInput(window: number, selection: number, mask: number): void;
  };
  xtest: {
    FakeInput(type: number, detail: number, time: number, root: number, x: number, y: number): void;
  };
  randr: {
    GetScreenSizeRange(root: number, answer: Answer<{ maxWidth: number; maxHeight: number }>): void;
    GetScreenResources(root: number, answer: Answer<XResources>): void;
    CreateMode(root: number, mode: Omit<XMode, "id">, answer: Answer<number>): void;
    AddOutputMode(output: number, mode: number): void;
    SetScreenSize(root: number, width: number, height: number, widthMm: number, heightMm: number): void;
    SetCrtcConfig(
      crtc: number,
      time: number,
      configTime: number,
      x: number,
      y: number,
      mode: number,
      rotation: number,
      outputs: number[],
      answer: Answer<{ status: number }>,
    ): void;
  };
}

type Answer<T> = (error: Error | null, value: T) => void;

export interface XResources {
  crtcs: number[];
  outputs: number[];
  config_timestamp: number;
  modeinfos: XMode[];
}

interface XMode {
  id: number;
  width: number;
  height: number;
  name: string;
  dot_clock: number;
  h_sync_start: number;
  h_sync_end: number;
  h_total: number;
  h_skew: number;
  v_sync_start: number;
  v_sync_end: number;
  v_total: number;
  modeflags: number;
}

/** A client of the X server, and the server's extensions. */
export interface XConnection extends Extensions {
  client: XClient;
  root: number;
  /** Range of the server's key codes. */
  keys: { first: number; last: number };
  /** Calls the listener with each event. */
  onEvent(listener: (event: XEvent) => void): void;
  close(): void;
}

/** Sends a request to the server. Rejects with the server's error. */
export const ask = <T>(request: (answer: Answer<T>) => void): Promise<T> => promisify(request)();

/** Connects to the server of a display such as `:1`. Rejects if it does not respond or lacks an extension. */
export async function connectX(display: string, onError: (error: Error) => void): Promise<XConnection> {
  const {
    client,
    screen,
    min_keycode: first,
    max_keycode: last,
  } = await ask<import("x11").Display>((answer) => x11.createClient({ display }, answer));
  // The package shares one atom table between all servers; after a restart it would hold another server's atoms.
  client.atoms = { ...client.atoms };
  let isClosed = false;
  // The server's end is not an error after close().
  client.on("error", (error) => error && !isClosed && onError(error));
  const load = <Name extends keyof Extensions>(name: Name) =>
    ask<Extensions[Name]>((answer) => client.require(name, answer));
  const [damage, fixes, xtest, randr] = await Promise.all([
    load("damage"),
    load("fixes"),
    load("xtest"),
    load("randr"),
  ]);
  return {
    client,
    root: screen[0]?.root ?? 0,
    keys: { first, last },
    damage,
    fixes,
    xtest,
    randr,
    // Event handlers send requests, and a closed connection throws on these.
    onEvent: (listener) => client.on("event", (event) => isClosed || listener(event)),
    close() {
      isClosed = true;
      client.close();
    },
  };
}
