import type { DevToolsConnection } from "@terrarium/devtools/connection";
import * as z from "zod";

/** A page that painted nothing in this many frames is empty. */
const FRAMES = 5;
/** Time limit for drawing. A page counts as not visible after it. */
const WITHIN_MS = 2_000;
/** Timeout for a page's response. A page beyond it runs an endless script, or waits for a dialog or a debugger. */
export const PAGE_ANSWERS_WITHIN_MS = WITHIN_MS + 500;
/** Limit of successive navigations; a page that navigates again and again counts as not visible. */
const MOST_PAGES = 5;

const EXPRESSION = `new Promise((tell) => {
  let frames = 0;
  const look = () => {
    const isDrawn = document.hidden || performance.getEntriesByType("paint").length > 0 || frames++ === ${FRAMES};
    return isDrawn ? tell(true) : requestAnimationFrame(look);
  };
  look();
  setTimeout(tell, ${WITHIN_MS}, false);
})`;
const Evaluated = z.object({ result: z.object({ value: z.boolean() }) });
/** Browser errors for a page that was replaced during a call. */
const LEFT_PAGE = /context was destroyed|navigated|context with specified id/;

/**
 * Waits for the page, or the frame of that session, to be on the screen; returns whether it is. A page's content is
 * known earlier, but until then Chromium drops input or sends it to the previous page. Rejects with NoAnswer if the
 * main thread does not respond.
 */
export async function isDrawn(page: DevToolsConnection, sessionId?: string): Promise<boolean> {
  const asked = { expression: EXPRESSION, awaitPromise: true, returnByValue: true };
  const on = { sessionId, timeoutMs: PAGE_ANSWERS_WITHIN_MS };
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    try {
      return (await page.call(Evaluated, "Runtime.evaluate", asked, on)).result.value;
    } catch (error) {
      if (!(error instanceof Error && LEFT_PAGE.test(error.message))) throw error;
    }
  }
  return false;
}
