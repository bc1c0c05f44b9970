import { setTimeout as sleep } from "node:timers/promises";
import { DevToolsConnection } from "@terrarium/devtools/connection";
import { type BrowserVersion, readVersion } from "@terrarium/devtools/discovery";
import { loadPage, PageFailed, type PageState } from "@terrarium/devtools/load-page";
import * as z from "zod";
import type { KeptBrowser } from "../session/kept-browser.ts";
import { devToolsAt, listPages } from "../tree/browser/dev-tools.ts";
import { CommandError } from "./command.ts";

/** Time for a browser's start. */
const START_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const LOAD_WITHIN_MS = 10_000;

/** Interval for asking whether the browser shows a dialog of its own, such as one for a password. */
const ASK_EVERY_MS = 1_000;

export interface PageWish {
  url: string;
  /** Whether the page opens in a tab of its own. Default: the front tab, if there is one. */
  newTab?: boolean | undefined;
}

interface Browser {
  kept: Pick<KeptBrowser, "open">;
  port: number;
  /** Resolves with whether the browser shows a dialog over the page. */
  asks: () => Promise<boolean>;
}

/**
 * Opens a page, and the browser if it is closed, and brings its tab to the front. Resolves when the page's content is
 * present, the page asks something in a dialog, or a timeout is reached. Rejects with CommandError.
 */
export async function openPage({ kept, port, asks }: Browser, { url, newTab = false }: PageWish): Promise<PageState> {
  kept.open();
  const { webSocketDebuggerUrl } = await awaitBrowser(port);
  using connection = await DevToolsConnection.open(devToolsAt(port), webSocketDebuggerUrl);
  const [front] = await listPages(port);
  const targetId = newTab || !front ? await createTab(connection) : front.id;
  await connection.call(z.unknown(), "Target.activateTarget", { targetId });
  const loading = loadPage(connection, targetId, { url, withinMs: LOAD_WITHIN_MS });
  // Fails when the connection closes.
  loading.catch(() => undefined);
  const over = new AbortController();
  try {
    return await Promise.race([loading, asking(asks, over.signal)]);
  } catch (error) {
    if (error instanceof PageFailed) throw new CommandError(`the page cannot be opened: ${error.message}`);
    throw error;
  } finally {
    over.abort();
  }
}

/** Resolves when the browser shows a dialog. Stays pending after the signal. */
async function asking(asks: () => Promise<boolean>, over: AbortSignal): Promise<PageState> {
  while (!over.aborted) {
    await sleep(ASK_EVERY_MS);
    if (!over.aborted && (await asks().catch(() => false))) return "asking";
  }
  return new Promise(() => undefined);
}

const Created = z.object({ targetId: z.string() });

const createTab = async (browser: DevToolsConnection): Promise<string> =>
  (await browser.call(Created, "Target.createTarget", { url: "about:blank" })).targetId;

async function awaitBrowser(port: number): Promise<BrowserVersion> {
  for (const lateAtMs = performance.now() + START_WITHIN_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const version = await readVersion(devToolsAt(port)).catch(() => undefined);
    if (version) return version;
    if (performance.now() > lateAtMs) throw new CommandError("the browser does not answer yet; try again in a moment");
  }
}
