import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** Chromium's settings of a profile, as far as they are read here. */
const Preferences = z.looseObject({ browser: z.looseObject({ window_placement: z.unknown().optional() }) });

/**
 * Has Chromium forget where its window was, in the profile of a folder for `--user-data-dir`; not while it runs. Of a
 * window that was maximized it may remember the size of the screen. A window that is to be as large it makes a pixel
 * smaller (X11Window::AdjustSizeForDisplay), and when that is maximized, its page may stay so small. Never rejects.
 */
export async function forgetPlacement(folder: string): Promise<void> {
  const path = join(folder, "Default/Preferences");
  try {
    const preferences = Preferences.parse(JSON.parse(await readFile(path, "utf8")));
    if (preferences.browser.window_placement === undefined) return;
    delete preferences.browser.window_placement;
    await writeFile(`${path}.new`, JSON.stringify(preferences), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch {
    // There are none yet, or none that can be read: Chromium begins with its own.
  }
}
