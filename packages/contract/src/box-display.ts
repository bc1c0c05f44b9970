import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId } from "./fields.ts";

const Pixels = z.number().int().min(200).max(4_096);
const Resolution = z.strictObject({ width: Pixels, height: Pixels }).describe("Pixels");

/** Screen orientations, in the order of Android's rotations (Surface.ROTATION_0 and so on). */
export const ORIENTATIONS = ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** HTTP proxy through which a device's programs reach the network. */
export const DeviceProxy = z.strictObject({
  host: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[\w.:-]+$/, "must be a host name or an address"),
  port: z.number().int().min(1).max(65_535),
  excludes: z
    .array(
      z
        .string()
        .min(1)
        .max(253)
        .regex(/^[\w.*:-]+$/, "must be host names, * stands for any"),
    )
    .max(100)
    .optional()
    .describe("Hosts reached without the proxy; `*` matches any characters"),
  auth: z.strictObject({ username: z.string().max(255), password: z.string().max(255) }).optional(),
  pacUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
});
export type DeviceProxy = z.infer<typeof DeviceProxy>;

const call = {
  access: "session-or-api-key",
  tag: "box-display",
  params: z.object({ boxId: SandboxId }),
  timeoutMs: 60_000,
} as const;
/** Actions on a device do not change the team's state. */
const change = { ...call, changesState: false } as const;

export const getBoxDisplay = defineEndpoint({
  ...call,
  method: "GET",
  name: "getBoxDisplay",
  path: "/api/v1/boxes/{boxId}/display",
  summary: "The orientation of the screen, and its size in this orientation",
  response: z.object({ orientation: z.enum(ORIENTATIONS), resolution: Resolution }),
});

export const setBoxResolution = defineEndpoint({
  ...change,
  method: "POST",
  name: "setBoxResolution",
  path: "/api/v1/boxes/{boxId}/resolution",
  summary: "Change the size of the screen, like wm size",
  description: "Limit for a browser or a desktop: 1920 × 1200, or its template's size if larger",
  body: Resolution,
  response: Resolution,
});

export const getBoxProxy = defineEndpoint({
  ...call,
  method: "GET",
  name: "getBoxProxy",
  path: "/api/v1/boxes/{boxId}/proxy",
  summary: "The proxy of the device's programs",
  response: DeviceProxy,
  errors: ["proxy_not_set"],
});

export const setBoxProxy = defineEndpoint({
  ...change,
  method: "POST",
  name: "setBoxProxy",
  path: "/api/v1/boxes/{boxId}/proxy",
  summary: "Set an HTTP proxy for the device's programs; the operator's rules must allow its address",
  body: DeviceProxy,
  response: DeviceProxy,
  errors: ["egress_off"],
});

export const clearBoxProxy = defineEndpoint({
  ...change,
  method: "DELETE",
  name: "clearBoxProxy",
  path: "/api/v1/boxes/{boxId}/proxy",
  summary: "Remove the proxy of the device's programs",
  response: Empty,
  errors: ["proxy_not_set"],
});
