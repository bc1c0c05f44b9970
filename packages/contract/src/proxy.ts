import type { BoxRight } from "./box-rights.ts";
import { WORKING_DIR } from "./limits.ts";
import { boxTypeOf, type SandboxKind } from "./sandbox-kind.ts";

/** Address of the device inside its sandbox. The fragments of the live actions contain it. */
export const DEVICE_UDID = "localhost:5555";
export const SCREEN_REMOTE = "tcp:8886";

/**
 * Returns the folder in which the file browser of a sandbox starts: the folder of its commands, without the leading
 * slash, as in the fragment.
 */
export const firstFilesPath = (kind: SandboxKind): string => WORKING_DIR[boxTypeOf({ kind })].slice(1);

/** Returns the path of a sandbox's viewer page, the base of all paths below. */
export const proxyPath = (sandboxId: string): string => `/api/v1/proxy/${encodeURIComponent(sandboxId)}/`;

/** WebSocket actions: a shell, the log or the screen. */
export const PROXY_ACTIONS = { shell: "shell", log: "log", screen: "proxy-adb" } as const;

export const shellSocketPath = (sandboxId: string, size = { rows: 24, columns: 80 }): string =>
  `${proxyPath(sandboxId)}?action=${PROXY_ACTIONS.shell}&udid=${DEVICE_UDID}&rows=${size.rows}&columns=${size.columns}`;

export const screenSocketPath = (sandboxId: string): string =>
  `${proxyPath(sandboxId)}?action=${PROXY_ACTIONS.screen}&remote=${encodeURIComponent(SCREEN_REMOTE)}&udid=${encodeURIComponent(DEVICE_UDID)}`;

/**
 * Returns the path of the device's log socket. It sends the lines that `logcat -v threadtime` prints, and accepts no
 * input.
 */
export const logSocketPath = (sandboxId: string): string =>
  `${proxyPath(sandboxId)}?action=${PROXY_ACTIONS.log}&udid=${DEVICE_UDID}`;

/** Returns the addresses of the live actions, as the console opens them in a new tab. `origin` is like https://host. */
export const liveActionUrls = (origin: string, sandboxId: string, kind: SandboxKind = "phone") => {
  const page = `${origin}${proxyPath(sandboxId)}#!`;
  const socket = `${origin.replace(/^http/, "ws")}${screenSocketPath(sandboxId)}`;
  return {
    shell: `${page}action=shell&udid=${DEVICE_UDID}`,
    files: `${page}action=list-files&udid=${DEVICE_UDID}&path=${firstFilesPath(kind)}`,
    screen: `${page}action=stream&udid=${DEVICE_UDID}&player=webcodecs&ws=${encodeURIComponent(socket)}`,
  };
};

/** Returns the path of the viewer page that shows only the device. Any page may embed it. */
export const embedPath = (sandboxId: string): string => `${proxyPath(sandboxId)}embed`;

/** Fields in the fragment of a viewer page's address, after the action: the link's token, rights and sandbox kind. */
export const LINK_FIELDS = { token: "token", rights: "rights", kind: "kind" } as const;

/**
 * Returns addresses of viewer pages for people without a session. The token is in the fragment, which browsers do not
 * send to a server.
 */
export const linkUrls = (
  origin: string,
  sandboxId: string,
  { token, rights, kind }: { token: string; rights: readonly BoxRight[]; kind: SandboxKind },
) => {
  const link = `&${LINK_FIELDS.kind}=${kind}&${LINK_FIELDS.rights}=${rights.join(",")}&${LINK_FIELDS.token}=${token}`;
  const fragment = (action: string) => `#!action=${action}&udid=${DEVICE_UDID}${link}`;
  return {
    screen: `${origin}${proxyPath(sandboxId)}${fragment("stream")}`,
    rawScreen: `${origin}${embedPath(sandboxId)}${fragment("stream")}`,
    shell: `${origin}${proxyPath(sandboxId)}${fragment("shell")}`,
  };
};

/**
 * Browsers cannot set headers on a WebSocket, so the session token is offered as a second subprotocol: `new
 * WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token])`. The server selects the first.
 */
export const PROXY_PROTOCOL = "terrarium.v1";
export const BEARER_PROTOCOL_PREFIX = "bearer.";

/**
 * Close code of a server that shuts down. This or another server accepts a new connection at once.
 * iana.org/assignments/websocket
 */
export const SERVICE_RESTART = 1012;

/** WebSocket close codes of this API. The close reason describes the problem in words. */
export const CLOSE_CODES = {
  badRequest: 4400,
  unauthorized: 4401,
  notFound: 4404,
  stopped: 4409,
  ended: 4410,
  tooMany: 4429,
  deviceFailed: 4502,
} as const;

export const MAX_UPLOAD_BYTES = 1_073_741_824;

/**
 * Returns the path for files over HTTP, with the bearer token: GET lists a folder as JSON or downloads a file; PUT
 * uploads the request body.
 */
export const filesPath = (sandboxId: string, path: string): string =>
  `${proxyPath(sandboxId)}files?path=${encodeURIComponent(path)}`;
export const fileContentPath = (sandboxId: string, path: string): string =>
  `${proxyPath(sandboxId)}files/content?path=${encodeURIComponent(path)}`;
