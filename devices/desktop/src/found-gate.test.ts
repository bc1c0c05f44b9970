import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findGate } from "./found-gate.ts";

const [told, since] = [
  { host: "172.18.0.1", port: 13_128 },
  { host: "172.19.0.1", port: 13_128 },
];

test.each([
  ["nothing", undefined, told],
  ["another address", JSON.stringify(since), since],
  ["null", "null", undefined],
])("returns the current gate when its file contains %s", async (_what, content, gate) => {
  const folder = await mkdtemp(join(tmpdir(), "gate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const egressGateFile = join(folder, "egress_gate");
  if (content !== undefined) await writeFile(egressGateFile, content);
  expect(await findGate({ egressGate: told, egressGateFile })).toEqual(gate);
});
