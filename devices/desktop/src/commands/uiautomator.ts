import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { dumpedTo, isStandardOutput } from "@terrarium/adb-device/ui-dump";
import { toXml, type UiNode } from "../tree/hierarchy.ts";
import { CommandError, type Command } from "./command.ts";
import type { Turns } from "./turns.ts";

/**
 * `uiautomator dump [--compressed] [FILE]`: writes the screen's content as XML (AOSP cmds/uiautomator, DumpCommand).
 */
export const uiautomator =
  (read: () => Promise<UiNode[]>, turns: Turns): Command =>
  async ({ args: [what, ...args], folder, gone, print }) => {
    if (what !== "dump") throw new CommandError("usage: uiautomator dump [FILE]");
    const file = args.find((arg) => !arg.startsWith("-")) ?? "window_dump.xml";
    const xml = await turns.take(gone, async () => toXml(await read()));
    if (isStandardOutput(file)) await print(xml);
    else
      await writeFile(resolve(folder, file), xml).catch((error: unknown) => {
        throw new CommandError(`ERROR: ${error instanceof Error ? error.message : String(error)}`);
      });
    await print(dumpedTo(file));
  };
