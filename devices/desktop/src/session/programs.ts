import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StandbyOptions } from "../main-options.ts";

/** Which of several programs is there; the first that is. Undefined if none is. */
function firstOf(names: readonly string[]): string | undefined {
  const folders = ["/usr/local/bin", "/usr/bin", "/bin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * Whether users may make user namespaces here, of which Chromium makes walls around its pages: root may not, and neither
 * may a container under the profile of system calls that engines have by default.
 */
export const canMakeWalls = async (): Promise<boolean> =>
  process.getuid?.() !== 0 &&
  promisify(execFile)("unshare", ["--user", "true"]).then(
    () => true,
    () => false,
  );

/**
 * Pages of Chromium's own for what the address bar suggests: made with the window, in a process of 50 MB. Without them
 * it draws the list itself. Both have to go: either keeps the process.
 */
const pagesOfAddressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Where the browser keeps what is its own. DevTools are for no profile of the usual place. */
export const browserFolder = (home: string): string => join(home, ".config/browser");

/** Chromium with its DevTools open, and without what it does on its own account; `hasWalls`: see `canMakeWalls`. */
export function browserCommand(
  { home, devToolsPort }: Pick<StandbyOptions, "home" | "devToolsPort">,
  proxy: string | undefined,
  hasWalls: boolean,
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
    `--disable-features=${pagesOfAddressBar.join()}`,
    "--hide-crash-restore-bubble",
    ...(proxy === undefined ? [] : [`--proxy-server=${proxy}`]),
    // It refuses to start otherwise.
    ...(hasWalls ? [] : ["--no-sandbox", "--test-type"]),
    "about:blank",
  ];
}

/** What arranges the windows, and what else belongs to a desktop. */
export function sessionCommands(kind: StandbyOptions["kind"]): [string, ...string[]][] {
  const wanted = kind === "desktop" ? ["startxfce4", "openbox"] : ["openbox", "matchbox-window-manager"];
  const manager = firstOf(wanted);
  return manager === undefined ? [] : [[manager]];
}
