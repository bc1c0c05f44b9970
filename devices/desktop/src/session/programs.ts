import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StandbyOptions } from "../main-options.ts";

/** Returns the first of these programs that is installed, or undefined. */
function firstOf(names: readonly string[]): string | undefined {
  const folders = ["/usr/local/bin", "/usr/bin", "/bin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * Returns whether Chromium can sandbox its pages with user namespaces. It cannot as root, or in a container with the
 * default seccomp profile of container engines.
 */
export const canSandbox = async (): Promise<boolean> =>
  process.getuid?.() !== 0 &&
  promisify(execFile)("unshare", ["--user", "true"]).then(
    () => true,
    () => false,
  );

/**
 * Chromium's internal pages for address bar suggestions, created with the window in a process of 50 MB. Without them
 * Chromium draws the list itself. Disable both: either one keeps the process.
 */
const PAGES_OF_ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Returns the browser's profile folder. DevTools reject the default profile folder. */
export const browserFolder = (home: string): string => join(home, ".config/browser");

/** Returns the command for Chromium with DevTools and without background services; `hasSandbox`: see `canSandbox`. */
export function browserCommand(
  { home, devToolsPort }: Pick<StandbyOptions, "home" | "devToolsPort">,
  proxy: string | undefined,
  hasSandbox: boolean,
): [string, ...string[]] | undefined {
  const program = firstOf(["chromium", "google-chrome", "chromium-browser"]);
  if (program === undefined) return undefined;
  return [
    program,
    `--remote-debugging-port=${devToolsPort}`,
    `--user-data-dir=${browserFolder(home)}`,
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--password-store=basic",
    "--start-maximized",
    "--disable-gpu",
    `--disable-features=${PAGES_OF_ADDRESS_BAR.join()}`,
    "--hide-crash-restore-bubble",
    ...(proxy === undefined ? [] : [`--proxy-server=${proxy}`]),
    // Chromium refuses to start without these flags.
    ...(hasSandbox ? [] : ["--no-sandbox", "--test-type"]),
    "about:blank",
  ];
}

/** Returns the commands of the window manager and of the rest of a desktop. */
export function sessionCommands(kind: StandbyOptions["kind"]): [string, ...string[]][] {
  const wanted = kind === "desktop" ? ["startxfce4", "openbox"] : ["openbox", "matchbox-window-manager"];
  const manager = firstOf(wanted);
  return manager === undefined ? [] : [[manager]];
}
