import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { messageOf } from "../tool-error.ts";
import { codesOf } from "./keys.ts";

const Words = z.string().min(1).max(500);
const Coordinate = z.number().min(0).max(100_000);
const PointInput = z.strictObject({ x: Coordinate, y: Coordinate });
const Target = z
  .union([
    z.number().int().min(0).max(99_999),
    Words,
    z
      .strictObject({
        text: Words.optional(),
        id: Words.optional(),
        class: Words.optional(),
        index: z.number().int().min(1).max(1_000).optional(),
      })
      .refine(({ text, id, class: className }) => (text ?? id ?? className) !== undefined, {
        message: "name at least one of text, id and class",
      }),
    PointInput,
  ])
  .describe("Number, words on it, {text, id, class, index} or {x, y}");
const Direction = z.enum(["up", "down", "left", "right"]);
const MOST_SECONDS = TOOL_LIMITS.waitMs / 1_000;
const VERBS = ["tap", "type", "press", "open", "tab", "upload", "scroll", "swipe", "wait"] as const;

/** Rejects unknown keys before the first step runs. */
function checkKeys(pressed: string, context: z.core.$RefinementCtx): void {
  try {
    codesOf(pressed);
  } catch (error) {
    context.addIssue({ code: "custom", message: messageOf(error) });
  }
}

/** One step of `act`. */
export const Step = z
  .strictObject({
    tap: Target.optional(),
    hold: z.number().int().min(1).max(TOOL_LIMITS.holdMs).optional().describe("With tap: milliseconds"),
    type: z
      .string()
      .max(TOOL_LIMITS.typedChars)
      .optional()
      .describe("Text; for a list, date, time, color or slider of a page its new value"),
    into: Target.optional().describe(
      "With type: the field; default: the focused one. With upload: the field or button",
    ),
    clear: z.boolean().optional().describe("With type: empties the field first"),
    enter: z.boolean().optional().describe("With type: presses enter afterwards"),
    button: z
      .enum(["left", "right", "middle"])
      .optional()
      .describe("With tap: mouse button, on a browser or a desktop"),
    double: z.boolean().optional().describe("With tap: double-click, on a browser or a desktop"),
    press: z
      .string()
      .max(100)
      .superRefine(checkKeys)
      .optional()
      .describe("A key by its usual name: home, back, recents, enter, backspace, page_down, move_end, f5, ctrl+s, …"),
    open: Words.optional().describe("App or program by name, or a link"),
    newTab: z.boolean().optional().describe("With open: a link gets a tab of its own"),
    tab: z
      .union([z.number().int().min(1).max(TOOL_LIMITS.tabs), Words])
      .optional()
      .describe("Switches to a browser tab, by number or words of its title or address"),
    close: z.boolean().optional().describe("With tab: closes it instead"),
    upload: z
      .string()
      .min(1)
      .max(TOOL_LIMITS.pathChars)
      .optional()
      .describe("File on the device for a file chooser: the open one, or the one that into opens"),
    scroll: Direction.optional().describe("Direction in which to look"),
    until: Words.optional().describe("With scroll: continues until these words show"),
    swipe: z
      .union([Direction, z.strictObject({ from: PointInput, to: PointInput })])
      .optional()
      .describe("Direction of the finger"),
    on: Target.optional().describe("With scroll or swipe: where"),
    ms: z.number().int().min(1).max(TOOL_LIMITS.swipeMs).optional().describe("With swipe: duration"),
    wait: z
      .union([z.number().min(TOOL_LIMITS.leastTime).max(MOST_SECONDS), Words])
      .optional()
      .describe("Waits until these words show, or for some seconds"),
    gone: z.boolean().optional().describe("With wait: until they are gone"),
    seconds: z
      .number()
      .min(TOOL_LIMITS.leastTime)
      .max(MOST_SECONDS)
      .optional()
      .describe("With wait: timeout; default 10"),
  })
  .refine((step) => VERBS.filter((verb) => step[verb] !== undefined).length === 1, {
    message: `a step has exactly one of ${VERBS.join(", ")}`,
  });
export type Step = z.output<typeof Step>;
