import { z } from "zod";
import {
  ActionOptions,
  ActionResult,
  DetectedElement,
  DeviceButton,
  GestureMs,
  KeyboardKey,
  OutputFormat,
  Picture,
  Place,
  Point,
  Target,
} from "./box-action-fields.ts";
import { PresignedExpiresIn } from "./box-storage.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId, ScreenCoordinate } from "./fields.ts";
import { ACTION_LIMITS } from "./limits.ts";

const { path, points, steps, clipboardChars, textChars, keys } = ACTION_LIMITS;

/** Actions on a device do not change the team's state. */
const action = {
  method: "POST",
  access: "session-or-api-key",
  tag: "actions",
  params: z.object({ boxId: SandboxId }),
  changesState: false,
  right: "input",
  timeoutMs: ACTION_LIMITS.answerMs,
} as const;
const at = <Path extends string>(path: Path) => `/api/v1/boxes/{boxId}/actions/${path}` as const;
const OnTarget = z.strictObject({ target: Target });
/** Adds a point or a target to the fields of an action. */
const aimed = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const more = ActionOptions.extend(shape);
  return z.union([more.extend(Point.shape), more.extend(OnTarget.shape)]);
};
const resultWith = <Actual extends z.ZodType>(actual: Actual) =>
  ActionResult.extend({ actual: actual.describe("The performed action, in the terms of the request") });
/** Errors of an action with a place that cannot be touched. */
const AIMED_ERRORS = ["outside_screen", "element_changed", "no_model"] as const;
const MouseButton = z.enum(["left", "right", "middle"]);
const Duration = z.string().describe('For example "500ms"');

export const tapBox = defineEndpoint({
  ...action,
  name: "tapBox",
  path: at("tap"),
  summary: "Tap a point or an element",
  description:
    "An element is a detected one, or the match of a selector. `options.screenshot` adds screenshots before and after, and the trace",
  body: aimed({}),
  response: resultWith(Point),
  errors: AIMED_ERRORS,
});
export type TapBody = z.output<typeof tapBox.body>;

export const clickBox = defineEndpoint({
  ...action,
  name: "clickBox",
  path: at("click"),
  summary: "Tap a point or an element, once or twice",
  description:
    "On a browser or a desktop it clicks with the left, right or middle mouse button, and with modifier keys",
  body: aimed({
    button: MouseButton.default("left").describe("A touch screen has only left"),
    double: z.boolean().default(false),
    modifierKeys: z.array(KeyboardKey).max(keys).default([]).describe("Held during the action; not on a touch screen"),
  }),
  response: resultWith(
    Point.extend({ button: MouseButton, double: z.boolean(), modifierKeys: z.array(z.string()).optional() }),
  ),
  errors: AIMED_ERRORS,
});

export const longPressBox = defineEndpoint({
  ...action,
  name: "longPressBox",
  path: at("long-press"),
  summary: "Press and hold a point or an element",
  body: aimed({ duration: GestureMs.optional().describe('Default "1s"') }),
  response: resultWith(Point.extend({ duration: Duration })),
  errors: AIMED_ERRORS,
});

const GestureLine = resultWith(z.object({ start: Point, end: Point, duration: Duration }));
const Between = ActionOptions.extend({
  start: Place,
  end: Place,
  duration: GestureMs.optional().describe('Default "500ms"'),
});
const Distance = z
  .union([z.number().min(1).max(100_000), z.enum(["tiny", "short", "medium", "long"])])
  .describe("In pixels or words. Default: to the edge of the screen");
const towards = <Direction extends string>(directions: readonly Direction[]) =>
  ActionOptions.extend({
    direction: z.enum(directions),
    distance: Distance.optional(),
    duration: GestureMs.optional().describe('Default "500ms"'),
    location: Place.optional().describe("Start. Default: the middle of the screen"),
  });

export const swipeBox = defineEndpoint({
  ...action,
  name: "swipeBox",
  path: at("swipe"),
  summary: "Swipe in a direction, or from one place to another",
  body: z.union([towards(["up", "down", "left", "right", "upLeft", "upRight", "downLeft", "downRight"]), Between]),
  response: GestureLine,
  errors: AIMED_ERRORS,
});

