import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import type { DevToolsConnection } from "@terrarium/devtools/connection";
import { RefusedByBrowser } from "@terrarium/devtools/endpoint";
import { attachTo } from "@terrarium/devtools/sessions";
import { AppError } from "@terrarium/platform/base/app-error";
import { z } from "zod";

/** Result of `Page.navigate`. Without a loader, the page stayed the same. */
const Navigated = z.object({ loaderId: z.string().optional(), errorText: z.string().optional() });
const LifecycleEvent = z.object({ loaderId: z.string(), name: z.string() });

/**
 * Navigates a tab to a page and waits for its content, with a timeout. Returns early if the page takes longer, or opens
 * a dialog before its content. The navigation closes a dialog of the previous page. Rejects with page_failed.
 */
export async function loadPage(browser: DevToolsConnection, targetId: string, url: string): Promise<void> {
  const sessionId = await attachTo(browser, targetId);
  const on = { sessionId, timeoutMs: BROWSER_LIMITS.pageMs };
  const arrived = new Set<string>();
  let hasDialog = false;
  let tell: () => void = () => undefined;
  const stop = browser.listen(({ sessionId: from, method, params }) => {
    if (from !== sessionId) return;
    const event = LifecycleEvent.safeParse(params).data;
    if (method === "Page.javascriptDialogOpening") hasDialog = true;
    else if (method === "Page.lifecycleEvent" && event?.name === "DOMContentLoaded") arrived.add(event.loaderId);
    tell();
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    // A page with an open dialog responds to these only after the navigation has closed it.
    const listening = [
      browser.call(z.unknown(), "Page.enable", undefined, on),
      browser.call(z.unknown(), "Page.setLifecycleEventsEnabled", { enabled: true }, on),
    ];
    for (const each of listening) each.catch(() => undefined);
    const { loaderId, errorText } = await browser.call(Navigated, "Page.navigate", { url }, on);
    if (errorText !== undefined) throw new AppError("page_failed", { url, detail: errorText });
    if (loaderId === undefined) return;
    await new Promise<void>((resolve) => {
      tell = () => (hasDialog || arrived.has(loaderId)) && resolve();
      timer = setTimeout(resolve, BROWSER_LIMITS.pageMs);
      tell();
    });
  } catch (error) {
    if (error instanceof RefusedByBrowser) throw new AppError("page_failed", { url, detail: error.message });
    throw error;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
