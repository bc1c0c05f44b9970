import { z } from "zod";
import { DEVICE_UDID, PROXY_ACTIONS, SCREEN_REMOTE } from "./proxy.ts";
import { SANDBOX_KINDS } from "./sandbox-kind.ts";

const VIDEO_CODECS = ["h264", "h265", "av1"] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];
/** What packets of a screen hold: video (H.264 and H.265 in Annex B), or, of a device that encodes none, whole PNG files. */
const ScreenCodec = z.enum([...VIDEO_CODECS, "png"]);
export type ScreenCodec = z.infer<typeof ScreenCodec>;

/**
 * Screen socket, server to browser. Text: this JSON, first of all what the sandbox is. Binary: one packet each, the
 * 12-byte scrcpy packet header (see packages/scrcpy) and its data. Browser to server, binary: one scrcpy control message
 * each.
 */
export const ScreenSocketEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("sandbox"), kind: z.enum(SANDBOX_KINDS) }),
  z.object({ type: z.literal("screen"), codec: ScreenCodec, width: z.number().int(), height: z.number().int() }),
  z.object({ type: z.literal("clipboard"), text: z.string() }),
]);
export type ScreenSocketEvent = z.infer<typeof ScreenSocketEvent>;
/** What the device's screen tells of it. */
export type ScreenEvent = Exclude<ScreenSocketEvent, { type: "sandbox" }>;

const TerminalSize = z.strictObject({
  rows: z.coerce.number().int().min(1).max(1000),
  columns: z.coerce.number().int().min(1).max(1000),
});
export type TerminalSize = z.infer<typeof TerminalSize>;

/**
 * Shell socket. Binary both ways: terminal bytes. Text, client to server: a resize. Text, server to client: the exit.
 * Text, both ways: an acknowledgement of terminal bytes that were processed (see shell-flow.ts).
 */
const ShellResize = TerminalSize.extend({ type: z.literal("resize") });
const ShellAcknowledgement = z.strictObject({ type: z.literal("acknowledge"), bytes: z.number().int().positive() });
export const ShellClientMessage = z.discriminatedUnion("type", [ShellResize, ShellAcknowledgement]);
export const ShellExit = z.object({ type: z.literal("exit"), exitCode: z.number().int() });
export type ShellExit = z.infer<typeof ShellExit>;
export type ShellServerMessage = ShellExit | z.infer<typeof ShellAcknowledgement>;

/** Log socket, server to browser. Text, first of all: the log is reached, and what it has follows. Binary: its bytes. */
export const LOG_REACHED = { type: "reached" } as const;

/** The query of a socket: which one, and to what on the device. */
export const SocketQuery = z.discriminatedUnion("action", [
  TerminalSize.partial().extend({ action: z.literal(PROXY_ACTIONS.shell), udid: z.literal(DEVICE_UDID) }),
  z.strictObject({ action: z.literal(PROXY_ACTIONS.log), udid: z.literal(DEVICE_UDID) }),
  z.strictObject({
    action: z.literal(PROXY_ACTIONS.screen),
    udid: z.literal(DEVICE_UDID),
    remote: z.literal(SCREEN_REMOTE),
  }),
]);
export type SocketQuery = z.infer<typeof SocketQuery>;

export const DeviceFile = z.object({
  name: z.string(),
  kind: z.enum(["file", "folder", "link", "other"]),
  sizeBytes: z.number(),
  mode: z.number().int(),
  modifiedAt: z.iso.datetime(),
});
export type DeviceFile = z.infer<typeof DeviceFile>;
export const DeviceFileList = z.object({ path: z.string(), files: z.array(DeviceFile) });
export type DeviceFileList = z.infer<typeof DeviceFileList>;
