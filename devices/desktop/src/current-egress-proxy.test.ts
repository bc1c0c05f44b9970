import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { currentEgressProxy } from "./current-egress-proxy.ts";

const [told, since] = [
  { host: "172.18.0.1", port: 13_128 },
  { host: "172.19.0.1", port: 13_128 },
];

test.each([
  ["nothing", undefined, told],
  ["another address", JSON.stringify(since), since],
  ["null", "null", undefined],
])("returns the current egressProxy when its file contains %s", async (_what, content, egressProxy) => {
  const folder = await mkdtemp(join(tmpdir(), "proxy-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const egressProxyFile = join(folder, "egress_proxy");
  if (content !== undefined) await writeFile(egressProxyFile, content);
  expect(await currentEgressProxy({ egressProxy: told, egressProxyFile })).toEqual(egressProxy);
});
