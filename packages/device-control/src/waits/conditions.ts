import type { FoundElement, WaitBody, WaitResult } from "@terrarium/contract/box-wait";
import { WORKING_DIR } from "@terrarium/contract/limits";
import { boxTypeOf, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";
import { findNode } from "@terrarium/ui-tree/find-nodes";
import { isShown, type UiNode } from "@terrarium/ui-tree/ui-node";
import { requireAndroid, requireScreen } from "../access/kinds.ts";
import type { DeviceSession } from "../device/device-session.ts";
import { readUiTree } from "../screen/read-ui-tree.ts";
import { newNotifications, newTexts, type Seen } from "./read-dumps.ts";

/** Names of files that browsers are still writing. */
const UNFINISHED = /\.(?:crdownload|part|tmp|download)$/i;

interface WaitedDevice {
  sandboxId: string;
  kind: SandboxKind;
  session: DeviceSession;
}

/** Looks once. Resolves with the result, or undefined if it is not there yet. */
type Look = () => Promise<WaitResult | undefined>;

/** Returns the function that looks for what a request names. Throws not_possible. */
export function lookFor(device: WaitedDevice, body: WaitBody): Look {
  const { text, element, gone, sms, notification, download, process } = body;
  if (text !== undefined) return onScreen(device, gone, ({ nodes }) => withWords(nodes, text));
  if (element !== undefined) return onScreen(device, gone, (tree) => findNode(tree, element));
  if (sms !== undefined) {
    const isNew = newOnes(body.last);
    requireAndroid(device, "Waiting for an SMS");
    return async () => {
      const found = (await newTexts(device.session, isNew)).find(
        ({ from, text: words }) => (sms.from === undefined || from === sms.from) && contains(words, sms.contains),
      );
      return found && { sms: { from: found.from, text: found.text } };
    };
  }
  if (notification !== undefined) {
    const isNew = newOnes(body.last);
    requireAndroid(device, "Waiting for a notification");
    return async () => {
      const found = (await newNotifications(device.session, isNew)).find(
        ({ package: name, title, text: words }) =>
          (notification.package === undefined || name === notification.package) &&
          contains(`${title}\n${words}`, notification.contains),
      );
      return found && { notification: { package: found.package, title: found.title, text: found.text } };
    };
  }
  if (download !== undefined) return downloaded(device, download.name, newOnes(body.last));
  if (process !== undefined)
    return async () => {
      const { stdout } = await device.session.run(
        `kill -0 ${process} 2>/dev/null || [ -d /proc/${process} ] || echo ended`,
      );
      return Buffer.from(stdout).toString().trim() === "ended" ? {} : undefined;
    };
  throw new Error("the request names nothing to wait for");
}

function onScreen(
  device: WaitedDevice,
  gone: boolean,
  find: (tree: Awaited<ReturnType<typeof readUiTree>>) => UiNode | undefined,
): Look {
  requireScreen(device, "Waiting for the screen");
  return async () => {
    const node = find(await readUiTree(device.session, device.sandboxId));
    if (gone) return node ? undefined : {};
    return node && { element: toElement(node) };
  };
}

/**
 * Returns the filter of new items: those that were not there at the first look, or are of the last time. Times are in
 * epoch milliseconds by the device's clock.
 */
function newOnes(lastMs: number): Seen {
  let first: Set<string> | undefined;
  return (items, nowMs) => {
    const before = (first ??= new Set(
      items.filter(({ atMs }) => lastMs === 0 || atMs < nowMs - lastMs).map(({ key }) => key),
    ));
    return items.filter(({ key }) => !before.has(key));
  };
}

function downloaded({ session, kind }: WaitedDevice, name: string | undefined, isNew: Seen): Look {
  const folder = boxTypeOf({ kind }) === "android" ? "/sdcard/Download" : `${WORKING_DIR.linux}/Downloads`;
  /** Sizes at the last look: a file that still grows is not complete. */
  let sizes = new Map<string, number>();
  return async () => {
    const files = await session.listFiles(folder).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "file_not_found") return [];
      throw error;
    });
    const complete = files
      .filter((file) => file.kind === "file" && !UNFINISHED.test(file.name))
      .map((file) => ({ ...file, key: `${file.name} ${file.modifiedAt}`, atMs: Date.parse(file.modifiedAt) }));
    const before = sizes;
    sizes = new Map(files.map((file) => [file.name, file.sizeBytes]));
    const found = isNew(complete, Date.now()).find(
      (file) => contains(file.name, name) && before.get(file.name) === file.sizeBytes,
    );
    return found && { download: { path: `${folder}/${found.name}`, sizeBytes: found.sizeBytes } };
  };
}

const contains = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());
/** Returns the first shown node with the words in its text, or else in its description. */
function withWords(nodes: readonly UiNode[], words: string): UiNode | undefined {
  const shown = nodes.filter(isShown);
  return (
    shown.find(({ text }) => contains(text, words)) ?? shown.find(({ description }) => contains(description, words))
  );
}

const toElement = ({
  text,
  id,
  description,
  className,
  packageName,
  clickable,
  enabled,
  focused,
  checked,
  selected,
  scrollable,
  bounds,
}: UiNode): FoundElement => ({
  text,
  id,
  description,
  className,
  packageName,
  clickable,
  enabled,
  focused,
  checked,
  selected,
  scrollable,
  bounds,
});
