import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { Snapshot } from "@terrarium/contract/snapshots";
import { expect, test } from "vitest";
import { allowanceOf, originWords } from "./snapshot-words.ts";

const snapshot = (more: Partial<Snapshot>): Snapshot => ({
  id: "snp_1",
  name: "tools",
  boxType: "linux",
  providerType: "vm",
  status: "Available",
  sizeBytes: 1,
  createdAt: "2026-11-01T10:00:00.000Z",
  ...more,
});
const origin = {
  boxId: "sbx_1",
  boxName: "build",
  templateId: "tpl_linux",
  templateName: "Linux",
  actorKind: "user",
  actorName: "Ada",
} as const;

test.each([
  [origin, { sandbox: "build", template: "Linux (tpl_linux)", maker: "Ada" }],
  [
    { ...origin, boxName: null, actorName: null },
    { sandbox: "sbx_1", maker: "Former member" },
  ],
  [{ ...origin, actorKind: "api_key" as const, actorName: null }, { maker: "A deleted API key" }],
  [undefined, { sandbox: "Unknown", template: "", maker: "Unknown" }],
])("describes the known parts of an origin: %o", (known, words) => {
  expect(originWords(snapshot({ origin: known }))).toMatchObject(words);
});

test("computes the usage by number and by size, at most 1", () => {
  const half = snapshot({ sizeBytes: SNAPSHOTS.perOrganization.bytes / 2 });
  const share = 1 / SNAPSHOTS.perOrganization.snapshots;
  expect(allowanceOf([])).toEqual({ bytes: 0, countShare: 0, bytesShare: 0 });
  expect(allowanceOf([half])).toEqual({ bytes: half.sizeBytes, countShare: share, bytesShare: 0.5 });
  expect(allowanceOf([half, half, half]).bytesShare).toBe(1);
});
