import { z } from "zod";
import { BOX_RIGHTS, withImplied } from "./box-rights.ts";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId, Timestamp } from "./fields.ts";
import { BOX_TOKENS } from "./limits.ts";

const Right = z.enum(BOX_RIGHTS);

/** Prefix of every box token; 43 characters follow. */
export const BOX_TOKEN_PREFIX = "trb_";

const ExpiresIn = durationBetween(BOX_TOKENS.lifetime.minMs, BOX_TOKENS.lifetime.maxMs, "180m").optional();
const Rights = z
  .union([Right.transform((right) => [right]), z.array(Right).min(1).max(BOX_RIGHTS.length)])
  .transform(withImplied)
  .default(["view"])
  .describe(
    "One or more rights. view: see the screen; input: see it, touch, click and type; files: read and write files; browser: control the browser; ports: reach the ports of its programs; shell: run commands, includes all others",
  );

/**
 * A link gives access to another person. The audit log records it, although the scope `drive` is enough to create one.
 */
const link = {
  method: "POST",
  access: "session-or-api-key",
  scope: "drive",
  tag: "links",
  params: z.object({ boxId: SandboxId }),
} as const;

export const createBoxToken = defineEndpoint({
  ...link,
  name: "createBoxToken",
  path: "/api/v1/boxes/{boxId}/token",
  summary:
    "Create a token for this sandbox only, for `Authorization: Bearer` and WebSockets; it ends with its creator's access",
  description: "The token has the requested `rights`, by default `view`, and ends with the sandbox",
  body: z.strictObject({ expiresIn: ExpiresIn, rights: Rights }).prefault({}),
  response: z.object({ token: z.string(), rights: z.array(Right), expiresAt: Timestamp }),
  errors: ["sandbox_not_running"],
});

/** A valid link or token, without its secret. */
export const BoxToken = z.object({
  id: z.string(),
  rights: z.array(Right),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  actorKind: z.enum(["user", "api_key"]),
  actorName: z.string().nullable().describe("Creator; null: the user or the key was deleted"),
});
export type BoxToken = z.infer<typeof BoxToken>;

export const getBoxTokens = defineEndpoint({
  ...link,
  name: "getBoxTokens",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/token",
  summary: "List the valid tokens and links of this sandbox, newest first",
  description: "Without their secrets: rights, expiry, creator",
  response: z.object({ data: z.array(BoxToken) }),
});

export const revokeBoxToken = defineEndpoint({
  ...link,
  name: "revokeBoxToken",
  method: "DELETE",
  path: "/api/v1/boxes/{boxId}/token/{tokenId}",
  summary: "Revoke a token or link and close its connections; does nothing if it has ended already",
  params: z.object({ boxId: SandboxId, tokenId: z.string().min(1).max(64) }),
  response: Empty,
});

export const createLiveViewUrl = defineEndpoint({
  ...link,
  name: "createLiveViewUrl",
  path: "/api/v1/boxes/{boxId}/live-view-url",
  summary: "Create a temporary link to the sandbox's screen for people without an account",
  description:
    "`expiresIn` is the lifetime (180m, at most 4h); `rights` adds rights to `view`. `rawUrl` is for embedding in other pages",
  body: z.strictObject({ expiresIn: ExpiresIn, rights: Rights }).prefault({}),
  response: z.object({
    url: z.string().describe("Page with the screen"),
    rawUrl: z.string().describe("Page with only the screen, for embedding in any page"),
  }),
  errors: ["sandbox_not_running", "not_possible"],
});

export const createWebTerminalUrl = defineEndpoint({
  ...link,
  name: "createWebTerminalUrl",
  path: "/api/v1/boxes/{boxId}/web-terminal-url",
  summary: "Create a temporary link to a terminal on the sandbox's device for people without an account",
  description: "The link has all rights. `expiresIn` is the lifetime (180m, at most 4h)",
  body: z.strictObject({ expiresIn: ExpiresIn }).default({}),
  response: z.object({ url: z.string() }),
  errors: ["sandbox_not_running"],
});

/**
 * WebSocket with the bytes of one ADB connection to the device, in binary messages of at most 1 MiB, in both
 * directions.
 */
export const adbSocketPath = (boxId: string): string => `/api/v1/boxes/${boxId}/android/adb`;

const ADB_PORTS = { first: 20_000, count: 10_000 };

/** Returns the local port on which the command line offers a sandbox's ADB. It is the same each time. */
export function adbLocalPort(boxId: string): number {
  let hash = 0;
  for (const character of boxId) hash = (hash * 31 + character.charCodeAt(0)) % 2_147_483_647;
  return ADB_PORTS.first + (hash % ADB_PORTS.count);
}

export const getAdbConnectAddress = defineEndpoint({
  name: "getAdbConnectAddress",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/android/connect-address",
  access: "session-or-api-key",
  scope: "drive",
  summary: "Get the address for `adb connect`; it works while the returned command runs",
  description: "Not for attached phones",
  tag: "links",
  params: z.object({ boxId: SandboxId }),
  response: z.object({
    adb: z.string().describe("Address for `adb connect`, on the machine that runs the command"),
    command: z.string().describe("Command that forwards this address to the device, through this server"),
    url: z.string().describe("WebSocket used by the command"),
  }),
  errors: ["sandbox_not_running", "adb_withheld"],
});
