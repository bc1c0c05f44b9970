import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { dumpedTo, isStandardOutput } from "@terrarium/adb-device/ui-dump";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { LINUX_FORM, writeHierarchy } from "@terrarium/ui-tree/write-hierarchy";
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
    const xml = await turns.take(gone, async () => writeHierarchy(await read(), 0, LINUX_FORM));
    if (isStandardOutput(file)) await print(xml);
    else
      await writeFile(resolve(folder, file), xml).catch((error: unknown) => {
        throw new CommandError(`ERROR: ${error instanceof Error ? error.message : String(error)}`);
      });
    await print(dumpedTo(file));
  };
