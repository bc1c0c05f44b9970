import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PageState } from "@terrarium/devtools/load-page";
import type { DesktopScreen } from "../screen/desktop-screen.ts";
import type { StackedWindow } from "../screen/stacked-windows.ts";
import { CommandError, type Command } from "./command.ts";
import type { PageWish } from "./open-page.ts";

const folders = (home: string) => ["/usr/share/applications", join(home, ".local/share/applications")];
const SUFFIX = ".desktop";
const MOST_PROGRAMS = 500;

/** Time for a program's window. */
const WINDOW_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

interface Parts {
  home: string;
  openPage: (wish: PageWish) => Promise<PageState>;
  environment: () => Record<string, string>;
  screen: () => Pick<DesktopScreen, "windows">;
}

/**
 * `launch` lists the programs, `launch NAME` starts one, and `launch [--new-tab] URL` opens an address in the browser's
 * front tab or a new one. Phones offer the same with `cmd package query-activities`, `monkey -p` and `am start`.
 * Responds when the page or the program's window is there and has the focus. Prints the state (PageState) if it is not
 * after a timeout: input would reach the previous page or window.
 */
export const launch =
  (parts: Parts): Command =>
  async ({ args, print }) => {
    const newTab = args[0] === "--new-tab";
    const [what] = newTab ? args.slice(1) : args;
    if (what === undefined) return print(`${(await programs(parts.home)).join("\n")}\n`);
    const isPage = /^[a-z][a-z0-9+.-]*:/i.test(what);
    const state = isPage ? await parts.openPage({ url: what, newTab }) : await startProgram(parts, what);
    if (state !== "loaded") await print(`${state}\n`);
  };

async function startProgram({ home, environment, screen }: Parts, name: string): Promise<PageState> {
  const command = await commandOf(home, name);
  const before = await screen().windows();
  const child = spawn("/bin/sh", ["-c", `exec ${command}`], {
    cwd: home,
    env: environment(),
    stdio: "ignore",
    detached: true,
  });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => code !== 0 && reject(new CommandError(`${name} ended with exit code ${code}`)));
  });
  child.unref();
  return Promise.race([failed, windowShown(screen, before)]);
}

/** Waits for a window with the focus that is new, or did not have it. */
async function windowShown(screen: Parts["screen"], before: readonly StackedWindow[]): Promise<PageState> {
  const had = before.find(({ isActive }) => isActive)?.id;
  for (
    const lateAtMs = performance.now() + WINDOW_WITHIN_MS;
    performance.now() < lateAtMs;
    await sleep(LOOK_AGAIN_MS)
  ) {
    const front = (await screen().windows()).find(({ isActive }) => isActive);
    if (front && front.id !== had) return "loaded";
  }
  return "waiting";
}

async function programs(home: string): Promise<string[]> {
  const names = await Promise.all(folders(home).map((folder) => readdir(folder).catch(() => [])));
  const found = names.flat().filter((name) => name.endsWith(SUFFIX));
  const ids = [...new Set(found.map((name) => name.slice(0, -SUFFIX.length)))].toSorted().slice(0, MOST_PROGRAMS);
  const shown = await Promise.all(ids.map(async (id) => !/^(NoDisplay|Hidden)=true/m.test(await entryOf(home, id))));
  return ids.filter((_id, i) => shown[i]);
}

/** Returns a program's start command, without placeholders for files (Desktop Entry Specification, "Exec"). */
async function commandOf(home: string, id: string): Promise<string> {
  const [, command] = /^Exec=(.+)$/m.exec(/^[\w.+-]+$/.test(id) ? await entryOf(home, id) : "") ?? [];
  if (command === undefined) throw new CommandError(`no program is called ${id}; launch alone names those there are`);
  return command.replaceAll(/%[a-zA-Z]/g, "").replaceAll("%%", "%");
}

/** Returns the first group of the desktop entry; empty if there is no such program. */
async function entryOf(home: string, id: string): Promise<string> {
  for (const folder of folders(home).toReversed()) {
    const text = await readFile(join(folder, `${id}${SUFFIX}`), "utf8").catch(() => undefined);
    // Later groups are actions with commands of their own.
    if (text !== undefined) return text.slice(0, 100_000).split(/^\[Desktop Action/m)[0] ?? "";
  }
  return "";
}
