import * as z from "zod";
import type { DevToolsConnection } from "./dev-tools.ts";

/** A page that has drawn as many frames and painted nothing has nothing to paint. */
const frames = 5;
/** Of a page that is not drawn by then, nothing shows. */
const withinMs = 2_000;
/** A page that has not answered by then runs a script without end, or waits for a dialog or a debugger. */
export const pageAnswersWithinMs = withinMs + 500;
/** A page that goes on to another again and again shows nothing. */
const mostPages = 5;

const expression = `new Promise((tell) => {
  let frames = 0;
  const look = () => {
    const isDrawn = document.hidden || performance.getEntriesByType("paint").length > 0 || frames++ === ${frames};
    return isDrawn ? tell(true) : requestAnimationFrame(look);
  };
  look();
  setTimeout(tell, ${withinMs}, false);
})`;
const Evaluated = z.object({ result: z.object({ value: z.boolean() }) });
/** What the browser says of a page that made room for another while it was asked. */
const leftPage = /context was destroyed|navigated|context with specified id/;

/**
 * Whether the page, or its frame of that session, is on the screen; waits a while for it. What a page holds is known sooner,
 * but Chromium drops what is done on it until then, or does it on what was there before. Rejects with NoAnswer if its main
 * thread does not answer.
 */
export async function isDrawn(page: DevToolsConnection, session?: string): Promise<boolean> {
  const asked = { expression, awaitPromise: true, returnByValue: true };
  for (let pages = 0; pages < mostPages; pages++) {
    try {
      return (await page.call(Evaluated, "Runtime.evaluate", asked, session, pageAnswersWithinMs)).result.value;
    } catch (error) {
      if (!(error instanceof Error && leftPage.test(error.message))) throw error;
    }
  }
  return false;
}
