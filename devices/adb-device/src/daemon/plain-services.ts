import type { DaemonStream } from "@terrarium/adb/daemon-stream";
import type { BridgedDevice } from "../ports/device.ts";
import type { Display } from "../ports/display.ts";

/** Handler of one stream, until the stream ends. */
export type Service = (stream: DaemonStream) => Promise<void>;

/** The daemon's and device's functions that services use. */
export interface ServiceHost {
  device: BridgedDevice;
  /** Returns whether shells run as root, as after `adb root`. */
  isRoot: () => boolean;
  /** Drops all clients, like a restarted daemon; sets whether later shells run as root. */
  restartAs: (root: boolean) => void;
  /** Queues work that is too expensive to run at every request of a client. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Returns a service with a one-line or plain binary response (AOSP adb/daemon/services.cpp); undefined for other
 * services.
 */
export function plainService(service: string, host: ServiceHost): Service | undefined {
  const [, name = "", argument = ""] = /^([a-z_-]+)(?::([^]*))?$/.exec(service) ?? [];
  switch (name) {
    case "root":
      if (!host.device.allowsRoot) return say("adbd cannot run as root on this device\n");
      return host.isRoot()
        ? say("adbd is already running as root\n")
        : restart("restarting adbd as root\n", host, true);
    case "unroot":
      return host.isRoot() ? restart("restarting adbd as non root\n", host, false) : say("adbd not running as root\n");
    case "remount":
      return say(
        host.isRoot()
          ? "remount failed: /system is part of this device's program and stays read-only\n"
          : 'Not running as root. Try "adb root" first.\n',
      );
    case "disable-verity":
    case "enable-verity":
      return say("verity is not in use on this device: its /system is part of its program\n");
    case "reboot":
      return reboot(argument, host);
    case "tcpip":
    case "usb":
      return say("this device listens on the one port that it was started with; nothing was changed\n");
    case "jdwp":
      // No process of this device runs Java, so there is none to debug.
      return service === "jdwp" ? say("") : undefined;
    case "track-jdwp":
      return async (stream) => {
        stream.write("0000");
        stream.resume();
      };
    case "framebuffer":
      return (stream) => host.inTurn(async () => sendFramebuffer(stream, (await host.device.screen()).display));
    case "sink":
      return sink(Number.parseInt(argument, 10));
    case "source":
      return source(Number.parseInt(argument, 10));
    default:
      return undefined;
  }
}

export function say(text: string): Service {
  return async (stream) => {
    stream.end(text);
  };
}

/** The client first reads the restart message, then loses its connection and reconnects. */
function restart(text: string, host: ServiceHost, root: boolean): Service {
  return async (stream) => {
    await endWith(stream, text);
    host.restartAs(root);
  };
}

function reboot(target: string, { device }: ServiceHost): Service {
  if (target !== "") return say(`cannot reboot into ${target}: this device has nothing of that name to start\n`);
  return async (stream) => {
    await endWith(stream, "");
    await device.reboot();
  };
}

/** Resolves when the client has read everything, or has disconnected. */
function endWith(stream: DaemonStream, text: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    stream.on("close", resolve);
    stream.end(text, () => resolve());
  });
}

const FRAMEBUFFER_VERSION = 2;
const BITS_PER_PIXEL = 32;

/** Sends the screen's pixels after a header (AOSP adb/daemon/framebuffer_service.cpp, `fbinfo`). */
async function sendFramebuffer(stream: DaemonStream, display: Display): Promise<void> {
  if (stream.gone.aborted) return;
  const { widthPx, heightPx } = display;
  const pixels = Buffer.from(display.picture(widthPx, heightPx).data());
  const colors = { red: [0, 8], blue: [16, 8], green: [8, 8], alpha: [24, 8] };
  const fields = [
    FRAMEBUFFER_VERSION,
    BITS_PER_PIXEL,
    0,
    pixels.length,
    widthPx,
    heightPx,
    ...Object.values(colors).flat(),
  ];
  const header = Buffer.alloc(4 * fields.length);
  fields.forEach((field, i) => header.writeUInt32LE(field, 4 * i));
  await endWith(stream, Buffer.concat([header, pixels]));
}

/** Accepts `count` bytes and drops them. */
function sink(count: number): Service | undefined {
  if (!(count >= 0)) return undefined;
  return async (stream) => {
    let left = count;
    // Does not wait for a client without data to send.
    if (left > 0) {
      for await (const chunk of stream) {
        left -= (chunk as Buffer).length; // no encoding is set
        if (left <= 0) break;
      }
    }
    stream.end();
  };
}

/** Sends `count` zero bytes. */
function source(count: number): Service | undefined {
  if (!(count >= 0)) return undefined;
  return async (stream) => {
    const zeros = Buffer.alloc(64 * 1024);
    for (let left = count; left > 0; left -= zeros.length) {
      await new Promise<void>((resolve, reject) =>
        stream.write(zeros.subarray(0, left), (error) => (error ? reject(error) : resolve())),
      );
    }
    stream.end();
  };
}
