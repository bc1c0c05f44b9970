import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId, ScreenCoordinate } from "./fields.ts";
import { ACTION_LIMITS, DEVICE_START_TIMEOUT_MS } from "./limits.ts";

export const KeyName = z.enum(["enter", "delete", "back", "home", "space", "up", "down", "left", "right", "menu"]);
export type KeyName = z.infer<typeof KeyName>;

const Uid = z.strictObject({ uid: SandboxId });
const Line = Uid.extend({
  startX: ScreenCoordinate,
  startY: ScreenCoordinate,
  endX: ScreenCoordinate,
  endY: ScreenCoordinate,
});

/** Actions on a device do not change the team's state. */
const alpha = {
  method: "POST",
  access: "session-or-api-key",
  tag: "gbox-android",
  changesState: false,
  timeoutMs: ACTION_LIMITS.answerMs,
} as const;

export const createAndroid = defineEndpoint({
  ...alpha,
  name: "createAndroid",
  path: "/api/v1/gbox/android/create",
  changesState: true,
  summary: "Create a device that lives for 5 minutes",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  takesIdempotencyKey: true,
  body: z.strictObject({ architecture: z.enum(["x86", "arm64"]).default("x86") }).default({ architecture: "x86" }),
  response: Uid,
});

export const screenshot = defineEndpoint({
  ...alpha,
  name: "screenshot",
  path: "/api/v1/gbox/android/screenshot",
  scope: "read",
  summary: "The screen as a PNG data URL",
  body: Uid,
  response: z.object({ url: z.string().describe("data:image/png;base64,…") }),
});

export const click = defineEndpoint({
  ...alpha,
  name: "click",
  path: "/api/v1/gbox/android/click",
  summary: "Tap a point",
  body: Uid.extend({ x: ScreenCoordinate, y: ScreenCoordinate }),
  response: Empty,
});

export const scroll = defineEndpoint({
  ...alpha,
  name: "scroll",
  path: "/api/v1/gbox/android/scroll",
  summary: "Swipe quickly from one point to another",
  body: Line,
  response: Empty,
});

export const drag = defineEndpoint({
  ...alpha,
  name: "drag",
  path: "/api/v1/gbox/android/drag",
  summary: "Move a finger from one point to another in a given time",
  body: Line.extend({ ms: z.number().int().min(0).max(60_000).default(300).describe("Duration in milliseconds") }),
  response: Empty,
});

export const keyPress = defineEndpoint({
  ...alpha,
  name: "keyPress",
  path: "/api/v1/gbox/android/keyPress",
  summary: "Press a key",
  body: Uid.extend({ key: KeyName }),
  response: Empty,
});

export const type = defineEndpoint({
  ...alpha,
  name: "type",
  path: "/api/v1/gbox/android/type",
  summary: "Type text into the focused field; %s stands for a space, as with adb",
  body: Uid.extend({ text: z.string().max(10_000) }),
  response: Empty,
});

export const deviceScreenSize = defineEndpoint({
  ...alpha,
  name: "deviceScreenSize",
  path: "/api/v1/gbox/android/deviceScreenSize",
  scope: "read",
  summary: "Width and height of the screen",
  body: Uid,
  response: z.tuple([z.number().int(), z.number().int()]).describe("[width, height] in pixels"),
});
