import { connect } from "node:net";
import { DevToolsConnection } from "@terrarium/devtools/connection";
import { type BrowserTarget, readTargets, readVersion } from "@terrarium/devtools/discovery";
import { type DevToolsEndpoint, NoAnswer } from "@terrarium/devtools/endpoint";
import * as z from "zod";

const ANSWER_WITHIN_MS = 5_000;
const MESSAGE_BYTES = 64 * 1024 * 1024;
const LIST_BYTES = 16 * 1024 * 1024;

/** Pages of the browser's own dialogs, such as the print preview, which have no window. */
const INTERNAL = /^(chrome:\/\/print|devtools:)/;

/** A page of a browser, with the address of its DevTools. */
export type ListedPage = BrowserTarget & { webSocketDebuggerUrl: string };

/** Returns the DevTools of the browser at that port. */
export const devToolsAt = (port: number): DevToolsEndpoint => ({
  open: async () => connect(port, "127.0.0.1"),
  listWithinMs: ANSWER_WITHIN_MS,
  callWithinMs: ANSWER_WITHIN_MS,
  listBytes: LIST_BYTES,
  messageBytes: MESSAGE_BYTES,
  parseJson: (text) => JSON.parse(text),
});

/**
 * Returns the pages of the browser at that port, the page in front first, or an empty list if no browser runs there.
 * Lists unresponsive pages too.
 */
export async function listPages(port: number): Promise<ListedPage[]> {
  const targets = await readTargets(devToolsAt(port)).catch((error: unknown) => {
    if (error instanceof NoAnswer) return [];
    throw error;
  });
  return targets.flatMap((target) => {
    const { type, webSocketDebuggerUrl } = target;
    const isTab = type === "page" && !INTERNAL.test(target.url);
    return isTab && webSocketDebuggerUrl !== undefined ? [{ ...target, webSocketDebuggerUrl }] : [];
  });
}

/** Connects to a page of the browser at that port. */
export const connectPage = (port: number, { webSocketDebuggerUrl }: ListedPage): Promise<DevToolsConnection> =>
  DevToolsConnection.open(devToolsAt(port), webSocketDebuggerUrl);

/** Closes the browser at that port as its user would. Resolves when the request is sent; rejects if that fails. */
export async function closeBrowser(port: number): Promise<void> {
  const { webSocketDebuggerUrl } = await readVersion(devToolsAt(port));
  using browser = await DevToolsConnection.open(devToolsAt(port), webSocketDebuggerUrl);
  // The browser may end before it responds.
  await browser.call(z.unknown(), "Browser.close", undefined).catch(() => undefined);
}
