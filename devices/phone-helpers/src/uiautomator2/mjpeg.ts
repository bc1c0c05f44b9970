import type { ServerResponse } from "node:http";
import type { HelperPhone } from "../host/helper-definition.ts";
import { serveHttp } from "../http/device-http.ts";
import { screenJpeg } from "../screen/encode-image.ts";
import type { Settings } from "./settings.ts";

const BOUNDARY = "terrariumframe";
const MAX_CLIENTS = 4;
const FRAMES_PER_S = { min: 1, max: 30 };
/** Time after which an unchanged frame is sent again, for clients that have joined late. */
const REPEAT_MS = 1_000;

/** Serves the screen as a stream of JPEG pictures until the signal aborts. */
export async function serveMjpeg(phone: HelperPhone, settings: Settings, signal: AbortSignal): Promise<void> {
  const clients = new Set<ServerResponse>();
  let sending = false;
  await serveHttp(phone.sockets, `tcp:${settings.mjpegServerPort}`, signal, async (request, response) => {
    if (clients.size >= MAX_CLIENTS) {
      response.writeHead(503, { connection: "close" }).end("too many viewers\n");
      return;
    }
    clients.add(response);
    request.gone.addEventListener("abort", () => clients.delete(response), { once: true });
    response.writeHead(200, { "content-type": `multipart/x-mixed-replace; boundary=${BOUNDARY}` });
    if (sending) return;
    sending = true;
    await sendFrames(phone, settings, clients, signal);
    sending = false;
  });
}

/** Sends frames while there are clients. A client that has not read the last frame misses the next ones. */
async function sendFrames(
  phone: HelperPhone,
  settings: Settings,
  clients: ReadonlySet<ServerResponse>,
  signal: AbortSignal,
): Promise<void> {
  const changes = new Changes();
  let stopWatching: (() => void) | undefined;
  try {
    stopWatching = phone.ui.display.onFrame(() => changes.note());
    while (clients.size > 0 && !signal.aborted) {
      const startMs = performance.now();
      sendFrame(await encode(phone, settings), clients);
      await changes.wait(REPEAT_MS);
      const rate = Math.min(FRAMES_PER_S.max, Math.max(FRAMES_PER_S.min, settings.mjpegServerFramerate));
      await changes.pause(1000 / rate - (performance.now() - startMs));
    }
  } catch {
    // The system went down: the streams end.
    for (const client of clients) client.destroy();
  } finally {
    stopWatching?.();
  }
}

function sendFrame(jpeg: Uint8Array, clients: ReadonlySet<ServerResponse>): void {
  const head = `--${BOUNDARY}\r\nContent-type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`;
  const part = Buffer.concat([Buffer.from(head), jpeg, Buffer.from("\r\n")]);
  for (const client of clients) if (client.writableLength === 0) client.write(part);
}

function encode(phone: HelperPhone, settings: Settings): Promise<Uint8Array> {
  const { widthPx, heightPx } = phone.ui.display;
  const scale = Math.min(100, Math.max(1, settings.mjpegScalingFactor)) / 100;
  const quality = Math.min(100, Math.max(1, settings.mjpegServerScreenshotQuality));
  const scaled = (px: number): number => Math.max(1, Math.round(px * scale));
  return screenJpeg(phone, { widthPx: scaled(widthPx), heightPx: scaled(heightPx), quality });
}

/** Remembers whether the screen has changed since the last frame. */
class Changes {
  #changed = false;
  #wake: () => void = () => undefined;

  note(): void {
    this.#changed = true;
    this.#wake();
  }

  /** Resolves at a change, or after a time. */
  async wait(ms: number): Promise<void> {
    if (!this.#changed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#changed = false;
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
  }
}
