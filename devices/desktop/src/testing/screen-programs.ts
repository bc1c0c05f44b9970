import { existsSync } from "node:fs";

const wanted = { "/usr/bin/Xvfb": "xvfb", "/usr/bin/openbox": "openbox", "/usr/bin/chromium": "chromium" };

/** Returns the Debian packages that screen tests need and this machine lacks, or undefined if there are none. */
export function missingForScreens(): string | undefined {
  const missing = Object.entries(wanted).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  return missing.length > 0 ? `needs ${missing.join(", ")}` : undefined;
}
