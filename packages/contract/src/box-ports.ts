import { z } from "zod";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { SandboxId, Timestamp } from "./fields.ts";
import { BOX_TOKENS } from "./limits.ts";

/** Path of a port's server at this server. Everything below it is forwarded to the box. */
export const portPath = (boxId: string, port: number): string => `/api/v1/boxes/${boxId}/ports/${port}/`;

/** Returns the host of a port's own origin, below the domain for ports. */
export const portHost = (boxId: string, port: number, domain: string): string => `${port}-${boxId}.${domain}`;

/** Query parameter for a token. The server exchanges it for a cookie and redirects to the address without it. */
export const PORT_TOKEN = "terrarium_token";

const PortNumber = z.number().int().min(1).max(65_535).describe("TCP port on the loopback of the box");
const Visibility = z
  .enum(["private", "public"])
  .describe("private: for callers with access to the box; public: for anybody who knows the address");

/** A port of a box with a listening program, or with a visibility of its own. */
export const BoxPort = z.object({
  port: PortNumber,
  listening: z.boolean().describe("Whether a program listens on it"),
  visibility: Visibility,
  path: z.string().describe("Path at this server. A program sends `Authorization: Bearer` with its requests"),
  url: z
    .string()
    .nullable()
    .describe("Address with an origin of its own, for browsers and programs; null: the server has no domain for ports"),
});
export type BoxPort = z.infer<typeof BoxPort>;

const call = {
  access: "session-or-api-key",
  tag: "box-ports",
  params: z.object({ boxId: SandboxId }),
  timeoutMs: 60_000,
} as const;
/** Gives access to other people, as a link does. */
const share = { ...call, method: "POST", scope: "drive" } as const;

export const getBoxPorts = defineEndpoint({
  ...call,
  name: "getBoxPorts",
  method: "GET",
  right: "ports",
  path: "/api/v1/boxes/{boxId}/ports",
  summary: "List the ports on which programs of a Linux, browser or desktop box listen, and its public ports",
  response: z.object({ data: z.array(BoxPort) }),
  errors: ["sandbox_not_running", "not_possible"],
});

export const createBoxPortUrl = defineEndpoint({
  ...share,
  name: "createBoxPortUrl",
  path: "/api/v1/boxes/{boxId}/port-url",
  summary: "Create an address that opens a port's server in a browser, for people without an account",
  description:
    "The address of a private port contains a token for the box's ports and works for `expiresIn` (180m, at most 4h). The browser then keeps the token in a cookie that the box cannot read",
  body: z.strictObject({
    port: PortNumber,
    expiresIn: durationBetween(BOX_TOKENS.lifetime.minMs, BOX_TOKENS.lifetime.maxMs, "180m").optional(),
  }),
  response: z.object({
    url: z.string(),
    expiresAt: Timestamp.nullable().describe("null: the port is public, and the address has no token"),
  }),
  errors: ["sandbox_not_running", "not_possible"],
});

export const setBoxPortVisibility = defineEndpoint({
  ...share,
  name: "setBoxPortVisibility",
  path: "/api/v1/boxes/{boxId}/port-visibility",
  summary: "Make a port public, or private again",
  description:
    "A private port closes connections without access to the box. A public port stays public until the box ends",
  body: z.strictObject({ port: PortNumber, visibility: Visibility }),
  response: z.object({ port: PortNumber, visibility: Visibility }),
  errors: ["sandbox_not_running", "not_possible", "port_limit"],
});
