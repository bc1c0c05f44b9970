import { cutText } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import { ANSWER_TIMEOUT_MS } from "../adb/answer-timeout.ts";
import type { DeviceSession } from "../device/device-session.ts";
import {
  isOutside,
  onScreenCommand,
  parseScreenSize,
  type Point,
  SCREEN_SIZE_COMMAND,
  type ScreenSize,
  sizeOfRefusal,
} from "../input/device-input.ts";

/** A device and its sandbox, which errors name. */
export interface RunsCommands {
  sandboxId: string;
  session: Pick<DeviceSession, "run">;
}

/**
 * Runs a command line on a device and resolves with its output. `durationMs` is the command's own duration. Rejects
 * with AppError device_failed.
 */
export async function runOnDevice(
  { sandboxId, session }: RunsCommands,
  command: string,
  durationMs = 0,
): Promise<string> {
  const result = await session.run(command, { timeoutMs: durationMs + ANSWER_TIMEOUT_MS });
  if (result.exitCode === 0) return Buffer.from(result.stdout).toString();
  const detail = cutText(Buffer.from(result.stderr).toString().trim(), 500) || `exit code ${result.exitCode}`;
  throw new AppError("device_failed", { sandboxId, detail });
}

/** Returns the screen's size in its current orientation. Rejects with AppError device_failed. */
export async function readScreenSize(device: RunsCommands): Promise<ScreenSize> {
  const output = await runOnDevice(device, SCREEN_SIZE_COMMAND);
  const size = parseScreenSize(output);
  if (!size) throw sizeUnknown(device, output);
  return size;
}

/**
 * Runs a command line that touches some points, unless one is outside the screen. Rejects with device_failed, or with
 * AppError outside_screen and its numbers multiplied by `scale`.
 */
export async function touchScreen(
  device: RunsCommands,
  {
    at,
    command,
    durationMs,
    scale = 1,
  }: { at: readonly Point[]; command: string; durationMs?: number; scale?: number },
): Promise<void> {
  const output = await runOnDevice(device, onScreenCommand(at, command), durationMs);
  const size = sizeOfRefusal(output);
  if (size === undefined) return;
  if (size !== "unknown") requireOnScreen(at, size, scale);
  throw sizeUnknown(device, output);
}

/** Throws AppError outside_screen, with its numbers multiplied by `scale`, if a point is outside the screen. */
export function requireOnScreen(points: readonly Point[], size: ScreenSize, scale = 1): void {
  const point = points.find((each) => isOutside(each, size));
  if (!point) return;
  throw new AppError("outside_screen", {
    x: point.x * scale,
    y: point.y * scale,
    widthPx: Math.round(size.widthPx * scale),
    heightPx: Math.round(size.heightPx * scale),
  });
}

function sizeUnknown({ sandboxId }: RunsCommands, output: string): AppError {
  const detail = `"${SCREEN_SIZE_COMMAND}" did not tell the screen's size: ${JSON.stringify(cutText(output, 200))}`;
  return new AppError("device_failed", { sandboxId, detail });
}
