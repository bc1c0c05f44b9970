import { createHash, createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { createServer, connect, type Socket } from "node:net";
import { signToken } from "@terrarium/adb/auth";
import { type AdbPacket, AuthKind, Command, encodeHeader, PacketParser, payloadCheck } from "@terrarium/adb/packet";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { SERVER_VERSION } from "@terrarium/scrcpy/server-arguments";
import { runCommand } from "../adb/commands.ts";
import { connectAdb } from "../adb/connect-adb.ts";
import type { DeviceTarget } from "../device/device-session.ts";
import type { ScrcpyServer } from "../screen/scrcpy-server.ts";

const SCRCPY = /^CLASSPATH=(\S+) app_process \/ com\.genymobile\.scrcpy\.Server (\S+) ([^]*)$/;

export interface PlainAndroidOptions {
  /** The only jar that runs on it. Default: none runs. */
  scrcpyServer?: ScrcpyServer;
  /** Codecs of its encoders; a server started with another codec reports it and exits. */
  codecs?: readonly string[];
  /** Package name of every APK (any file that starts like a ZIP). */
  packageName?: string;
  /** Whether scrcpy's server opens its sockets, but sends nothing after the first byte. */
  hasMuteScreen?: boolean;
  /** Whether it has several displays, so that `screencap` prints a warning. */
  hasSeveralDisplays?: boolean;
}

export interface PlainAndroid {
  address: DeviceAddress;
  /** All received command lines. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

/**
 * For tests: a virtual device that answers like Android where the two differ. It is a proxy in front of the device. It
 * accepts every client like adbd of a userdebug build (`ro.adb.secure=0`: CNXN is answered with CNXN), forwards
 * packets, and changes these command lines:
 *
 * - `getprop ro.hardware`: another machine's.
 * - scrcpy's server: ends like app_process for a class outside the class path if the jar is missing, like Options.parse
 *   if the announced version is not the jar's own, and like Server if an encoder is missing.
 * - `input text`: ends with the exception of KeyCharacterMap for characters that are not on an American keyboard.
 * - `pm install`, `pm uninstall`, and package queries: according to `packageName`.
 * - `screencap`: warns on stderr of several displays (AOSP frameworks/base, cmds/screencap/main.cpp).
 */
export async function startPlainAndroid(device: DeviceTarget, options: PlainAndroidOptions): Promise<PlainAndroid> {
  const commands: string[] = [];
  const key = createPrivateKey(device.adbPrivateKeyPem);
  const inside = await connectAdb(device);
  const sha256Of = async (path: string): Promise<string> =>
    Buffer.from((await runCommand(inside.adb, `sha256sum ${path}`)).stdout)
      .toString()
      .slice(0, 64);
  const sockets = new Set<Socket>();

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...device.address, noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const muted = new Set<number>();
    readPackets(client, async (packet) => {
      const service = packet.command === Command.OPEN ? packet.payload.toString().replace(/\0$/, "") : undefined;
      const changed = service === undefined ? undefined : await changeService(service, { commands, options, sha256Of });
      if (options.hasMuteScreen === true && service?.startsWith("localabstract:scrcpy") === true)
        muted.add(packet.arg0);
      send(upstream, changed === undefined ? packet : { ...packet, payload: Buffer.from(`${changed}\0`) });
    });
    readPackets(upstream, async (packet) => {
      if (packet.command === Command.WRTE && muted.has(packet.arg1)) {
        const payload = packet.payload.subarray(0, 1);
        return send(client, { ...packet, payload });
      }
      if (packet.command !== Command.AUTH) return send(client, packet);
      const payload = signToken(packet.payload, key);
      send(upstream, { command: Command.AUTH, arg0: AuthKind.signature, arg1: 0, payload });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  if (listening === null || typeof listening === "string") throw new Error("it listens on no port");
  return {
    address: { host: "127.0.0.1", port: listening.port },
    commands,
    async close() {
      inside.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Handles packets one after another, in their order. */
function readPackets(socket: Socket, take: (packet: AdbPacket) => Promise<void>): void {
  const parser = new PacketParser();
  let last = Promise.resolve();
  socket.on("data", (chunk: Buffer) => {
    // Copied, because packets may share the chunk's memory.
    for (const packet of parser.parse(Buffer.from(chunk)))
      last = last.then(() => take(packet)).catch((error: Error) => void socket.destroy(error));
  });
}

function send(socket: Socket, { command, arg0, arg1, payload }: Omit<AdbPacket, "check" | "offset" | "restBytes">) {
  socket.write(encodeHeader(command, arg0, arg1, payload.length, payloadCheck(payload)));
  socket.write(payload);
}

interface Changing {
  commands: string[];
  options: PlainAndroidOptions;
  sha256Of: (path: string) => Promise<string>;
}

/** Returns a service with another command line, or undefined if it stays unchanged. */
async function changeService(service: string, { commands, options, sha256Of }: Changing): Promise<string | undefined> {
  const [, prefix = "", command = ""] = /^((?:shell|exec)[^:]*:)([^]*)$/.exec(service) ?? [];
  if (command !== "") commands.push(command);
  const instead = (line: string) => prefix + line;
  if (command === "getprop ro.hardware") return instead("echo ranchu");
  if (command.startsWith("input text ") && /[^\x20-\x7e\n]/.test(command)) {
    const exception = "Exception occurred while executing 'text':\\njava.lang.NullPointerException";
    return instead(`printf '${exception}: Attempt to get length of null array\\n' >&2; exit 255`);
  }
  if (/^screencap\b/.test(command) && options.hasSeveralDisplays === true) {
    return instead(`echo '[Warning] Multiple displays were found, but no display id was specified!' >&2; ${command}`);
  }
  const packages = options.packageName === undefined ? undefined : packageLine(command, options.packageName);
  if (packages !== undefined) return instead(packages);
  const scrcpy = SCRCPY.exec(command);
  if (!scrcpy) return undefined;
  const [, path = "", version = "", rest = ""] = scrcpy;
  const own = options.scrcpyServer;
  const isThere = own !== undefined && (await sha256Of(path)) === createHash("sha256").update(own.bytes).digest("hex");
  if (!isThere) {
    return instead("echo 'Error: Could not find or load main class com.genymobile.scrcpy.Server'; exit 1");
  }
  if (version !== own.version) {
    const words = `The server version (${own.version}) does not match the client (${version})`;
    return instead(`echo 'java.lang.IllegalArgumentException: ${words}'; exit 1`);
  }
  const codec = /video_codec=(\S+)/.exec(rest)?.[1] ?? "h264";
  if (!(options.codecs ?? ["h264"]).includes(codec)) {
    return instead(`echo '[server] ERROR: Could not create default video encoder for ${codec}'; exit 1`);
  }
  return instead(`CLASSPATH=${path} app_process / com.genymobile.scrcpy.Server ${SERVER_VERSION} ${rest}`);
}

/** File that marks the package as installed. */
const INSTALLED = "/data/local/tmp/.installed";

/**
 * Returns Android's equivalent of a package command that our device answers differently (AOSP
 * PackageManagerShellCommand, Settings.dumpPackageLPr).
 */
function packageLine(line: string, name: string): string | undefined {
  // A command of several lines runs in a shell that ends with its caller.
  const command = /^trap 'kill -9 0' HUP\n\(\n([^]*)\n\) <&0 &\nwait \$!$/.exec(line)?.[1] ?? line;
  const checked = (apk: string, then: string) =>
    `if [ "$(head -c 2 ${apk})" = PK ]; then ${then}; echo Success; else echo 'Failure [INSTALL_PARSE_FAILED_NOT_APK: no zip]'; exit 1; fi`;
  const [, apk] = /^pm install -r -t (\S+)$/.exec(command) ?? [];
  if (apk !== undefined) return checked(apk, `touch ${INSTALLED}`);
  if (command === "pm install-create -r -t") return "echo 'Success: created install session [7]'";
  const [, split] = /^pm install-write 7 \d+\.apk (\S+)$/.exec(command) ?? [];
  if (split !== undefined) return checked(split, ":");
  if (command === "pm install-commit 7") return `touch ${INSTALLED} && echo Success`;
  if (command === "pm install-abandon 7") return "echo Success";
  if (/^pm uninstall (-k )?/.test(command) && command.endsWith(` ${name}`)) return `rm ${INSTALLED} && echo Success`;
  const ifInstalled = (text: string) => `${command}; if [ -f ${INSTALLED} ]; then printf '${text}'; fi`;
  const isAbout = command === `dumpsys package ${name}`;
  if (command === "pm list packages -f") return ifInstalled(`package:/data/app/x==/${name}-y==/base.apk=${name}\\n`);
  if (command === "pm list packages -3") return ifInstalled(`package:${name}\\n`);
  if (command.startsWith("dumpsys package | "))
    return ifInstalled(`  Package [${name}] (1):\\n    versionName=1.2\\n    lastUpdateTime=2030-01-01 00:00:00\\n`);
  if (!isAbout) return undefined;
  const filter = `          Action: "android.intent.action.MAIN"\\n          Category: "android.intent.category.LAUNCHER"\\n`;
  return ifInstalled(
    `Activity Resolver Table:\\n  Non-Data Actions:\\n        1a ${name}/.Main filter 2b\\n${filter}\\nPackages:\\n`,
  );
}
