import { setImmediate as turn } from "node:timers/promises";
import { DocumentBuilder, PageCut } from "./document-builder.ts";
import type { PageDocument } from "./page-document.ts";

/** The screen gets its turn after this much. */
const sliceChars = 64 * 1024;

/** Reads an HTML document, in slices that let the screen live. Rejects with the signal's reason. */
export async function parseHtml(html: string, url: URL, signal: AbortSignal): Promise<PageDocument> {
  // Loaded with the first page: an idle device does without.
  const { Parser } = await import("htmlparser2");
  const page = new DocumentBuilder(url);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => page.open(name, attributes),
      onclosetag: (name) => page.close(name),
      ontext: (text) => page.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  try {
    for (let at = 0; at < html.length; at += sliceChars) {
      parser.write(html.slice(at, at + sliceChars));
      await turn();
      signal.throwIfAborted();
    }
    parser.end();
    return page.finish(undefined);
  } catch (error) {
    if (!(error instanceof PageCut)) throw error;
    return page.finish(error.reason);
  }
}
