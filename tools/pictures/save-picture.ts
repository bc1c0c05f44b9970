import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestBrowser } from "../../e2e/support/browser.ts";
import { say } from "../shell.ts";

/** Quality of WebP files. */
const QUALITY = 62;
/** Time in which a page takes on another theme or size. */
const REDRAWN_MS = 500;

/** Saves what a browser's page shows in a theme as WebP. Throws if the file would be larger than `mostBytes`. */
export async function savePicture(
  { context, page }: TestBrowser,
  file: string,
  { theme, mostBytes }: { theme: "light" | "dark"; mostBytes: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await sleep(REDRAWN_MS);
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  const bytes = Buffer.from(data, "base64");
  if (bytes.length > mostBytes) throw new Error(`${file} would have ${bytes.length} bytes`);
  writeFileSync(file, bytes);
  say(`wrote ${file}, ${bytes.length} bytes`);
}
