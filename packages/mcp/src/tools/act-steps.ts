import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { KEYS, PRESSED } from "./keys.ts";

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
        index: z.number().int().min(0).max(1_000).optional(),
      })
      .refine(({ text, id, class: className }) => (text ?? id ?? className) !== undefined, {
        message: "name at least one of text, id and class",
      }),
    PointInput,
  ])
  .describe("Number, words on it, {text, id, class, index} or {x, y}");
const Direction = z.enum(["up", "down", "left", "right"]);
const VERBS = ["tap", "type", "press", "open", "scroll", "swipe", "wait"] as const;

/** One step of `act`. */
export const Step = z
  .strictObject({
    tap: Target.optional(),
    hold: z.number().int().min(1).max(TOOL_LIMITS.holdMs).optional().describe("With tap: milliseconds"),
    type: z.string().max(TOOL_LIMITS.typedChars).optional(),
    into: Target.optional().describe("With type: the field; default: the focused one"),
    clear: z.boolean().optional().describe("With type: empties the field first"),
    enter: z.boolean().optional().describe("With type: presses enter afterwards"),
    button: z
      .enum(["left", "right", "middle"])
      .optional()
      .describe("With tap: mouse button, on a browser or a desktop"),
    double: z.boolean().optional().describe("With tap: double-click, on a browser or a desktop"),
    press: z
      .string()
      .regex(
        PRESSED,
        `name a key (${Object.keys(KEYS).join(", ")}, f1 to f12, a letter or a digit) or a combination such as ctrl+s`,
      )
      .optional()
      .describe(`${Object.keys(KEYS).join(", ")}, f1, …; on a browser or a desktop also ctrl+s etc.`),
    open: Words.optional().describe("App or program by name, or a link"),
    scroll: Direction.optional().describe("Direction in which to look"),
    until: Words.optional().describe("With scroll: continues until these words show"),
    swipe: z
      .union([Direction, z.strictObject({ from: PointInput, to: PointInput })])
      .optional()
      .describe("Direction of the finger"),
    on: Target.optional().describe("With scroll or swipe: where"),
    ms: z.number().int().min(1).max(TOOL_LIMITS.swipeMs).optional().describe("With swipe: duration"),
    wait: Words.optional().describe("Waits until these words show"),
    gone: z.boolean().optional().describe("With wait: until they are gone"),
    seconds: z
      .number()
      .min(TOOL_LIMITS.leastTime)
      .max(TOOL_LIMITS.waitMs / 1_000)
      .optional()
      .describe("With wait: timeout; default 10"),
  })
  .refine((step) => VERBS.filter((verb) => step[verb] !== undefined).length === 1, {
    message: `a step has exactly one of ${VERBS.join(", ")}`,
  });
export type Step = z.output<typeof Step>;
