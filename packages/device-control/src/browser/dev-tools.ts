import type { ClientRequest } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import {
  answerTo,
  type BrowserTarget,
  type BrowserVersion,
  pathOfUrl,
  readTargets,
  readVersion,
  requestOver,
} from "@terrarium/devtools/discovery";
import type { DevToolsEndpoint } from "@terrarium/devtools/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import { withDeadline } from "@terrarium/platform/base/deadline";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import { singleFlight } from "@terrarium/platform/base/single-flight";
import type { DeviceSession } from "../device/device-session.ts";

/** Address of Chromium's DevTools on every device with them (chromium.org, "devtools_remote"). */
const ADDRESS = "localabstract:chrome_devtools_remote";
const ANSWER_WITHIN_MS = 5_000;
const CALL_WITHIN_MS = 10_000;
/** Timeout for the browser's start. It starts after its sandbox, and restarts after it ends. */
const START_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/** Returns the DevTools of the browser on a device, for the server's own requests and calls. */
export const devToolsOf = (session: DeviceSession): DevToolsEndpoint => ({
  open: () => session.openSocket(ADDRESS),
  listWithinMs: ANSWER_WITHIN_MS,
  callWithinMs: CALL_WITHIN_MS,
  listBytes: BROWSER_LIMITS.answerBytes,
  messageBytes: BROWSER_LIMITS.answerBytes,
  connectionBytes: BROWSER_LIMITS.connectionBytes,
  parseJson: (text, source) => parseBoundedJson(text, source === "list" ? BROWSER_LIMITS.answerValues : undefined),
});

/** Returns all targets that the browser can attach to. Rejects with AppError device_failed. */
export async function listTargets(session: DeviceSession, sandboxId: string): Promise<BrowserTarget[]> {
  try {
    return await readTargets(devToolsOf(session));
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
  const wait = waits.get(session) ?? singleFlight(lookForBrowser);
  waits.set(session, wait);
  return wait(session, sandboxId);
}

async function lookForBrowser(session: DeviceSession, sandboxId: string): Promise<BrowserVersion> {
  const lateAt = Date.now() + START_WITHIN_MS;
  for (;;) {
    try {
      return await readVersion(devToolsOf(session));
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

function upgraded(asked: ClientRequest, device: Duplex): Promise<void> {
  return new Promise((resolve) => {
    asked.once("upgrade", (_answer, _socket, head) => {
      if (head.length > 0) device.unshift(head);
      resolve();
    });
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
