import { randomUUID } from "node:crypto";
import { createAlone } from "@terrarium/platform/base/alone";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { containerNames, INSTALL_LABEL } from "./container-names.ts";
import type { ContainerSettings } from "./container-settings.ts";
import { createContainers } from "./containers.ts";
import type { Engine } from "./engine.ts";
import { createWarmPools } from "./warm-pools.ts";

const ID = "c0ffee";

const SANDBOX = "terrarium-sbx_1";

/** Starts an engine with one standby container. Another server claims it after the first GET with a matching path. */
function startEngine(installId: string, claimedAfter: RegExp) {
  const waiting = containerNames(installId).ofWarm("0a", "1");
  const container: { name: string | undefined; isClaimed: boolean } = { name: waiting, isClaimed: false };
  const calls: string[] = [];
  const Labels = { [INSTALL_LABEL]: installId };
  const State = { Running: true, ExitCode: 0, OOMKilled: false, Error: "" };
  const answer = (method: string, path: string, name: string | undefined) => {
    if (path === "/containers/json")
      return { status: 200, body: [{ Id: ID, Names: [`/${container.name}`], State: "running", Created: 0, Labels }] };
    const [, , nameOrId, action] = path.split("/");
    const isThere = container.name !== undefined && (nameOrId === ID || nameOrId === container.name);
    if (!isThere) return { status: 404, body: {} };
    if (action === "rename") container.name = name;
    if (method === "DELETE") container.name = undefined;
    return { status: 200, body: { Id: ID, Config: { Labels }, State, NetworkSettings: { Networks: {}, Ports: {} } } };
  };
  const engine: Engine = {
    async call(method, path, { query } = {}) {
      const answered = answer(method, path, query?.name);
      if (method === "GET" && claimedAfter.test(path) && container.name === waiting)
        Object.assign(container, { name: SANDBOX, isClaimed: true });
      calls.push(`${method} ${path}`);
      return answered;
    },
    follow: async () => undefined,
    close: () => undefined,
  };
  return { engine, container, calls };
}

const openPools = (engine: Engine, installId: string, alone = createAlone()) =>
  createWarmPools({
    models: [],
    installId,
    containers: createContainers(engine, installId),
    settings: async () => ({ image: "phone" }) as ContainerSettings,
    readyTimeoutMs: undefined,
    mayFill: undefined,
    alone,
    log: pino({ level: "silent" }),
  });

test("one of two servers claims; the other makes no calls", async () => {
  const installId = randomUUID();
  const { engine, container, calls } = startEngine(installId, /^never$/);
  const alone = createAlone();
  const [first, second] = [openPools(engine, installId, alone), openPools(engine, installId, alone)];
  const device = { containerId: ID, name: container.name ?? "", address: { host: "127.0.0.1", port: 5555 } };
  const claims = Promise.all([first.claim(device, SANDBOX), second.claim(device, "terrarium-sbx_2")]);
  expect(await claims).toEqual(["ours", "another's"]);
  expect(calls.filter((call) => call.endsWith("/rename"))).toHaveLength(2);
  expect(await second.claim(device, "terrarium-sbx_2")).toBe("another's");
  expect(container.name).toBe(SANDBOX);
});

test.each([
  ["claimed by nobody", /^never$/],
  ["claimed when it was listed", /^\/containers\/json$/],
  ["claimed when it was looked at", /^\/containers\/.+\/json$/],
])("an unwanted standby device is removed unless claimed: %s", async (_who, claimedAfter) => {
  const installId = randomUUID();
  const { engine, container, calls } = startEngine(installId, claimedAfter);
  const pools = openPools(engine, installId);
  onTestFinished(() => pools.stop());
  pools.fillSoon();
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  await pools.stop();
  // A claimed container stays with its claimant.
  expect(container.name).toBe(container.isClaimed ? SANDBOX : undefined);
});
