import type { DeviceSession } from "../devices/device-session.ts";

/** A screen that is black but for its bars takes fewer bytes of PNG for its pixels than this; one that shows an app takes more. */
const BYTES_PER_PIXEL = 1 / 40;
const COMMAND = "dumpsys window | grep -E 'Window #|fl=|mCurrentFocus='";
const FLAG_SECURE = 0x2000;

/**
 * Whether a window that keeps its content out of pictures has the focus (AOSP WindowManager.LayoutParams.FLAG_SECURE), so
 * that what is black in a picture is that. Asked of real Android alone, and only where a picture is nearly empty.
 */
export async function isHidden(session: Pick<DeviceSession, "run" | "isVirtual">, png: Uint8Array): Promise<boolean> {
  if (!isNearlyEmpty(png) || (await session.isVirtual())) return false;
  return hasSecureFocus(Buffer.from((await session.run(COMMAND)).stdout).toString());
}

function isNearlyEmpty(png: Uint8Array): boolean {
  const head = Buffer.from(png.subarray(0, 24));
  return head.length === 24 && png.length < head.readUInt32BE(16) * head.readUInt32BE(20) * BYTES_PER_PIXEL;
}

/** Reads windows and their flags, which are named since Android 9 and a hexadecimal number before (`dumpsys window`). */
export function hasSecureFocus(dump: string): boolean {
  const focus = /mCurrentFocus=Window\{(\w+) /.exec(dump)?.[1];
  if (focus === undefined) return false;
  const [, ...windows] = dump.split(/Window #\d+ Window\{/);
  const own = windows.find((window) => window.startsWith(`${focus} `)) ?? "";
  const flags = /\bfl=([^\n]*)/.exec(own)?.[1] ?? "";
  const [, number] = /^#?([0-9a-f]+)\b/.exec(flags) ?? [];
  return number === undefined ? /\bSECURE\b/.test(flags) : (Number.parseInt(number, 16) & FLAG_SECURE) !== 0;
}
