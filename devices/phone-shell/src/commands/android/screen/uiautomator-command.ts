import { dumpedTo, isStandardOutput } from "@terrarium/adb-device/ui-dump";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { CommandError } from "../../../command-error.ts";
import type { Process } from "../../../process.ts";
import { androidCommand } from "../android-command.ts";
import { frontWindows, saysSomething } from "./front-windows.ts";

const usage = `Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml
`;
const defaultFile = "/sdcard/window_dump.xml";

/** `uiautomator dump`: writes the screen's contents as an XML tree (AOSP cmds/uiautomator, DumpCommand). */
export const uiautomatorCommand = androidCommand("uiautomator", async (process) => {
  const [name, ...args] = process.args;
  if (name === undefined || name === "help") return usage;
  if (name === "dump") return dump(args, process);
  if (name === "runtest" || name === "events") {
    throw new CommandError(`uiautomator: ${name} needs Java, which this device has not; there is: uiautomator dump`);
  }
  throw new CommandError(`ERROR: unknown subcommand '${name}'\n${usage.trimEnd()}`, 1);
});

async function dump(args: readonly string[], { system, files, stdout }: Process): Promise<void> {
  const compressed = args.includes("--compressed");
  const unknown = args.find((arg) => arg.startsWith("--") && !["--compressed", "--verbose"].includes(arg));
  if (unknown !== undefined) throw new CommandError(`ERROR: unknown option '${unknown}'\n${usage.trimEnd()}`, 1);
  const file = args.find((arg) => !arg.startsWith("--")) ?? defaultFile;
  await system.screenAtRest();
  const { rotation, windows } = await system.hierarchy();
  const { widthPx, heightPx } = await system.display();
  const shown = frontWindows(windows, widthPx * heightPx);
  if (shown.length === 0) throw new CommandError("ERROR: null root node returned by UiTestAutomationBridge.", 1);
  const nodes = compressed ? shown.flatMap(withoutLayout) : shown;
  const xml =
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>" +
    `<hierarchy rotation="${rotation}">${nodes.map((node, i) => nodeXml(node, i)).join("")}</hierarchy>`;
  if (isStandardOutput(file)) await stdout.write(xml);
  else await files.write(file, xml);
  await stdout.write(dumpedTo(file));
}

/** Removes nodes that only lay out others. */
function withoutLayout(node: HierarchyNode): HierarchyNode[] {
  const children = node.children.flatMap(withoutLayout);
  const matters =
    node.text !== "" ||
    node.contentDesc !== "" ||
    node.checkable ||
    node.clickable ||
    node.longClickable ||
    node.focusable ||
    node.scrollable;
  return matters ? [{ ...node, children }] : children;
}

/** Formats one node. The attributes are in the order of AOSP AccessibilityNodeInfoDumper.dumpNodeRec. */
function nodeXml(node: HierarchyNode, index: number): string {
  const { left, top, right, bottom } = node.bounds;
  const attributes: [name: string, value: string | boolean | number][] = [
    ["index", index],
    ["text", node.text],
    ["resource-id", node.resourceId],
    ["class", node.className],
    ["package", node.packageName],
    ["content-desc", node.contentDesc],
    ["checkable", node.checkable],
    ["checked", node.checked],
    ["clickable", node.clickable],
    ["enabled", node.enabled],
    ["focusable", node.focusable],
    ["focused", node.focused],
    ["scrollable", node.scrollable],
    ["long-clickable", node.longClickable],
    ["password", node.password],
    ["selected", node.selected],
    ["bounds", `[${left},${top}][${right},${bottom}]`],
  ];
  const unfriendly = isUnfriendly(node) ? 'NAF="true" ' : "";
  const head = `<node ${unfriendly}${attributes.map(([name, value]) => `${name}="${escapeXml(String(value))}"`).join(" ")}`;
  if (node.children.length === 0) return `${head} />`;
  return `${head}>${node.children.map(nodeXml).join("")}</node>`;
}

/** Returns whether the node is "not accessibility friendly": clickable and enabled, without a name in it or its descendants. */
function isUnfriendly(node: HierarchyNode): boolean {
  return node.clickable && node.enabled && !saysSomething(node);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
  "\r": "&#13;",
};

/**
 * Escapes text for XML. XML 1.0 forbids most control characters and lone surrogates; they become dots, as on Android.
 */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r\x85])[\p{Control}\ufdd0-\ufddf\ufffe\uffff]/gu, ".")
    .replace(/[&<>"\n\t\r]/g, (character) => entities[character] ?? character);
}
