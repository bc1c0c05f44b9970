import { cutText } from "@terrarium/adb/cut-text";
import * as z from "zod";

const name = z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, "must be the name of a Linux user");
const portNumber = z.int().min(1).max(65_535);
const absolutePath = z.string().startsWith("/", "must be an absolute path");

/** Where clients come in. */
const Listen = z.union([
  /** A descriptor that the process was started with, of a socket that listens. */
  z.strictObject({ fd: z.int().min(3) }),
  /** The listening socket comes as the handle of a message over the channel to whoever started the process. */
  z.strictObject({ ipc: z.literal(true) }),
  z.strictObject({ host: z.string().min(1).default("127.0.0.1"), port: z.int().min(0).max(65_535) }),
]);
export type Listen = z.infer<typeof Listen>;

/** A Unix socket, or an address. */
const EgressGate = z.union([absolutePath, z.strictObject({ host: z.string().min(1), port: portNumber })]);

/** What is known of a sandbox before anybody has it. */
const StandbyOptions = z.object({
  /** What it has: a shell, beside it a browser that fills a screen, or a whole desktop. */
  kind: z.enum(["linux", "browser", "desktop"]),
  /** The folder that is the user's own. */
  home: absolutePath.default("/home/user"),
  userName: name.default("user"),
  /** Shown as the device's name. */
  name: z.string().min(1).max(64).optional(),
  widthPx: z.int().min(120).max(4096).default(1280),
  heightPx: z.int().min(120).max(4096).default(800),
  dpi: z.int().min(72).max(960).default(96),
  /** Where the way out of the sandbox is asked for; without it there is none. */
  egressGate: EgressGate.optional(),
  /** A file that says so in its place, if it is there when the device starts: in JSON, null for none. */
  egressGateFile: absolutePath.optional(),
  /** Where Chromium takes clients of its DevTools protocol, on the loopback. */
  devToolsPort: portNumber.default(9222),
  /** No process that it sees belongs to another: a restart ends them all. */
  alone: z.boolean().default(false),
});
export type StandbyOptions = z.infer<typeof StandbyOptions>;

/** Whom it lets in. */
const Keys = {
  /** The one key that clients prove, in the format of adbkey.pub. */
  adbPublicKey: z.string().min(1).optional(),
  /** In its place a file, read anew for each client; it should be one that the sandbox's user cannot write. */
  adbKeysFile: absolutePath.optional(),
};
const MainOptions = StandbyOptions.extend({ ...Keys, listen: Listen }).refine(
  ({ adbPublicKey, adbKeysFile }) => (adbPublicKey === undefined) !== (adbKeysFile === undefined),
  { path: ["adbPublicKey"], message: "either it or adbKeysFile must be given" },
);
export type MainOptions = z.infer<typeof MainOptions>;

export const usage = `usage: desktop-device [--standby] JSON
with an object such as {"kind": "linux", "adbPublicKey": "QAAAA… me@here", "listen": {"port": 5555}}`;

/** Reads the program's argument. Throws an Error of one line that names what is wrong. */
export const parseMainOptions = (json: string | undefined): MainOptions => parse(MainOptions, json);

/** The same for a device that nobody has yet. */
export const parseStandbyOptions = (json: string | undefined): StandbyOptions => parse(StandbyOptions, json);

/** Reads what such a file says. Throws as the others do. */
export const parseGateFile = (json: string) => parse(EgressGate.nullable(), json) ?? undefined;

function parse<T>(schema: z.ZodType<T>, json: string | undefined): T {
  if (json === undefined) throw new Error("it wants its options as a JSON object");
  const parsed = schema.safeParse(parseJson(json));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`its option ${issue?.path.join(".") || "object"}: ${issue?.message}`);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`its options are no JSON: ${cutText(json, 100)}`);
  }
}
