import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { GatheredBytes } from "@terrarium/bounds/gathered-bytes";
import * as z from "zod";
import { DEV_TOOLS_HOST, NoAnswer, type DevToolsEndpoint } from "./endpoint.ts";

/** The browser's description at `/json/version`. */
const BrowserVersion = z.looseObject({ Browser: z.string(), webSocketDebuggerUrl: z.url() });
export type BrowserVersion = z.infer<typeof BrowserVersion>;

const BrowserTargets = z.array(
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

/** Rejects like `readTargets`. */
export const readVersion = (browser: DevToolsEndpoint): Promise<BrowserVersion> =>
  ask(browser, "/json/version", BrowserVersion);

/**
 * Returns all targets that the browser can attach to. The page that was last in front comes first. Rejects with the
 * reason of a failed `open`, NoAnswer, or an Error for a late or unacceptable answer.
 */
export const readTargets = (browser: DevToolsEndpoint): Promise<BrowserTarget[]> =>
  ask(browser, "/json/list", BrowserTargets);

/** Returns the path of a URL from the browser. */
export const pathOfUrl = (url: string): string => new URL(url).pathname;

/** Starts a GET request over a stream to the browser. */
export const requestOver = (device: Duplex, path: string, headers: Record<string, string> = {}): ClientRequest =>
  request({
    createConnection: () => device,
    host: DEV_TOOLS_HOST,
    path,
    headers: { host: DEV_TOOLS_HOST, ...headers },
  }).end();

export function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once("response", resolve);
    asked.on("error", reject);
  });
}

/** Sends an HTTP request (chromedevtools.github.io/devtools-protocol, "HTTP Endpoints"). */
async function ask<T>(browser: DevToolsEndpoint, path: string, schema: z.ZodType<T>): Promise<T> {
  const device = await browser.open();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    device.destroy();
  }, browser.listWithinMs);
  try {
    const answer = await answerTo(requestOver(device, path)).catch((cause: unknown) => {
      throw new NoAnswer(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    const text = await readText(answer, browser.listBytes, path);
    return read(schema, browser, text, path);
  } catch (error) {
    if (!isLate) throw error;
    const late = `the browser's answer to ${path} did not finish within ${browser.listWithinMs} ms`;
    throw error instanceof NoAnswer ? new NoAnswer(late, { cause: error }) : new Error(late, { cause: error });
  } finally {
    clearTimeout(timer);
    device.destroy();
  }
}

async function readText(answer: IncomingMessage, maxBytes: number, path: string): Promise<string> {
  const gathered = new GatheredBytes();
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error(`the browser's answer to ${path} is too long`);
    gathered.add(part);
  }
  return gathered.bytes().toString();
}

function read<T>(schema: z.ZodType<T>, { parseJson }: DevToolsEndpoint, text: string, path: string): T {
  try {
    return schema.parse(parseJson(text, "list"));
  } catch (error) {
    throw new Error(`the browser's answer to ${path} cannot be read`, { cause: error });
  }
}
