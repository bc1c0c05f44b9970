import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { withDeadline } from "@terrarium/platform/base/deadline";
import { GatheredBytes } from "@terrarium/platform/base/gathered-bytes";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import { shareWork } from "@terrarium/platform/base/share-work";
import { z } from "zod";
import type { DeviceSession } from "../device/device-session.ts";

/** Address of Chromium's DevTools on every device with them (chromium.org, "devtools_remote"). */
const ADDRESS = "localabstract:chrome_devtools_remote";
/** DevTools accept only IP addresses and `localhost` as host. */
const HOST = "localhost";
const ANSWER_WITHIN_MS = 5_000;
/** Timeout for the browser's start. It starts after its sandbox, and restarts after it ends. */
const START_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/** The browser's description at `/json/version`. */
export const BrowserVersion = z.looseObject({ Browser: z.string(), webSocketDebuggerUrl: z.url() });
export type BrowserVersion = z.infer<typeof BrowserVersion>;

/** The browser's targets, at `/json/list`. The page that was last in front comes first. */
export const BrowserTargets = z.array(
  z.looseObject({
    id: z.string(),
    type: z.string(),
    title: z.string().default(""),
    url: z.string().default(""),
    faviconUrl: z.string().optional(),
    webSocketDebuggerUrl: z.url().optional(),
  }),
);
export type BrowserTarget = z.infer<typeof BrowserTargets>[number];

/**
 * Sends an HTTP request to the browser (chromedevtools.github.io/devtools-protocol, "HTTP Endpoints"). Rejects with
 * AppError device_failed, or an Error.
 */
export async function askDevTools<T>(session: DeviceSession, path: string, schema: z.ZodType<T>): Promise<T> {
  const device = await session.openSocket(ADDRESS);
  try {
    return await withDeadline(ANSWER_WITHIN_MS, `the browser's answer to ${path}`, async () => {
      const answer = await answerTo(requestOver(device, path));
      const gathered = new GatheredBytes();
      let bytes = 0;
      for await (const part of answer as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > BROWSER_LIMITS.answerBytes) throw new Error(`the browser's answer to ${path} is too long`);
        gathered.add(part);
      }
      return read(schema, gathered.bytes().toString(), path);
    });
  } finally {
    device.destroy();
  }
}

/** Untrusted: another program may listen in the browser's place. */
function read<T>(schema: z.ZodType<T>, text: string, path: string): T {
  try {
    return schema.parse(parseBoundedJson(text, BROWSER_LIMITS.answerValues));
  } catch (error) {
    throw new Error(`the browser's answer to ${path} cannot be read`, { cause: error });
  }
}

/** Returns all targets that the browser can attach to. Rejects with AppError device_failed. */
export async function listTargets(session: DeviceSession, sandboxId: string): Promise<BrowserTarget[]> {
  try {
    return await askDevTools(session, "/json/list", BrowserTargets);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("device_failed", { sandboxId, detail: messageOf(error) }, { cause: error });
  }
}

/**
 * The pending wait for each device's browser. Later callers share it, so that many query the device no more than one.
 */
const waits = new WeakMap<DeviceSession, typeof lookForBrowser>();

/**
 * Waits until the browser responds, also while it starts. Rejects with browser_closed if the device does not start it,
 * and with device_failed.
 */
export function awaitBrowser(session: DeviceSession, sandboxId: string): Promise<BrowserVersion> {
  const wait = waits.get(session) ?? shareWork(lookForBrowser);
  waits.set(session, wait);
  return wait(session, sandboxId);
}

async function lookForBrowser(session: DeviceSession, sandboxId: string): Promise<BrowserVersion> {
  const lateAt = Date.now() + START_WITHIN_MS;
  for (;;) {
    try {
      return await askDevTools(session, "/json/version", BrowserVersion);
    } catch (error) {
      if (error instanceof AppError && error.code !== "device_failed") throw error;
      const { stdout } = await session.run("browser state");
      if (Buffer.from(stdout).toString().trim() === "closed")
        throw new AppError("browser_closed", { sandboxId, detail: "it was closed" }, { cause: error });
      if (Date.now() > lateAt) throw new AppError("device_failed", { sandboxId, detail: messageOf(error) });
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** Returns the path of a URL from the browser. */
export const pathOfUrl = (url: string): string => new URL(url).pathname;

/**
 * Opens a WebSocket to the browser for a client, with the client's own key, as a byte stream of its frames. Rejects
 * with tab_not_found, or device_failed.
 */
export async function openDevTools(
  session: DeviceSession,
  sandboxId: string,
  path: string,
  key: string,
): Promise<Duplex> {
  const device = await session.openSocket(ADDRESS);
  try {
    await withDeadline(ANSWER_WITHIN_MS, "the browser's answer", async () => {
      const asked = requestOver(device, path, {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": key,
      });
      const refused = answerTo(asked).then(({ statusCode }) => {
        // Chromium returns 500 for an unknown page.
        if (statusCode === 404 || statusCode === 500)
          throw new AppError("tab_not_found", { tabId: path.split("/").at(-1) });
        throw new Error(`the browser refused ${path} with status ${statusCode}`);
      });
      await Promise.race([refused, upgraded(asked, device)]);
    });
    return device;
  } catch (error) {
    device.destroy();
    if (error instanceof AppError) throw error;
    throw new AppError("device_failed", { sandboxId, detail: messageOf(error) }, { cause: error });
  }
}

/** The browser's WebSocket path, from its last response. It stays the same while the browser runs. */
const browserPaths = new WeakMap<DeviceSession, string>();

/** Opens a WebSocket to the browser itself, after waiting for it. Also rejects with browser_closed. */
export async function openBrowserDevTools(session: DeviceSession, sandboxId: string, key: string): Promise<Duplex> {
  const known = browserPaths.get(session);
  const open = (path: string) => openDevTools(session, sandboxId, path, key);
  // Without a connection, another browser runs by now, or none.
  const opened = known === undefined ? undefined : await open(known).catch(() => undefined);
  if (opened) return opened;
  const { webSocketDebuggerUrl } = await awaitBrowser(session, sandboxId);
  const path = pathOfUrl(webSocketDebuggerUrl);
  browserPaths.set(session, path);
  return open(path);
}

/** Opens a connection to the browser for the server's own `WebSocket`. */
export const connectDevTools = (session: DeviceSession): Promise<Duplex> => session.openSocket(ADDRESS);

const requestOver = (device: Duplex, path: string, headers: Record<string, string> = {}): ClientRequest =>
  request({ createConnection: () => device, host: HOST, path, headers: { host: HOST, ...headers } }).end();

function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once("response", resolve);
    asked.on("error", reject);
  });
}

function upgraded(asked: ClientRequest, device: Duplex): Promise<void> {
  return new Promise((resolve) => {
    asked.once("upgrade", (_answer, _socket, head) => {
      if (head.length > 0) device.unshift(head);
      resolve();
    });
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