export const dragBox = defineEndpoint({
  ...action,
  name: "dragBox",
  path: at("drag"),
  summary: "Drag from one place to another, or along a path",
  body: z.union([
    Between,
    ActionOptions.extend({
      path: z.array(Point).min(2).max(path),
      duration: GestureMs.default(50).describe("Time from one point to the next"),
    }).refine(
      (body) => (body.path.length - 1) * body.duration <= ACTION_LIMITS.durationMs,
      `All of it takes at most ${ACTION_LIMITS.durationMs / 1_000}s`,
    ),
  ]),
  response: GestureLine,
  errors: AIMED_ERRORS,
});

const ScrollAmount = z.number().min(-ACTION_LIMITS.scrollPx).max(ACTION_LIMITS.scrollPx);

export const scrollBox = defineEndpoint({
  ...action,
  name: "scrollBox",
  path: at("scroll"),
  summary: "Scroll by pixels at a point, or in a direction",
  description: "A mouse wheel scrolls in whole clicks of 120 pixels; `actual` returns the distance",
  body: z.union([
    towards(["up", "down", "left", "right"]),
    ActionOptions.extend({
      ...Point.shape,
      scrollX: ScrollAmount.describe("Positive: shows content to the right"),
      scrollY: ScrollAmount.describe("Positive: shows content below"),
    }),
  ]),
  response: resultWith(Point.extend({ scrollX: z.number(), scrollY: z.number() })),
  errors: AIMED_ERRORS,
});

const TouchStep = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("move"), ...Point.shape, duration: GestureMs.default(200) }),
  z.strictObject({ type: z.literal("wait"), duration: GestureMs.default(500) }),
]);
const ToldStep = z.object({
  type: z.enum(["move", "wait"]),
  duration: Duration,
  x: z.number().optional(),
  y: z.number().optional(),
});

export const touchBox = defineEndpoint({
  ...action,
  name: "touchBox",
  path: at("touch"),
  summary: "Move several fingers at once",
  body: ActionOptions.extend({
    points: z
      .array(z.strictObject({ start: Point, actions: z.array(TouchStep).max(steps).default([]) }))
      .min(1)
      .max(points),
  }).refine(
    (body) =>
      body.points.every(
        (each) => each.actions.reduce((sum, step) => sum + step.duration, 0) <= ACTION_LIMITS.durationMs,
      ),
    `Each finger is down for at most ${ACTION_LIMITS.durationMs / 1_000}s`,
  ),
  response: resultWith(z.object({ points: z.array(z.object({ start: Point, actions: z.array(ToldStep) })) })),
  errors: ["outside_screen"],
});

export const typeInBox = defineEndpoint({
  ...action,
  name: "typeInBox",
  path: at("type"),
  summary: "Type text in any script into the focused field",
  description: "The mode `append` adds to the text of the field, `replace` replaces it",
  body: ActionOptions.extend({
    text: z
      .string()
      .max(textChars)
      .refine((text) => !text.includes("\0"), "It contains a NUL character"),
    mode: z.enum(["append", "replace"]).default("append").describe("replace: clear the field first"),
    pressEnter: z.boolean().default(false),
  }),
  response: ActionResult,
});

export const pressBoxKeys = defineEndpoint({
  ...action,
  name: "pressBoxKeys",
  path: at("press-key"),
  summary: "Press keys of a keyboard, one after another or together",
  body: ActionOptions.extend({
    keys: z.array(KeyboardKey).min(1).max(keys),
    combination: z.boolean().default(false).describe("Press all together, such as control and c"),
  }),
  response: ActionResult,
});

export const pressBoxButtons = defineEndpoint({
  ...action,
  name: "pressBoxButtons",
  path: at("press-button"),
  summary: "Press buttons of the device",
  body: ActionOptions.extend({ buttons: z.array(DeviceButton).min(1).max(keys) }),
  response: ActionResult,
});

export const moveInBox = defineEndpoint({
  ...action,
  name: "moveInBox",
  path: at("move"),
  summary: "Move the mouse pointer, for example to hover; rejected with 422 on a touch screen",
  body: ActionOptions.extend(Point.shape),
  response: ActionResult,
  errors: ["outside_screen"],
});

