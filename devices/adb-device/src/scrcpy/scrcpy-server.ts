import type { Duplex } from "node:stream";
import {
  isSupportedVersion,
  parseServerArguments,
  ServerArgumentError,
  SERVER_VERSION,
  socketName,
  type ServerOptions,
} from "@terrarium/scrcpy/server-arguments";
import type { Screen } from "../ports/screen.ts";
import type { DeviceSockets } from "../ports/sockets.ts";
import type { OpenScreenEncoder } from "../video/encoder/screen-encoder.ts";
import { ScrcpySession } from "./scrcpy-session.ts";

export interface ScrcpyServerOptions {
  /** Arguments after the class name: the version, then key=value. */
  args: readonly string[];
  screen: Screen;
  sockets: DeviceSockets;
  openEncoder: OpenScreenEncoder;
  /** Receives the server's output, including line breaks. */
  log: (text: string) => void;
  /** Device name that clients display. */
  deviceName?: string;
}

/**
 * Starts scrcpy's server, version 3.3.x. It waits for (or makes) its connections, then streams the screen and accepts
 * input until a client hangs up. `exited` resolves with 0 then, or with 1 for invalid arguments or failed connections,
 * after logging the reason.
 */
export function startScrcpyServer(options: ScrcpyServerOptions): { exited: Promise<number>; stop(): void } {
  const { args, log } = options;
  try {
    const { version, options: parsed, ignored } = parseServerArguments(args);
    if (!isSupportedVersion(version))
      throw new ServerArgumentError(`The server version (${SERVER_VERSION}) does not match the client (${version})`);
    if (parsed.video && parsed.videoCodec !== "h264")
      throw new ServerArgumentError(`There is no ${parsed.videoCodec} encoder; use video_codec=h264`);
    if (ignored.length > 0) log(`[server] DEBUG: Without meaning here: ${ignored.join(", ")}\n`);
    const listing = list(parsed, options.screen);
    if (listing !== undefined) {
      log(listing);
      return { exited: Promise.resolve(0), stop: () => undefined };
    }
    return new RunningServer(options, parsed);
  } catch (error) {
    log(`[server] ERROR: ${error instanceof Error ? error.message : String(error)}\n`);
    return { exited: Promise.resolve(1), stop: () => undefined };
  }
}

/** Returns the response to options that request a list instead of a stream, in the format that clients parse. */
function list(options: ServerOptions, screen: Screen): string | undefined {
  const { widthPx, heightPx } = screen.display;
  const lists: string[] = [];
  if (options.listEncoders)
    lists.push(
      "[server] INFO: List of video encoders:\n    --video-codec=h264 --video-encoder=terrarium.h264 (sw)\n[server] INFO: List of audio encoders:\n",
    );
  if (options.listDisplays)
    lists.push(`[server] INFO: List of displays:\n    --display-id=0    (${widthPx}x${heightPx})\n`);
  if (options.listCameras || options.listCameraSizes) lists.push("[server] INFO: List of cameras:\n    (none)\n");
  if (options.listApps) {
    const apps = screen.activities.list().map((app) => ` - ${app.label.padEnd(30)} ${app.packageName}\n`);
    lists.push(`[server] INFO: List of apps:\n${apps.join("")}`);
  }
  return lists.length > 0 ? lists.join("") : undefined;
}

type Role = "video" | "audio" | "control";

class RunningServer {
  readonly exited: Promise<number>;
  readonly #exit: (code: number) => void;
  readonly #session: ScrcpySession;
  readonly #address: string;
  readonly #roles: Role[];
  #stopListening: () => void = () => undefined;
  #ended = false;

  constructor(
    { screen, sockets, openEncoder, log, deviceName = "Terrarium" }: ScrcpyServerOptions,
    options: ServerOptions,
  ) {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exited = promise;
    this.#exit = resolve;
    this.#address = `localabstract:${socketName(options.scid)}`;
    this.#roles = (["video", "audio", "control"] as const).filter((role) => options[role]);
    if (this.#roles.length === 0) throw new ServerArgumentError("Nothing to do: video, audio and control are all off");
    this.#session = new ScrcpySession({
      screen,
      options,
      deviceName,
      openEncoder,
      log,
      onEnd: (code) => this.#end(code),
    });
    log(`[server] INFO: Device: [Terrarium] ${deviceName} (Android 15)\n`);
    const opened = options.tunnelForward ? this.#listen(sockets) : this.#connectAll(sockets);
    opened.catch((error: unknown) => {
      log(`[server] ERROR: ${error instanceof Error ? error.message : String(error)}\n`);
      this.#end(1);
    });
  }

  stop(): void {
    this.#end(0);
  }

  async #listen(sockets: DeviceSockets): Promise<void> {
    const { stop } = await sockets.listen(this.#address, (connection) => this.#accept(connection));
    if (this.#ended || this.#roles.length === 0) stop();
    else this.#stopListening = stop;
  }

  #accept(connection: Duplex): void {
    this.#take(connection);
    if (this.#roles.length === 0) this.#stopListening();
  }

  async #connectAll(sockets: DeviceSockets): Promise<void> {
    while (this.#roles.length > 0 && !this.#ended) {
      const connection = await sockets.connect(this.#address);
      if (!connection) {
        throw new Error(
          `Could not connect to ${this.#address}; is the client listening (adb reverse), or should it say tunnel_forward=true?`,
        );
      }
      this.#take(connection);
    }
  }

  #take(connection: Duplex): void {
    const role = this.#ended ? undefined : this.#roles.shift();
    if (role === undefined) {
      connection.destroy();
      return;
    }
    this.#session.add(role, connection);
    if (this.#roles.length === 0) this.#session.start();
  }

  #end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopListening();
    this.#session.end(code);
    this.#exit(code);
  }
}
