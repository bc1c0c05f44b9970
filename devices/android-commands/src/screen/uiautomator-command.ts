import { dumpedTo, isStandardOutput } from "@terrarium/adb-device/ui-dump";
import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { frontWindows } from "@terrarium/phone-system/front-windows";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { ANDROID_FORM, writeHierarchy } from "@terrarium/ui-tree/write-hierarchy";
import { androidCommand } from "../android-command.ts";

const USAGE = `Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml
`;
const DEFAULT_FILE = "/sdcard/window_dump.xml";

/** `uiautomator dump`: writes the screen's contents as an XML tree (AOSP cmds/uiautomator, DumpCommand). */
export const uiautomatorCommand = androidCommand("uiautomator", async (process) => {
  const [name, ...args] = process.args;
  if (name === undefined || name === "help") return USAGE;
  if (name === "dump") return dump(args, process);
  if (name === "runtest" || name === "events") {
    throw new CommandError(`uiautomator: ${name} needs Java, which this device has not; there is: uiautomator dump`);
  }
  throw new CommandError(`ERROR: unknown subcommand '${name}'\n${USAGE.trimEnd()}`, 1);
});

async function dump(args: readonly string[], { system, files, stdout }: Process): Promise<void> {
  const compressed = args.includes("--compressed");
  const unknown = args.find((arg) => arg.startsWith("--") && !["--compressed", "--verbose"].includes(arg));
  if (unknown !== undefined) throw new CommandError(`ERROR: unknown option '${unknown}'\n${USAGE.trimEnd()}`, 1);
  const file = args.find((arg) => !arg.startsWith("--")) ?? DEFAULT_FILE;
  await system.screenAtRest();
  const { rotation, windows } = await system.hierarchy();
  const { widthPx, heightPx } = await system.display();
  const shown = frontWindows(windows, widthPx * heightPx);
  if (shown.length === 0) throw new CommandError("ERROR: null root node returned by UiTestAutomationBridge.", 1);
  const nodes = compressed ? shown.flatMap(withoutLayout) : shown;
  const xml = writeHierarchy(nodes, rotation, ANDROID_FORM);
  if (isStandardOutput(file)) await stdout.write(xml);
  else await files.write(file, xml);
  await stdout.write(dumpedTo(file));
}

/** Removes nodes that only lay out others. */
function withoutLayout(node: UiNode): UiNode[] {
  const children = node.children.flatMap(withoutLayout);
  const matters =
    node.text !== "" ||
    node.description !== "" ||
    node.checkable ||
    node.clickable ||
    node.longClickable ||
    node.focusable ||
    node.scrollable;
  return matters ? [{ ...node, children }] : children;
}
