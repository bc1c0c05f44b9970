import type { LoadedSheet } from "../css/cascade.ts";
import { parseSheet } from "../css/parse-sheet.ts";
import type { PageDocument, SheetSource } from "../document/page-document.ts";
import { decodeText } from "./decode-text.ts";
import { loadResource, type Reach } from "./load-resource.ts";

const sheetBytesMax = 512 * 1024;
/** A page shows without the sheets that have not come by then. */
const sheetTimeoutMs = 5000;
const importDepth = 3;
const sheetsMax = 30;

/** Loads and reads a page's style sheets, all at once; those that cannot be had are left out. Rejects with the signal's reason. */
export async function loadSheets(
  page: PageDocument,
  address: URL,
  reach: Reach,
  signal: AbortSignal,
): Promise<LoadedSheet[]> {
  let count = 0;
  const load = async (source: SheetSource, base: URL, depth: number): Promise<LoadedSheet[]> => {
    if (++count > sheetsMax) return [];
    const text = source.kind === "text" ? source.text : await loadText(source.address, address, reach, signal);
    if (text === undefined) return [];
    const sheet = await parseSheet(text);
    const from = source.kind === "text" ? base : new URL(source.address);
    const imported =
      depth >= importDepth ? [] : sheet.imports.flatMap(({ reference, media }) => resolve(reference, media, from));
    const before = await Promise.all(imported.map((each) => load(each, from, depth + 1)));
    return [...before.flat(), { media: source.media, sheet }];
  };
  const sheets = await Promise.all(page.sheets.map((source) => load(source, address, 0)));
  signal.throwIfAborted();
  return sheets.flat();
}

function resolve(reference: string, media: string, base: URL): SheetSource[] {
  if (!URL.canParse(reference, base)) return [];
  const url = new URL(reference, base);
  // A page of the web has no business with the device's files.
  if (url.protocol === "file:" && base.protocol !== "file:") return [];
  return [{ kind: "link", address: url.href, media }];
}

async function loadText(address: string, page: URL, reach: Reach, signal: AbortSignal): Promise<string | undefined> {
  try {
    const options = { page, accept: "text/css,*/*;q=0.1", maxBytes: sheetBytesMax, timeoutMs: sheetTimeoutMs, signal };
    const { body, contentType } = await loadResource(address, options, reach);
    // An error page is no style.
    return /html/i.test(contentType) ? undefined : decodeText(body, contentType);
  } catch {
    return undefined;
  }
}
