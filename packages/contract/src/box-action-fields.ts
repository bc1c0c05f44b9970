import { z } from "zod";
import { PresignedExpiresIn } from "./box-storage.ts";
import { DurationMs } from "./duration.ts";
import { ScreenCoordinate } from "./fields.ts";
import { ACTION_LIMITS } from "./limits.ts";
import { UiSelector } from "./ui-selector.ts";

const { durationMs, screenshotDelayMs } = ACTION_LIMITS;

/** Duration of a gesture, in milliseconds. */
export const GestureMs = DurationMs.refine((ms) => ms <= durationMs, `At most ${durationMs / 1_000}s`);
const DelayMs = DurationMs.refine((ms) => ms <= screenshotDelayMs, `At most ${screenshotDelayMs / 1_000}s`);

export const OutputFormat = z
  .enum(["base64", "storageKey"])
  .describe('"base64": a data URL; "storageKey": a stored object with an address that expires');

export const Point = z.strictObject({ x: ScreenCoordinate, y: ScreenCoordinate });
export type Point = z.infer<typeof Point>;

/** An element as returned by `elements/detect`. */
export const DetectedElement = z.strictObject({
  id: z.string().max(64).describe("Number of its mark"),
  label: z.string().max(1_000).describe("Text or name of the element"),
  type: z.string().max(1_000).describe("Class without its package"),
  source: z.string().max(64),
  path: z.string().max(2_000).describe("Position in the tree of the screen, and identity"),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  centerX: z.number(),
  centerY: z.number(),
});
export type DetectedElement = z.infer<typeof DetectedElement>;

const Described = z
  .string()
  .max(10_000)
  .describe("Description in words: rejected with 422 because it needs a model, and none is included");
const Selected = z.strictObject({ selector: UiSelector });

/** Target of an action other than a point: a detected element, a selector or a description. */
export const Target = z.union([DetectedElement, Selected, Described]);
export type Target = z.infer<typeof Target>;

/** Start or end of a gesture. */
export const Place = z.union([DetectedElement, Selected, Point, Described]);
export type Place = z.infer<typeof Place>;

export const ScreenshotPhase = z.enum(["before", "after", "trace"]);
export type ScreenshotPhase = z.infer<typeof ScreenshotPhase>;

const ScreenshotOptions = z.strictObject({
  phases: z
    .array(ScreenshotPhase)
    .max(3)
    .optional()
    .describe("Default: all. trace: before the action, with the action drawn on it"),
  delay: DelayMs.optional().describe(
    'Delay from the action to the screenshot after it; default "500ms", at most "30s"',
  ),
  outputFormat: OutputFormat.optional(),
  presignedExpiresIn: PresignedExpiresIn.optional(),
});

/** Options that every action accepts in addition to its own fields. */
export const ActionOptions = z.strictObject({
  options: z
    .strictObject({
      model: z.string().max(100).optional().describe("No effect: no model is included"),
      screenshot: z.union([z.boolean(), ScreenshotOptions]).optional(),
    })
    .optional(),
  includeScreenshot: z.boolean().optional().describe("Older form of options.screenshot"),
  outputFormat: OutputFormat.optional().describe("Older form of options.screenshot.outputFormat"),
  presignedExpiresIn: PresignedExpiresIn.optional().describe("Older form of options.screenshot.presignedExpiresIn"),
  screenshotDelay: DelayMs.optional().describe("Older form of options.screenshot.delay"),
});
export type ActionOptions = z.infer<typeof ActionOptions>;

export const Picture = z.object({
  uri: z.string().describe("A data URL, or a storage key"),
  presignedUrl: z.string().optional().describe("For a stored object: a temporary public address"),
});
export type Picture = z.infer<typeof Picture>;

/** Response to every action. */
export const ActionResult = z.object({
  actionId: z.string().describe("Id in the sandbox's timeline"),
  message: z.string(),
  screenshot: z.object({ before: Picture, after: Picture, trace: Picture }).partial().optional(),
});
export type ActionResult = z.infer<typeof ActionResult>;

const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");
const DIGITS = "0123456789".split("");
const NAMED_KEYS = [
  ..."f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12".split(" "),
  ..."control alt shift meta win cmd option arrowUp arrowDown arrowLeft arrowRight home end pageUp pageDown".split(" "),
  ..."enter space tab escape backspace delete insert capsLock numLock scrollLock pause printScreen".split(" "),
  ...";=,-./`[\\]'".split(""),
  ...DIGITS.map((digit) => `numpad${digit}`),
  ..."numpadAdd numpadSubtract numpadMultiply numpadDivide numpadDecimal numpadEnter numpadEqual".split(" "),
  ..."volumeUp volumeDown volumeMute mediaPlayPause mediaStop mediaNextTrack mediaPreviousTrack".split(" "),
];

/** Name of a keyboard key. */
export const KeyboardKey = z.enum([...LETTERS, ...DIGITS, ...NAMED_KEYS]);

export const DeviceButton = z.enum([
  "power",
  "volumeUp",
  "volumeDown",
  "volumeMute",
  "home",
  "back",
  "menu",
  "appSwitch",
]);
export type DeviceButton = z.infer<typeof DeviceButton>;
