import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "@terrarium/phone-system/create-clock";
import { expect, it } from "vitest";
import { MessagesStore } from "./messages-store.ts";
import { createSmsProvider } from "./sms-provider.ts";

it("an app's file is limited in size, and its content can be deleted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "json-file-"));
  const open = () => new MessagesStore(folder, () => undefined);
  const store = open();
  const now = createClock().nowMs();
  store.add({ address: "A", body: "kept", dateMs: now, read: true, box: "inbox" });
  const large = { address: "B", body: "x".repeat(8 * 1024 * 1024), dateMs: now, read: true, box: "inbox" } as const;
  expect(() => store.add(large)).toThrow(/messages\.json holds at most 8388608 characters, not \d+; delete some/);
  expect(store.get().map(({ body }) => body)).toEqual(["kept"]);
  expect(open().get()).toEqual(store.get());
  const sms = createSmsProvider(store, createClock()).table("");
  sms?.delete(new Set(["1"]));
  expect(open().get()).toEqual([]);
  await rm(folder, { recursive: true });
});
