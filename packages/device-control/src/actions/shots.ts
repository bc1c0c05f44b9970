import type { ActionOptions, ActionResult, ScreenshotPhase } from "@terrarium/contract/box-action-fields";
import type { Mark } from "../pictures/draw.ts";
import type { ActionDevice } from "./action-device.ts";
import type { PictureForm, Pictures } from "./pictures.ts";

const DEFAULT_DELAY_MS = 500;
const ALL_PHASES = ["before", "after", "trace"] as const;
type Shots = NonNullable<ActionResult["screenshot"]>;

/** Requested screenshots of an action. */
export interface WantedShots extends PictureForm {
  phases: readonly ScreenshotPhase[];
  delayMs: number;
  /** For older clients: screenshots not taken are returned with empty URLs. */
  fillsEmpty: boolean;
}

/** Returns the requested screenshots of an action. `options.screenshot` overrides the older fields. */
export function wantedShots(body: ActionOptions, by: Pick<PictureForm, "origin" | "caller">): WantedShots {
  const asked = body.options?.screenshot;
  const { includeScreenshot } = body;
  const plain = {
    outputFormat: body.outputFormat,
    presignedExpiresIn: body.presignedExpiresIn,
    delayMs: body.screenshotDelay ?? DEFAULT_DELAY_MS,
    ...by,
  };
  if (asked === undefined)
    return { ...plain, phases: includeScreenshot ? ALL_PHASES : [], fillsEmpty: includeScreenshot === false };
  if (typeof asked === "boolean") return { ...plain, phases: asked ? ALL_PHASES : [], fillsEmpty: false };
  return {
    phases: asked.phases ?? ALL_PHASES,
    delayMs: asked.delay ?? DEFAULT_DELAY_MS,
    outputFormat: asked.outputFormat,
    presignedExpiresIn: asked.presignedExpiresIn,
    ...by,
    fillsEmpty: false,
  };
}

interface Shooting {
  pictures: Pictures;
  device: ActionDevice;
  wanted: WantedShots;
  /** Marks for the screenshot with the action's trace. */
  marks: readonly Mark[];
}

/**
 * Runs an action on a device between its requested screenshots. After the action, a failed screenshot does not fail the
 * call: a client would assume that nothing happened, and repeat it. `trouble` then reports the missing ones.
 */
export async function withShots(
  shooting: Shooting,
  work: () => Promise<void>,
): Promise<{ screenshot?: Shots; trouble?: string }> {
  const { phases, fillsEmpty } = shooting.wanted;
  if (phases.length > 0) return shooting.pictures.hold(shooting.device, () => shoot(shooting, work));
  await work();
  return fillsEmpty ? { screenshot: { before: { uri: "" }, after: { uri: "" }, trace: { uri: "" } } } : {};
}

async function shoot(
  { pictures, device, wanted, marks }: Shooting,
  work: () => Promise<void>,
): Promise<{ screenshot: Shots; trouble?: string }> {
  const wants = (phase: ScreenshotPhase) => wanted.phases.includes(phase);
  const before = wants("before") || wants("trace") ? await pictures.of(device) : undefined;
  await work();
  const screenshot: Shots = {};
  try {
    if (wants("after")) {
      await new Promise((resolve) => setTimeout(resolve, wanted.delayMs));
      screenshot.after = await pictures.answer(device, await pictures.take(device), wanted);
    }
    if (before && wants("before")) screenshot.before = await before(wanted);
    if (before && wants("trace")) screenshot.trace = await before(wanted, marks);
    return { screenshot };
  } catch (error) {
    return { screenshot, trouble: error instanceof Error ? error.message : String(error) };
  }
}
