import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserTab } from "@terrarium/contract/box-browser";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import type { DevToolsConnection } from "@terrarium/devtools/connection";
import { type BrowserTarget, readTargets } from "@terrarium/devtools/discovery";
import { attachTo } from "@terrarium/devtools/sessions";
import { AppError } from "@terrarium/platform/base/app-error";
import { z } from "zod";
import type { DeviceSession } from "../device/device-session.ts";
import { devToolsOf } from "./dev-tools.ts";

const GONE_WITHIN_MS = 5_000;
const GONE_POLL_MS = 20;
const Evaluated = z.object({ result: z.object({ value: z.unknown() }) });

/** Returns the pages only, the front one first. */
async function listPages(session: DeviceSession): Promise<BrowserTarget[]> {
  const targets = await readTargets(devToolsOf(session));
  return targets.filter(({ type }) => type === "page").slice(0, BROWSER_LIMITS.tabs);
}

export async function readTabs(browser: DevToolsConnection, session: DeviceSession): Promise<BrowserTab[]> {
  const pages = await listPages(session);
  return Promise.all(pages.map((page, at) => tabOf(browser, page, at === 0)));
}

/** Throws tab_not_found. */
export async function readTab(browser: DevToolsConnection, session: DeviceSession, tabId: string): Promise<BrowserTab> {
  const pages = await listPages(session);
  const page = pages.find(({ id }) => id === tabId);
  if (!page) throw new AppError("tab_not_found", { tabId });
  return tabOf(browser, page, page === pages[0]);
}

/** Throws tab_not_found. */
export async function requireTab(session: DeviceSession, tabId: string): Promise<void> {
  const pages = await listPages(session);
  if (!pages.some(({ id }) => id === tabId)) throw new AppError("tab_not_found", { tabId });
}

/** Closes a tab, and waits until it is no longer listed. Rejects with RefusedByBrowser if there is none. */
export async function closeTab(browser: DevToolsConnection, session: DeviceSession, tabId: string): Promise<void> {
  await browser.call(z.unknown(), "Target.closeTarget", { targetId: tabId });
  await untilTabIsGone(session, tabId);
}

/**
 * Waits until a tab is closed. The browser confirms the close earlier, and ends with its last tab. A page with a leave
 * dialog may stay; then the wait ends after a timeout.
 */
export async function untilTabIsGone(session: DeviceSession, tabId: string): Promise<void> {
  for (const giveUpAt = performance.now() + GONE_WITHIN_MS; performance.now() < giveUpAt; await sleep(GONE_POLL_MS)) {
    const pages = await listPages(session).catch(() => []);
    if (!pages.some(({ id }) => id === tabId)) return;
  }
}

async function tabOf(
  browser: DevToolsConnection,
  { id, title, url, faviconUrl = "" }: BrowserTarget,
  active: boolean,
): Promise<BrowserTab> {
  return { id, active, favicon: faviconUrl, loading: await isLoading(browser, id), title, url };
}

/** An unresponsive or closed page counts as loading. */
async function isLoading(browser: DevToolsConnection, targetId: string): Promise<boolean> {
  try {
    const sessionId = await attachTo(browser, targetId);
    const asked = { expression: "document.readyState", returnByValue: true };
    const timeoutMs = BROWSER_LIMITS.askPageMs;
    const { result } = await browser.call(Evaluated, "Runtime.evaluate", asked, { sessionId, timeoutMs });
    return result.value !== "complete";
  } catch {
    return true;
  }
}