export const rotateBoxScreen = defineEndpoint({
  ...action,
  name: "rotateBoxScreen",
  path: at("screen-rotation"),
  summary: "Turn the device",
  body: ActionOptions.extend({
    orientation: z.enum(["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"]),
  }),
  response: ActionResult,
});

const PictureOptions = z.strictObject({
  outputFormat: OutputFormat.optional(),
  presignedExpiresIn: PresignedExpiresIn.optional(),
});

export const takeBoxScreenshot = defineEndpoint({
  ...action,
  name: "takeBoxScreenshot",
  scope: "read",
  path: at("screenshot"),
  summary: "Take a screenshot",
  description: "Returns the screen or a part of it, as a data URL or as a stored file with an expiring address",
  body: PictureOptions.extend({
    clip: z
      .strictObject({ ...Point.shape, width: ScreenCoordinate.min(1), height: ScreenCoordinate.min(1) })
      .optional()
      .describe("Part of the screen"),
    saveToAlbum: z.boolean().optional().describe("Also save it to the device's own screenshots"),
    scrollCapture: z.object({}).loose().optional().describe("Rejected with 422: scroll and take several"),
  }).optional(),
  response: Picture.extend({
    secure: z
      .literal(true)
      .optional()
      .describe("The app in front excludes its content from screenshots (FLAG_SECURE), so this area is black"),
  }),
});

export const getBoxScreenLayout = defineEndpoint({
  ...action,
  method: "GET",
  name: "getBoxScreenLayout",
  path: at("screen-layout"),
  summary: "The elements of the screen as a tree, in the XML of uiautomator dump",
  description:
    'Includes a browser\'s dialogs: `alert`, passwords, permissions. A page without a response for 2.5 s has the text "The page does not respond"',
  response: z.object({ content: z.string() }),
});

export const detectBoxElements = defineEndpoint({
  ...action,
  name: "detectBoxElements",
  scope: "read",
  path: at("elements/detect"),
  summary: "The touchable elements of the screen, numbered, and a screenshot with the numbers",
  body: z.strictObject({ screenshot: PictureOptions.optional() }).optional(),
  response: z.object({
    elements: z.array(DetectedElement),
    screenshot: z.object({ source: Picture, marked: Picture }),
  }),
  errors: ["storage_limit"],
});

export const extractFromBox = defineEndpoint({
  ...action,
  name: "extractFromBox",
  path: at("extract"),
  summary: "Rejected with 422: extracting data from a screen needs a model, and none is included",
  body: z.strictObject({ instruction: z.string().max(textChars), schema: z.unknown().optional() }),
  response: z.object({ data: z.unknown(), screenshot: z.string() }),
  errors: ["no_model"],
});

export const getBoxClipboard = defineEndpoint({
  ...action,
  method: "GET",
  name: "getBoxClipboard",
  path: at("clipboard"),
  summary: "The text in the clipboard",
  response: z.string(),
});

export const setBoxClipboard = defineEndpoint({
  ...action,
  name: "setBoxClipboard",
  path: at("clipboard"),
  summary: "Put a text into the clipboard",
  body: z.strictObject({
    content: z
      .string()
      .max(clipboardChars)
      .refine((text) => !text.includes("\0"), "It contains a NUL character"),
  }),
  response: Empty,
});

const ActionSettings = z.strictObject({
  scale: z
    .number()
    .min(0.1)
    .max(1)
    .describe("Scale of screenshots, coordinates and distances, in requests and responses; 1: pixels of the screen"),
});

export const getBoxActionSettings = defineEndpoint({
  ...action,
  method: "GET",
  name: "getBoxActionSettings",
  path: at("settings"),
  summary: "The unit of coordinates",
  response: ActionSettings,
});

export const updateBoxActionSettings = defineEndpoint({
  ...action,
  method: "PUT",
  name: "updateBoxActionSettings",
  path: at("settings"),
  summary: "Set the unit of coordinates, for all users of the sandbox",
  body: ActionSettings,
  response: ActionSettings,
});

export const resetBoxActionSettings = defineEndpoint({
  ...action,
  method: "DELETE",
  name: "resetBoxActionSettings",
  path: at("settings"),
  summary: "Reset the unit of coordinates to pixels of the screen",
  response: ActionSettings,
});
