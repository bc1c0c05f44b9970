import { z } from "zod";
import type { BoxRights } from "./box-links.ts";

/** How the device answers inside its sandbox; the fragment conventions of the live actions carry it. */
export const DEVICE_UDID = "localhost:5555";
export const DEFAULT_FILES_PATH = "data/local/tmp";
const SCREEN_REMOTE = "tcp:8886";

/** The viewer page of a sandbox, and the base of everything else below. */
export const proxyPath = (sandboxId: string): string => `/api/v1/proxy/${encodeURIComponent(sandboxId)}/`;

/** WebSocket: a shell, the log or the screen, by `action`. */
export const PROXY_ACTIONS = { shell: "shell", log: "log", screen: "proxy-adb" } as const;

export const shellSocketPath = (sandboxId: string, size: TerminalSize = { rows: 24, columns: 80 }): string =>
  `${proxyPath(sandboxId)}?action=${PROXY_ACTIONS.shell}&udid=${DEVICE_UDID}&rows=${size.rows}&columns=${size.columns}`;

export const screenSocketPath = (sandboxId: string): string =>
  `${proxyPath(sandboxId)}?action=${PROXY_ACTIONS.screen}&remote=${encodeURIComponent(SCREEN_REMOTE)}&udid=${encodeURIComponent(DEVICE_UDID)}`;

/** The device's log, line by line, as `logcat -v threadtime` prints it. It takes no input. */
export const logSocketPath = (sandboxId: string): string =>
  `${proxyPath(sandboxId)}?action=${PROXY_ACTIONS.log}&udid=${DEVICE_UDID}`;

/** Addresses of the live actions, as the console opens them in a new tab. `origin` is like https://host. */
export const liveActionUrls = (origin: string, sandboxId: string) => {
  const page = `${origin}${proxyPath(sandboxId)}#!`;
  const socket = `${origin.replace(/^http/, "ws")}${screenSocketPath(sandboxId)}`;
  return {
    shell: `${page}action=shell&udid=${DEVICE_UDID}`,
    files: `${page}action=list-files&udid=${DEVICE_UDID}&path=${DEFAULT_FILES_PATH}`,
    screen: `${page}action=stream&udid=${DEVICE_UDID}&player=webcodecs&ws=${encodeURIComponent(socket)}`,
  };
};

/** The viewer page that shows the device alone, and may stand in a page of anybody's. */
export const embedPath = (sandboxId: string): string => `${proxyPath(sandboxId)}embed`;

/** What a viewer page's address says of whoever has it, behind the fragment's action. */
export const LINK_FIELDS = { token: "token", rights: "rights" } as const;

/** Addresses of viewer pages for people who are not signed in. The token is in the fragment, which no server is sent. */
export const linkUrls = (
  origin: string,
  sandboxId: string,
  { token, rights }: { token: string; rights: BoxRights },
) => {
  const link = `&${LINK_FIELDS.rights}=${rights}&${LINK_FIELDS.token}=${token}`;
  const fragment = (action: string) => `#!action=${action}&udid=${DEVICE_UDID}${link}`;
  return {
    screen: `${origin}${proxyPath(sandboxId)}${fragment("stream")}`,
    rawScreen: `${origin}${embedPath(sandboxId)}${fragment("stream")}`,
    shell: `${origin}${proxyPath(sandboxId)}${fragment("shell")}`,
  };
};

/**
 * Browsers cannot set headers on a WebSocket, so the session token is offered as a second subprotocol:
 * `new WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token])`; the server selects the first.
 */
export const PROXY_PROTOCOL = "terrarium.v1";
export const BEARER_PROTOCOL_PREFIX = "bearer.";

/** The server that has the connection ends, and this or another one takes it again at once. iana.org/assignments/websocket */
export const SERVICE_RESTART = 1012;

/** WebSocket close codes of ours: the reason says it in words. */
export const CLOSE_CODES = {
  badRequest: 4400,
  unauthorized: 4401,
  notFound: 4404,
  ended: 4410,
  tooMany: 4429,
  deviceFailed: 4502,
} as const;

const VIDEO_CODECS = ["h264", "h265", "av1"] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];
/** What packets of a screen hold: video (H.264 and H.265 in Annex B), or, of a device that encodes none, whole PNG files. */
const ScreenCodec = z.enum([...VIDEO_CODECS, "png"]);
export type ScreenCodec = z.infer<typeof ScreenCodec>;

/**
 * Screen socket, server to browser. Text: this JSON. Binary: one packet each, the 12-byte scrcpy packet header (see
 * packages/scrcpy) and its data. Browser to server, binary: one scrcpy control message each.
 */
export const ScreenEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("screen"), codec: ScreenCodec, width: z.number().int(), height: z.number().int() }),
  z.object({ type: z.literal("clipboard"), text: z.string() }),
]);
export type ScreenEvent = z.infer<typeof ScreenEvent>;

const TerminalSize = z.object({
  rows: z.coerce.number().int().min(1).max(1000),
  columns: z.coerce.number().int().min(1).max(1000),
});
export type TerminalSize = z.infer<typeof TerminalSize>;

/** Shell socket. Binary both ways: terminal bytes. Text, browser to server: a resize. Text, server to browser: the exit. */
export const ShellResize = TerminalSize.extend({ type: z.literal("resize") });
export const ShellExit = z.object({ type: z.literal("exit"), exitCode: z.number().int() });

/** The query of a socket: which one, and to what on the device. */
export const SocketQuery = z.discriminatedUnion("action", [
  TerminalSize.partial().extend({ action: z.literal(PROXY_ACTIONS.shell), udid: z.literal(DEVICE_UDID) }),
  z.object({ action: z.literal(PROXY_ACTIONS.log), udid: z.literal(DEVICE_UDID) }),
  z.object({ action: z.literal(PROXY_ACTIONS.screen), udid: z.literal(DEVICE_UDID), remote: z.literal(SCREEN_REMOTE) }),
]);
export type SocketQuery = z.infer<typeof SocketQuery>;

export const MAX_UPLOAD_BYTES = 1_073_741_824;

/** Files over HTTP, with the bearer token: GET lists a folder as JSON, or downloads; PUT uploads the request body. */
export const filesPath = (sandboxId: string, path: string): string =>
  `${proxyPath(sandboxId)}files?path=${encodeURIComponent(path)}`;
export const fileContentPath = (sandboxId: string, path: string): string =>
  `${proxyPath(sandboxId)}files/content?path=${encodeURIComponent(path)}`;

export const DeviceFile = z.object({
  name: z.string(),
  kind: z.enum(["file", "folder", "link", "other"]),
  sizeBytes: z.number(),
  mode: z.number().int(),
  modifiedAt: z.iso.datetime(),
});
export type DeviceFile = z.infer<typeof DeviceFile>;
export const DeviceFileList = z.object({ path: z.string(), files: z.array(DeviceFile) });
