import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { z } from "zod";
import { AppError } from "../base/app-error.ts";
import { type BrowserConnection, RefusedByBrowser } from "./browser-connection.ts";
import { attachTo } from "./tabs.ts";

/** What `Page.navigate` answers; without a loader it stayed on the page that was there. */
const Navigated = z.object({ loaderId: z.string().optional(), errorText: z.string().optional() });
const LifecycleEvent = z.object({ loaderId: z.string(), name: z.string() });

/**
 * Leads a tab to a page and waits for its content, for a while; a page that takes longer is left on its way. Rejects with
 * page_failed.
 */
export async function loadPage(browser: BrowserConnection, targetId: string, url: string): Promise<void> {
  const sessionId = await attachTo(browser, targetId);
  const call = <T>(schema: z.ZodType<T>, method: string, params = {}, timeoutMs = BROWSER_LIMITS.pageMs) =>
    browser.call(schema, method, params, { sessionId, timeoutMs });
  await call(z.unknown(), "Page.enable");
  const arrived = new Set<string>();
  let tell: () => void = () => undefined;
  const stop = browser.listen(sessionId, (method, params) => {
    const event = LifecycleEvent.safeParse(params).data;
    if (method !== "Page.lifecycleEvent" || event?.name !== "DOMContentLoaded") return;
    arrived.add(event.loaderId);
    tell();
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await call(z.unknown(), "Page.setLifecycleEventsEnabled", { enabled: true });
    const { loaderId, errorText } = await call(Navigated, "Page.navigate", { url });
    if (errorText !== undefined) throw new AppError("page_failed", { url, detail: errorText });
    if (loaderId === undefined) return;
    await new Promise<void>((resolve) => {
      tell = () => arrived.has(loaderId) && resolve();
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
