import { INPUT_METHOD_PACKAGE } from "@terrarium/phone-system/input-method";
import { areaOf } from "@terrarium/ui-tree/bounds";
import { isEditable, type UiNode } from "@terrarium/ui-tree/ui-node";
import { z } from "zod";
import type { HelperPhone } from "../host/helper-definition.ts";
import { screenJpeg } from "../screen/encode-image.ts";
import { readScreen, screenNow } from "../screen/screen-tree.ts";
import { MAX_TEXT_CHARS, pressKey } from "../screen/type-text.ts";

const BACK = 4;
const DEFAULT_QUALITY = 90;

/** Answers a method. Throws an Error or a ZodError. */
type Method = (phone: HelperPhone, params: Readonly<Record<string, unknown>>, codeSha256: string) => unknown;

const dumpSchema = z.object({ waitUntilIdle: z.boolean().nullish() });
const clipboardSchema = z.object({ text: z.string().max(MAX_TEXT_CHARS) });
const screenshotSchema = z.object({
  format: z.enum(["png", "jpeg", "jpg"]).nullish(),
  quality: z.number().min(1).max(100).nullish(),
  scale: z.number().positive().max(1).nullish(),
  maxSize: z.number().int().min(0).nullish(),
});

/** Methods of the device server by name. */
export const METHODS: Readonly<Record<string, Method>> = {
  "device.version": (_phone, _params, dexSha256) => ({ dexSha256 }),
  "device.dump.ui": async (phone, params) => {
    const { waitUntilIdle } = dumpSchema.parse(params);
    const { roots } = waitUntilIdle === false ? screenNow(phone) : await readScreen(phone);
    return { hierarchy: roots.map(elementOf) };
  },
  "device.apps.list": ({ ui, properties }) => {
    const version = properties.get("ro.build.version.release") ?? "";
    const versionCode = Number(properties.get("ro.build.version.sdk") ?? 0);
    return ui.activities
      .list()
      .map(({ packageName, label }) => ({ packageName, appName: label, version, versionCode }));
  },
  "device.clipboard.get": ({ ui }) => ({ text: ui.clipboard.get() }),
  "device.clipboard.set": ({ ui }, params) => ui.clipboard.set(clipboardSchema.parse(params).text),
  "device.clipboard.clear": ({ ui }) => ui.clipboard.set(""),
  "device.screenshot": (phone, params) => screenshot(phone, screenshotSchema.parse(params)),
  "device.io.keyboard.hide": (phone) => {
    const shown = phone.ui.hierarchy().windows.some(({ packageName }) => packageName === INPUT_METHOD_PACKAGE);
    if (shown) pressKey(phone, BACK);
    return { hidden: shown };
  },
};

/** Formats an element. An empty field's text is its hint. */
function elementOf(node: UiNode): unknown {
  const { left, top, right, bottom } = node.bounds;
  return {
    class: node.className,
    text: node.text,
    hint: isEditable(node) ? node.description : "",
    "content-desc": node.description,
    "resource-id": node.id,
    focused: node.focused,
    enabled: node.enabled,
    checked: node.checked,
    selected: node.selected,
    visible: areaOf(node.bounds) > 0,
    rect: { x: left, y: top, width: right - left, height: bottom - top },
    children: node.children.map(elementOf),
  };
}

async function screenshot(
  phone: HelperPhone,
  { format, quality, scale, maxSize }: z.infer<typeof screenshotSchema>,
): Promise<{ data: string }> {
  const { widthPx, heightPx } = phone.ui.display;
  const fit = maxSize ? Math.min(1, maxSize / Math.max(widthPx, heightPx)) : 1;
  const factor = Math.min(scale ?? 1, fit);
  const isPng = (format ?? "png") === "png";
  if (isPng && factor === 1) return { data: base64(await phone.ui.display.capturePng()) };
  if (isPng) throw new Error("a scaled screenshot is a jpeg");
  const scaled = (px: number): number => Math.max(1, Math.round(px * factor));
  const size = { widthPx: scaled(widthPx), heightPx: scaled(heightPx) };
  return { data: base64(await screenJpeg(phone, { ...size, quality: quality ?? DEFAULT_QUALITY })) };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
