import { type BoxRight, readRights } from "@terrarium/contract/box-rights";
import { DEVICE_UDID, embedPath, LINK_FIELDS, proxyPath, screenSocketPath } from "@terrarium/contract/proxy";
import { SANDBOX_KINDS, type SandboxKind } from "@terrarium/contract/sandbox-kind";

/** What the viewer shows; the names are those of the live actions' fragment. */
const VIEWER_ACTIONS = ["stream", "shell", "list-files"] as const;
export type ViewerAction = (typeof VIEWER_ACTIONS)[number];

/** What the page's address asks for. */
export interface ViewerAddress {
  sandboxId: string;
  action: ViewerAction;
  /** The folder that list-files shows; undefined: the one that the sandbox's files begin with. */
  path: string | undefined;
  /** Where the screen's packets come from. */
  screenSocketUrl: string;
  /** Given if the address lets whoever has it in. */
  link: ViewerLink | undefined;
  /** Whether the device is shown alone, maybe in somebody else's page, which the person's own session is kept from. */
  isBare: boolean;
}

/** A link's token and what its address says of it. The address is a hint for the page; the server enforces the rights. */
interface ViewerLink {
  token: string;
  rights: BoxRight[];
  kind: SandboxKind | undefined;
}

type PageLocation = Pick<Location, "origin" | "pathname" | "hash">;

/**
 * Reads `/api/v1/proxy/{id}/#!action=…&udid=…&path=…&ws=…`. What is missing or unknown falls back to the screen; `ws`
 * counts only if it leads to this sandbox on this host, since the token is sent there.
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
  // A token goes into the header of a WebSocket, which takes no other characters.
  return /^[\w-]+$/.test(token) ? { token, rights, kind } : undefined;
}

/** The folder that a fragment names; an empty one is the root. */
export const readPath = (fragment: URLSearchParams): string | undefined => {
  const path = fragment.get("path");
  return path === "" ? "/" : (path ?? undefined);
};

/** The fragment under which the page shows something; of a link's page, `from` is its present one. */
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

/** A path of this server as a WebSocket address. */
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

/** Slashes stay readable. */
const encodePath = (path: string): string => encodeURIComponent(path).replaceAll("%2F", "/");
