import type { Bounds } from "@terrarium/ui-tree/bounds";
import { ask, type XConnection } from "./x-connection.ts";
import { atom, numbers, property } from "./x-properties.ts";

const UNMAPPED = 0;
/** Limits in units of 32 bits. */
const LIMITS = { windows: 200, title: 64 };

/** A window managed by the window manager. */
export interface StackedWindow {
  /** The X server's number for it. */
  id: number;
  /** Process id that the program reports; 0 if it reports none. */
  pid: number;
  title: string;
  /** Whether the window has keyboard focus. */
  isActive: boolean;
  bounds: Bounds;
}

/**
 * Returns the visible windows, lowest first (Extended Window Manager Hints, _NET_CLIENT_LIST_STACKING); none without a
 * window manager.
 */
export async function stackedWindows(x: XConnection): Promise<StackedWindow[]> {
  const names = ["_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW", "_NET_WM_PID", "_NET_WM_NAME"];
  const [stacking = 0, active = 0, pid = 0, title = 0] = await Promise.all(names.map((name) => atom(x, name)));
  const [windows, [front]] = await Promise.all([
    property(x, x.root, stacking, LIMITS.windows).then(numbers),
    property(x, x.root, active, 1).then(numbers),
  ]);
  const found = await Promise.all(
    windows.map((window) => look(x, window, { pid, title }, window === front).catch(() => undefined)),
  );
  return found.filter((window) => window !== undefined);
}

/** Returns undefined for a hidden window; rejects if it was closed meanwhile. */
async function look(
  x: XConnection,
  window: number,
  names: { pid: number; title: number },
  isActive: boolean,
): Promise<StackedWindow | undefined> {
  const { client, root } = x;
  const [{ mapState }, { width, height }, { destX: left, destY: top }, pids, title] = await Promise.all([
    ask<{ mapState: number }>((answer) => client.GetWindowAttributes(window, answer)),
    ask<{ width: number; height: number }>((answer) => client.GetGeometry(window, answer)),
    ask<{ destX: number; destY: number }>((answer) => client.TranslateCoordinates(window, root, 0, 0, answer)),
    property(x, window, names.pid, 1),
    property(x, window, names.title, LIMITS.title),
  ]);
  if (mapState === UNMAPPED) return undefined;
  const [pid = 0] = numbers(pids);
  return {
    id: window,
    pid,
    title: title.toString(),
    isActive,
    bounds: { left, top, right: left + width, bottom: top + height },
  };
}
