import { DEFAULT_FILES_PATH, DEVICE_UDID, proxyPath, screenSocketPath } from "@terrarium/contract/proxy";

/** What the viewer shows; the names are those of the live actions' fragment. */
const VIEWER_ACTIONS = ["stream", "shell", "list-files"] as const;
export type ViewerAction = (typeof VIEWER_ACTIONS)[number];

/** What the page's address asks for. */
export interface ViewerAddress {
  sandboxId: string;
  action: ViewerAction;
  /** The folder that list-files shows. */
  path: string;
  /** Where the screen's packets come from. */
  screenSocketUrl: string;
}

type PageLocation = Pick<Location, "origin" | "pathname" | "hash">;

/**
 * Reads `/api/v1/proxy/{id}/#!action=…&udid=…&path=…&ws=…`. What is missing or unknown falls back to the screen; `ws`
 * counts only if it leads to this sandbox on this host, since the token is sent there.
 */
export function readAddress({ origin, pathname, hash }: PageLocation): ViewerAddress {
  const sandboxId = readSandboxId(pathname);
  const fragment = new URLSearchParams(hash.replace(/^#!?/, ""));
  const action = fragment.get("action");
  return {
    sandboxId,
    action: VIEWER_ACTIONS.find((known) => known === action) ?? "stream",
    path: (fragment.get("path") ?? DEFAULT_FILES_PATH) || "/",
    screenSocketUrl:
      trustedSocketUrl(fragment.get("ws"), origin, sandboxId) ?? socketUrl(origin, screenSocketPath(sandboxId)),
  };
}

/** The fragment under which the page shows something. */
export function fragmentOf(action: ViewerAction, path?: string): string {
  const folder = action === "list-files" ? `&path=${encodePath(path ?? DEFAULT_FILES_PATH)}` : "";
  return `#!action=${action}&udid=${DEVICE_UDID}${folder}`;
}

/** A path of this server as a WebSocket address. */
export const socketUrl = (origin: string, path: string): string => `${origin.replace(/^http/, "ws")}${path}`;

function readSandboxId(pathname: string): string {
  const [, encoded = ""] = /^\/api\/v1\/proxy\/([^/]+)\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function trustedSocketUrl(given: string | null, origin: string, sandboxId: string): string | undefined {
  if (given === null || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const isOurs = url.origin === socketUrl(origin, "") && url.pathname === proxyPath(sandboxId);
  return isOurs && url.username === "" && url.password === "" ? url.href : undefined;
}

/** Slashes stay readable. */
const encodePath = (path: string): string => encodeURIComponent(path).replaceAll("%2F", "/");
