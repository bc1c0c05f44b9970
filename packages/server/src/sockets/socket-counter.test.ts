import { once } from "node:events";
import { PassThrough } from "node:stream";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import type { Caller } from "@terrarium/platform/base/caller";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createSocketCounter } from "./socket-counter.ts";

const key = (apiKeyId: string, createdBy: string): Caller => ({
  kind: "api-key",
  apiKeyId,
  organizationId: "org_1",
  scope: "drive",
  createdBy,
});
const link = (boxTokenId: string, createdBy: string): Caller => ({
  kind: "box-token",
  boxTokenId,
  sandboxId: "sbx_1",
  organizationId: "org_1",
  rights: ["view"],
  madeBy: { actorKind: "api_key", actorId: "key_1" },
  createdBy,
});

test("holds a sandbox open for keys, not for view links", () => {
  const held: string[] = [];
  const count = createSocketCounter(new Registry(), (sandboxId) => {
    held.push(sandboxId);
    return () => undefined;
  });
  count(new PassThrough(), link("bxt_1", "ada"), "sbx_watched", "proxy-adb");
  count(new PassThrough(), key("key_1", "ada"), "sbx_used", "proxy-adb");
  expect(held).toEqual(["sbx_used"]);
});

test("limits a user's sockets over all API keys and links", async () => {
  const count = createSocketCounter(new Registry());
  const { perCaller, perUser } = DEVICE_LIMITS.sockets;
  let sandboxes = 0;
  /** Opens each socket on a separate sandbox. */
  const open = (caller: Caller) => {
    const socket = new PassThrough();
    count(socket, caller, `sbx_${sandboxes++}`, "log");
    return socket;
  };
  const limitOf = (limit: number) => expect.objectContaining({ code: "socket_limit", context: { limit } });
  const [first, ...others] = Array.from({ length: perUser / 2 }, (_, n) =>
    open(key(`key_${Math.floor(n / perCaller)}`, "ada")),
  );
  expect(() => open(key("key_0", "ada"))).toThrow(limitOf(perCaller));
  for (let n = others.length + 1; n < perUser; n += 1) open(link(`bxt_${n}`, "ada"));
  for (const more of [key("key_new", "ada"), link("bxt_new", "ada")] as const)
    expect(() => open(more)).toThrow(limitOf(perUser));
  open(key("key_bob", "bob"));
  first?.destroy();
  if (first) await once(first, "close");
  open({ kind: "session", userId: "ada", sessionId: "ses_1" });
});
