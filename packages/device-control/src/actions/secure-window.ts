import type { DeviceSession } from "../device/device-session.ts";

/** Largest PNG size per pixel of a screen that is black except for its bars. A screen with an app needs more. */
const BYTES_PER_PIXEL = 1 / 40;
const COMMAND = "dumpsys window | grep -E 'Window #|fl=|mCurrentFocus='";
const FLAG_SECURE = 0x2000;

/**
 * Whether the focused window hides its content from screenshots (AOSP WindowManager.LayoutParams.FLAG_SECURE), which
 * explains a black screenshot. Queries only real Android, and only for a nearly empty screenshot.
 */
export async function isHidden(session: Pick<DeviceSession, "run" | "isVirtual">, png: Uint8Array): Promise<boolean> {
  if (!isNearlyEmpty(png) || (await session.isVirtual())) return false;
  return hasSecureFocus(Buffer.from((await session.run(COMMAND)).stdout).toString());
}

function isNearlyEmpty(png: Uint8Array): boolean {
  const head = Buffer.from(png.subarray(0, 24));
  return head.length === 24 && png.length < head.readUInt32BE(16) * head.readUInt32BE(20) * BYTES_PER_PIXEL;
}

/** Parses windows and their flags (`dumpsys window`): names since Android 9, a hexadecimal number before. */
export function hasSecureFocus(dump: string): boolean {
  const focus = /mCurrentFocus=Window\{(\w+) /.exec(dump)?.[1];
  if (focus === undefined) return false;
  const [, ...windows] = dump.split(/Window #\d+ Window\{/);
  const own = windows.find((window) => window.startsWith(`${focus} `)) ?? "";
  const flags = /\bfl=([^\n]*)/.exec(own)?.[1] ?? "";
  const [, number] = /^#?([0-9a-f]+)\b/.exec(flags) ?? [];
  return number === undefined ? /\bSECURE\b/.test(flags) : (Number.parseInt(number, 16) & FLAG_SECURE) !== 0;
}
