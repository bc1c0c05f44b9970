import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** Chromium's profile settings, as far as they are read here. */
const Preferences = z.looseObject({ browser: z.looseObject({ window_placement: z.unknown().optional() }) });

/**
 * Deletes the stored window position from the profile in a `--user-data-dir` folder. Call it only while Chromium is not
 * running. Chromium may store the screen's size for a maximized window. It opens a window of that size one pixel
 * smaller (X11Window::AdjustSizeForDisplay), and after maximizing, the page may keep the smaller size. Never rejects.
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
    // No readable settings yet: Chromium starts with its defaults.
  }
}
