import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { toXml, type UiNode } from "../tree/hierarchy.ts";
import { CommandError, type Command } from "./command.ts";
import type { Turns } from "./turns.ts";

const terminal = "/dev/tty";

/** `uiautomator dump [--compressed] [FILE]`: what is on the screen, as XML (AOSP cmds/uiautomator, DumpCommand). */
export const uiautomator =
  (read: () => Promise<UiNode[]>, turns: Turns): Command =>
  async ({ args: [what, ...args], folder, gone, print }) => {
    if (what !== "dump") throw new CommandError("usage: uiautomator dump [FILE]");
    const file = args.find((arg) => !arg.startsWith("-")) ?? "window_dump.xml";
    const xml = await turns.take(gone, async () => toXml(await read()));
    if (file === terminal || file === "-") return print(`${xml}\n`);
    await writeFile(resolve(folder, file), xml).catch((error: unknown) => {
      throw new CommandError(`ERROR: ${error instanceof Error ? error.message : String(error)}`);
    });
    await print(`UI hierchary dumped to: ${file}\n`);
  };
