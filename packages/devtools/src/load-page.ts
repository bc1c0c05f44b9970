import * as z from "zod";
import type { DevToolsConnection } from "./connection.ts";
import { NoAnswer, RefusedByBrowser } from "./endpoint.ts";
import { attachTo } from "./sessions.ts";

/** Result of `Page.navigate`. Without a `loaderId`, the browser moved within the same document and loads nothing. */
const Navigated = z.object({
  loaderId: z.string().optional(),
  errorText: z.string().optional(),
  isDownload: z.boolean().optional(),
});
const LifecycleEvent = z.object({ loaderId: z.string(), name: z.string() });

/** Error for a page that the browser could not load. */
export class PageFailed extends Error {
  override readonly name = "PageFailed";
}

/**
 * State of a navigation. "loaded": the page's content is present. "asking": the page shows a dialog. "loading": the page
 * is shown, without all of its content. "waiting": its server has not answered, and the previous page is still shown.
 */
export type PageState = "loaded" | "asking" | "loading" | "waiting";

/**
 * Navigates a tab to a page and waits for its content, with a timeout. Returns early if the page takes longer, or opens
 * a dialog before its content. The navigation closes a dialog of the previous page. Rejects with PageFailed.
 */
export async function loadPage(
  browser: DevToolsConnection,
  targetId: string,
  { url, withinMs }: { url: string; withinMs: number },
): Promise<PageState> {
  const sessionId = await attachTo(browser, targetId);
  const lateAtMs = performance.now() + withinMs;
  const on = { sessionId, timeoutMs: withinMs };
  const arrived = new Set<string>();
  const asking = Promise.withResolvers<"asking">();
  let tell: () => void = () => undefined;
  const stop = browser.listen(({ sessionId: from, method, params }) => {
    if (from !== sessionId) return;
    const event = LifecycleEvent.safeParse(params).data;
    if (method === "Page.javascriptDialogOpening") asking.resolve("asking");
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
    const navigating = browser.call(Navigated, "Page.navigate", { url }, on);
    navigating.catch(() => undefined);
    const navigated = await Promise.race([navigating, asking.promise]);
    if (navigated === "asking") return "asking";
    const { loaderId, errorText, isDownload = false } = navigated;
    if (isDownload) return "loaded";
    if (errorText !== undefined) throw new PageFailed(errorText);
    if (loaderId === undefined) return "loaded";
    const loaded = new Promise<PageState>((resolve) => {
      tell = () => arrived.has(loaderId) && resolve("loaded");
      timer = setTimeout(resolve, Math.max(0, lateAtMs - performance.now()), "loading");
      tell();
    });
    return await Promise.race([loaded, asking.promise]);
  } catch (error) {
    if (error instanceof RefusedByBrowser) throw new PageFailed(error.message);
    if (error instanceof NoAnswer) return "waiting";
    throw error;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
