/** Arguments of scrcpy's server: its version, then key=value (Options.java of scrcpy 3.3.x). */

/** The announced version; this package implements its wire format. */
export const SERVER_VERSION = "3.3.4";

export interface ServerOptions {
  /** Session id, 31 bits; undefined names the socket just "scrcpy". */
  scid: number | undefined;
  logLevel: string;
  video: boolean;
  audio: boolean;
  control: boolean;
  videoCodec: string;
  videoBitRate: number;
  /** Longest side of the video in pixels; 0 is the screen's own size. */
  maxSize: number;
  /** Maximum frames per second; 0 is no limit. */
  maxFps: number;
  /** True: the client connects to the device; false: the server connects to the client's reverse tunnel. */
  tunnelForward: boolean;
  sendDeviceMeta: boolean;
  sendFrameMeta: boolean;
  sendDummyByte: boolean;
  sendCodecMeta: boolean;
  clipboardAutosync: boolean;
  powerOffOnClose: boolean;
  cleanup: boolean;
  /** Lists to print instead of streaming. */
  listEncoders: boolean;
  listDisplays: boolean;
  listCameras: boolean;
  listCameraSizes: boolean;
  listApps: boolean;
}

export const DEFAULT_SERVER_OPTIONS: Readonly<ServerOptions> = {
  scid: undefined,
  logLevel: "debug",
  video: true,
  audio: true,
  control: true,
  videoCodec: "h264",
  videoBitRate: 8_000_000,
  maxSize: 0,
  maxFps: 0,
  tunnelForward: false,
  sendDeviceMeta: true,
  sendFrameMeta: true,
  sendDummyByte: true,
  sendCodecMeta: true,
  clipboardAutosync: true,
  powerOffOnClose: false,
  cleanup: true,
  listEncoders: false,
  listDisplays: false,
  listCameras: false,
  listCameraSizes: false,
  listApps: false,
};

/** Error for invalid arguments; the message names the argument and the reason. */
export class ServerArgumentError extends Error {
  override readonly name = "ServerArgumentError";
}

/**
 * Parses the arguments after the class name. Collects the names of options without meaning here in `ignored`, since
 * clients send many that only matter on a phone. Throws ServerArgumentError.
 */
export function parseServerArguments(args: readonly string[]): {
  version: string;
  options: ServerOptions;
  ignored: string[];
} {
  const [version, ...pairs] = args;
  if (version === undefined) throw new ServerArgumentError("missing the client version, for example 3.3.4");
  const options: ServerOptions = { ...DEFAULT_SERVER_OPTIONS };
  const ignored: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw new ServerArgumentError(`"${pair}" is not key=value`);
    if (!assign(options, pair.slice(0, equals), pair.slice(equals + 1))) ignored.push(pair.slice(0, equals));
  }
  return { version, options, ignored };
}

/** Formats options as arguments, omitting defaults. */
export function formatServerArguments(options: Partial<ServerOptions>, version: string = SERVER_VERSION): string[] {
  const args = [version];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === DEFAULT_SERVER_OPTIONS[name as keyof ServerOptions]) continue;
    args.push(`${toSnakeCase(name)}=${name === "scid" ? scidHex(Number(value)) : String(value)}`);
  }
  return args;
}

/** Returns the name of the abstract socket between client and server. */
export function socketName(scid: number | undefined): string {
  return scid === undefined ? "scrcpy" : `scrcpy_${scidHex(scid)}`;
}

/** Returns whether a client of this version uses the same wire format: 3.3 and its patches do. */
export function isSupportedVersion(version: string): boolean {
  return /^3\.3(\.[0-4])?$/.test(version);
}

function scidHex(scid: number): string {
  return scid.toString(16).padStart(8, "0");
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function assign(options: ServerOptions, key: string, value: string): boolean {
  switch (key) {
    case "scid":
      options.scid = parseScid(value);
      return true;
    case "log_level":
      options.logLevel = value;
      return true;
    case "video_codec":
      options.videoCodec = value;
      return true;
    case "max_size":
      // Rounds like scrcpy: encoders require multiples of 8.
      options.maxSize = parseCount(key, value) & ~7;
      return true;
    case "max_fps":
      options.maxFps = parseCount(key, value);
      return true;
    case "video_bit_rate":
      options.videoBitRate = parseCount(key, value);
      return true;
    case "raw_stream":
      if (parseBoolean(value))
        Object.assign(options, {
          sendDeviceMeta: false,
          sendFrameMeta: false,
          sendDummyByte: false,
          sendCodecMeta: false,
        });
      return true;
    default:
      return assignBoolean(options, key, value);
  }
}

const booleanOptions = new Map(
  Object.entries(DEFAULT_SERVER_OPTIONS)
    .filter(([, value]) => typeof value === "boolean")
    .map(([name]) => [toSnakeCase(name), name]),
);

function assignBoolean(options: ServerOptions, key: string, value: string): boolean {
  const name = booleanOptions.get(key);
  if (name === undefined) return false;
  Object.assign(options, { [name]: parseBoolean(value) });
  return true;
}

/** Parses like Java's Boolean.parseBoolean. */
function parseBoolean(value: string): boolean {
  return value.toLowerCase() === "true";
}

function parseCount(key: string, value: string): number {
  const count = Number(value);
  if (value.trim() === "" || !Number.isFinite(count) || count < 0)
    throw new ServerArgumentError(`${key} "${value}" is not a number of at least 0`);
  return count;
}

/** "-1" is Java's value for none. */
function parseScid(value: string): number | undefined {
  if (value === "-1") return undefined;
  if (!/^[0-9a-f]{1,8}$/i.test(value) || Number.parseInt(value, 16) > 0x7fffffff) {
    throw new ServerArgumentError(`scid "${value}" is not a hexadecimal number of at most 31 bits`);
  }
  return Number.parseInt(value, 16);
}
