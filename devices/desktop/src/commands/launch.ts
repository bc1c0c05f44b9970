import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, type Command } from "./command.ts";

const folders = (home: string) => ["/usr/share/applications", join(home, ".local/share/applications")];
const SUFFIX = ".desktop";
const ANSWER_WITHIN_MS = 5_000;
const MOST_PROGRAMS = 500;

/**
 * `launch` lists the programs, `launch NAME` starts one, and `launch URL` opens an address in a browser tab. Phones
 * offer the same with `cmd package query-activities`, `monkey -p` and `am start`.
 */
export const launch =
  (options: { home: string; devToolsPort: number; environment: () => Record<string, string> }): Command =>
  async ({ args: [what], print }) => {
    if (what === undefined) return print(`${(await programs(options.home)).join("\n")}\n`);
    if (/^[a-z][a-z0-9+.-]*:/i.test(what)) return openPage(options.devToolsPort, what);
    const command = await commandOf(options.home, what);
    const child = spawn("/bin/sh", ["-c", `exec ${command}`], {
      cwd: options.home,
      env: options.environment(),
      stdio: "ignore",
      detached: true,
    });
    const failed = new Promise<never>((_resolve, reject) => child.once("error", reject));
    await Promise.race([failed, new Promise<void>((resolve) => child.once("spawn", () => resolve()))]);
    child.unref();
  };

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

async function openPage(port: number, url: string): Promise<void> {
  // Chromium unescapes the address once (DevToolsHttpHandler::OnJsonRequest).
  const address = `http://127.0.0.1:${port}/json/new?${encodeURIComponent(url)}`;
  const answer = await fetch(address, { method: "PUT", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    () => undefined,
  );
  if (!answer?.ok) throw new CommandError("the browser does not answer yet; try again in a moment");
}
