import type { DevToolsConnection } from "@terrarium/devtools/connection";
import * as z from "zod";
import type { PageFrame } from "./page-frame.ts";
import { within } from "./within.ts";

const OPENS_WITHIN_MS = 4_000;
const Chooser = z.object({ backendNodeId: z.number().optional() });

/**
 * Gives a file to the page's next file chooser instead of showing it. `open` opens the chooser, for example by a tap on
 * a button. Rejects if no chooser opens in time.
 */
export async function uploadFile(
  page: DevToolsConnection,
  root: PageFrame,
  path: string,
  open: () => Promise<void>,
): Promise<void> {
  const opened = Promise.withResolvers<{ sessionId: string | undefined; backendNodeId: number | undefined }>();
  opened.promise.catch(() => undefined);
  const stop = page.listen(({ sessionId, method, params }) => {
    if (method === "Page.fileChooserOpened")
      opened.resolve({ sessionId, backendNodeId: Chooser.parse(params).backendNodeId });
  });
  try {
    await Promise.all(
      [...sessionsOf(root)].map(async (sessionId) => {
        await page.call(z.unknown(), "Page.enable", undefined, { sessionId });
        await page.call(z.unknown(), "Page.setInterceptFileChooserDialog", { enabled: true }, { sessionId });
      }),
    );
    await open();
    const { sessionId, backendNodeId } = await within(OPENS_WITHIN_MS, opened.promise);
    if (backendNodeId === undefined) throw new Error("this page reads files in a way that uploads do not support");
    await page.call(z.unknown(), "DOM.setFileInputFiles", { files: [path], backendNodeId }, { sessionId });
  } finally {
    stop();
  }
}

/** Returns the sessions of a page's processes. */
function sessionsOf(frame: PageFrame, found = new Set<string | undefined>()): Set<string | undefined> {
  found.add(frame.sessionId);
  for (const inner of frame.frames.values()) sessionsOf(inner, found);
  return found;
}
