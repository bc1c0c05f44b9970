import { existsSync } from "node:fs";

const wanted = { "/usr/bin/Xvfb": "xvfb", "/usr/bin/openbox": "openbox", "/usr/bin/chromium": "chromium" };

/** What this machine lacks for tests of a screen, in Debian's names; undefined if it is nothing. */
export function missingForScreens(): string | undefined {
  const missing = Object.entries(wanted).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  return missing.length > 0 ? `needs ${missing.join(", ")}` : undefined;
}
