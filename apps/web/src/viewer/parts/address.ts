import { type BoxRight, readRights } from "@terrarium/contract/box-rights";
import { DEVICE_UDID, embedPath, LINK_FIELDS, proxyPath, screenSocketPath } from "@terrarium/contract/proxy";
import { SANDBOX_KINDS, type SandboxKind } from "@terrarium/contract/sandbox-kind";

/** Views of the viewer, named like the live actions' fragments. */
const VIEWER_ACTIONS = ["stream", "shell", "list-files"] as const;
export type ViewerAction = (typeof VIEWER_ACTIONS)[number];

/** The parsed address of the page. */
export interface ViewerAddress {
  sandboxId: string;
  action: ViewerAction;
  /** The folder for list-files. Undefined means the initial folder of the sandbox. */
  path: string | undefined;
  /** Address of the screen's WebSocket. */
  screenSocketUrl: string;
  /** Set if the address contains a link's token. */
  link: ViewerLink | undefined;
  /**
   * Whether only the device is shown. The page may be embedded in another site, so the user's own session is not used.
   */
  isBare: boolean;
}

/**
 * A link's token, with its rights and kind from the address. These are hints for the page; the server enforces the
 * rights.
 */
interface ViewerLink {
  token: string;
  rights: BoxRight[];
  kind: SandboxKind | undefined;
}

type PageLocation = Pick<Location, "origin" | "pathname" | "hash">;

/**
 * Parses `/api/v1/proxy/{id}/#!action=…&udid=…&path=…&ws=…`. Missing or unknown values default to the screen. `ws` is
 * used only for this sandbox on this host, because the token is sent there.
 */
export function readAddress({ origin, pathname, hash }: PageLocation): ViewerAddress {
  const sandboxId = readSandboxId(pathname);
  const fragment = readFragment(hash);
  const action = fragment.get("action");
  return {
    sandboxId,
    action: VIEWER_ACTIONS.find((known) => known === action) ?? "stream",
    path: readPath(fragment),
    screenSocketUrl:
      trustedSocketUrl(fragment.get("ws"), origin, sandboxId) ?? socketUrl(origin, screenSocketPath(sandboxId)),
    link: readLink(fragment),
    isBare: pathname === embedPath(sandboxId),
  };
}

function readLink(fragment: URLSearchParams): ViewerLink | undefined {
  const token = fragment.get(LINK_FIELDS.token) ?? "";
  const rights = readRights(fragment.get(LINK_FIELDS.rights) ?? "view");
  const kind = SANDBOX_KINDS.find((known) => known === fragment.get(LINK_FIELDS.kind));
  // A WebSocket header carries the token, so other characters are invalid.
  return /^[\w-]+$/.test(token) ? { token, rights, kind } : undefined;
}

/** Returns the folder of a fragment. An empty path is the root. */
export const readPath = (fragment: URLSearchParams): string | undefined => {
  const path = fragment.get("path");
  return path === "" ? "/" : (path ?? undefined);
};

/** Returns the fragment for a view. For a link's page, `from` is its current fragment. */
export function fragmentOf(action: ViewerAction, path?: string, from = location.hash): string {
  const folder = action === "list-files" && path !== undefined ? `&path=${encodePath(path)}` : "";
  const link = readLink(readFragment(from));
  const kind = link?.kind === undefined ? "" : `&${LINK_FIELDS.kind}=${link.kind}`;
  const access = link
    ? `${kind}&${LINK_FIELDS.rights}=${link.rights.join(",")}&${LINK_FIELDS.token}=${link.token}`
    : "";
  return `#!action=${action}&udid=${DEVICE_UDID}${folder}${access}`;
}

const readFragment = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#!?/, ""));

/** Returns the WebSocket address of a path on this server. */
export const socketUrl = (origin: string, path: string): string => `${origin.replace(/^http/, "ws")}${path}`;

function readSandboxId(pathname: string): string {
  const [, encoded = ""] = /^\/api\/v1\/proxy\/([^/]+)(?:\/(?:embed)?)?$/.exec(pathname) ?? [];
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

/** Keeps slashes readable. */
const encodePath = (path: string): string => encodeURIComponent(path).replaceAll("%2F", "/");
