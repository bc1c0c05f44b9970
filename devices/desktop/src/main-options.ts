import { cutText } from "@terrarium/bounds/cut-text";
import { DEFAULT_SCREEN_ENCODER, SCREEN_ENCODERS } from "@terrarium/scrcpy/screen-encoders";
import * as z from "zod";

const name = z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, "must be the name of a Linux user");
const portNumber = z.int().min(1).max(65_535);
const absolutePath = z.string().startsWith("/", "must be an absolute path");

/** Address for clients. */
const Listen = z.union([
  /** Descriptor of a listening socket, inherited from the parent process. */
  z.strictObject({ fd: z.int().min(3) }),
  /** The parent process sends the listening socket as a message handle over its channel. */
  z.strictObject({ ipc: z.literal(true) }),
  z.strictObject({ host: z.string().min(1).default("127.0.0.1"), port: z.int().min(0).max(65_535) }),
]);
export type Listen = z.infer<typeof Listen>;

/** A Unix socket, or an address. */
const EgressProxy = z.union([absolutePath, z.strictObject({ host: z.string().min(1), port: portNumber })]);

/** Options of a sandbox before it is assigned to an owner. */
const StandbyOptions = z.object({
  /** Kind: a shell only, a shell and a full-screen browser, or a whole desktop. */
  kind: z.enum(["linux", "browser", "desktop"]),
  /** The user's home folder. */
  home: absolutePath.default("/home/user"),
  userName: name.default("user"),
  /** Display name of the device. */
  name: z.string().min(1).max(64).optional(),
  widthPx: z.int().min(120).max(4096).default(1280),
  heightPx: z.int().min(120).max(4096).default(800),
  dpi: z.int().min(72).max(960).default(96),
  /** Address of the egress proxy for outbound connections; without it there is no outbound network. */
  egressProxy: EgressProxy.optional(),
  /**
   * A file with the egress proxy's address as JSON, null for none. If it exists when the device starts, it replaces
   * `egressProxy`.
   */
  egressProxyFile: absolutePath.optional(),
  screenEncoder: z.enum(SCREEN_ENCODERS).default(DEFAULT_SCREEN_ENCODER),
  /** Loopback port of Chromium's DevTools protocol. */
  devToolsPort: portNumber.default(9222),
  /** All visible processes belong to this device: a restart ends them all. */
  alone: z.boolean().default(false),
});
export type StandbyOptions = z.infer<typeof StandbyOptions>;

/** Authorized keys. */
const Keys = {
  /** The only accepted client key, in the format of adbkey.pub. */
  adbPublicKey: z.string().min(1).optional(),
  /** File of keys instead, read again for each client. The sandbox's user should have no write access to it. */
  adbKeysFile: absolutePath.optional(),
};
const MainOptions = StandbyOptions.extend({ ...Keys, listen: Listen }).refine(
  ({ adbPublicKey, adbKeysFile }) => (adbPublicKey === undefined) !== (adbKeysFile === undefined),
  { path: ["adbPublicKey"], message: "either it or adbKeysFile must be given" },
);
export type MainOptions = z.infer<typeof MainOptions>;

export const USAGE = `usage: desktop-device [--standby] JSON
with an object such as {"kind": "linux", "adbPublicKey": "QAAAA… me@here", "listen": {"port": 5555}}`;

/** Parses the program's argument. Throws an Error of one line that names the mistake. */
export const parseMainOptions = (json: string | undefined): MainOptions => parse(MainOptions, json);

/** Parses the options of a device without an owner. Throws an Error of one line that names the mistake. */
export const parseStandbyOptions = (json: string | undefined): StandbyOptions => parse(StandbyOptions, json);

/** Parses the content of `egressProxyFile`. Throws an Error of one line that names the mistake. */
export const parseProxyFile = (json: string) => parse(EgressProxy.nullable(), json) ?? undefined;

function parse<T>(schema: z.ZodType<T>, json: string | undefined): T {
  if (json === undefined) throw new Error("it needs its options as a JSON object");
  const parsed = schema.safeParse(parseJson(json));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`its option ${issue?.path.join(".") || "object"}: ${issue?.message}`);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`its options are not JSON: ${cutText(json, 100)}`);
  }
}
