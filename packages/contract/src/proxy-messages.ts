import { z } from "zod";
import { DEVICE_UDID, PROXY_ACTIONS, SCREEN_REMOTE } from "./proxy.ts";
import { SANDBOX_KINDS } from "./sandbox-kind.ts";

const VIDEO_CODECS = ["h264", "h265", "av1"] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];
/**
 * Content of screen packets: video (H.264 and H.265 in Annex B), or complete PNG files from a device without an
 * encoder.
 */
const ScreenCodec = z.enum([...VIDEO_CODECS, "png"]);
export type ScreenCodec = z.infer<typeof ScreenCodec>;

/**
 * Controls beyond touch, mouse and text: turning the screen, the volume and power buttons, pasting, installing apps,
 * the battery's level, and airplane mode.
 */
const DEVICE_CONTROLS = ["rotate", "buttons", "paste", "install", "battery", "airplane"] as const;
export type DeviceControl = (typeof DEVICE_CONTROLS)[number];

/**
 * Screen socket. Server to browser, text: this JSON; the first message describes the sandbox. It is repeated with the
 * controls once the device is reached. Server to browser,
 * binary: one packet per message, as the 12-byte scrcpy packet header (see packages/scrcpy) and its data. Browser to
 * server, binary: one scrcpy control message each.
 */
export const ScreenSocketEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("sandbox"),
    kind: z.enum(SANDBOX_KINDS),
    /** Name for people, if it has one. */
    name: z.string().optional(),
    /** End of the sandbox, or of the viewer's link if that is earlier. */
    endsAt: z.iso.datetime(),
    /** Controls that this viewer may use and the device supports. */
    controls: z.array(z.enum(DEVICE_CONTROLS)).optional(),
  }),
  z.object({ type: z.literal("screen"), codec: ScreenCodec, width: z.number().int(), height: z.number().int() }),
  z.object({ type: z.literal("clipboard"), text: z.string() }),
]);
export type ScreenSocketEvent = z.infer<typeof ScreenSocketEvent>;
/** Description of a sandbox for the viewers of its screen, who may not be members of its team. */
export type WatchedSandbox = Extract<ScreenSocketEvent, { type: "sandbox" }>;
/** Events of the device's screen. */
export type ScreenEvent = Exclude<ScreenSocketEvent, { type: "sandbox" }>;

const TerminalSize = z.strictObject({
  rows: z.coerce.number().int().min(1).max(1000),
  columns: z.coerce.number().int().min(1).max(1000),
});
export type TerminalSize = z.infer<typeof TerminalSize>;

/**
 * Shell socket. Binary in both directions: terminal bytes. Text, client to server: a resize. Text, server to client:
 * the exit. Text in both directions: an acknowledgement of processed terminal bytes (see shell-flow.ts).
 */
const ShellResize = TerminalSize.extend({ type: z.literal("resize") });
const ShellAcknowledgement = z.strictObject({ type: z.literal("acknowledge"), bytes: z.number().int().positive() });
export const ShellClientMessage = z.discriminatedUnion("type", [ShellResize, ShellAcknowledgement]);
export const ShellExit = z.object({ type: z.literal("exit"), exitCode: z.number().int() });
export type ShellExit = z.infer<typeof ShellExit>;
export type ShellServerMessage = ShellExit | z.infer<typeof ShellAcknowledgement>;

/**
 * Log socket, server to browser. The first text message reports that the log is connected. Binary: the bytes of the
 * log.
 */
export const LOG_REACHED = { type: "reached" } as const;

/** Query of a socket: its kind, and its target on the device. */
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
