import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StorageQuota } from "./storage-quota.ts";

test("keeps the host's spare space free", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quota-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const quota = await StorageQuota.open([folder], 1_000_000, Number.MAX_SAFE_INTEGER);
  await expect(quota.reserve(1, "/sdcard/file")).rejects.toMatchObject({ code: "ENOSPC" });
  // Removing works on a full disk.
  const before = quota.usedBytes;
  await quota.reserve(-1, "/sdcard/file");
  expect(quota.usedBytes).toBe(before - 1);
});
