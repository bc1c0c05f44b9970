import { createPrivateKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { answersAdb } from "../adb-answer.ts";
import { clusterProviders, WARM } from "../testing/cluster-provider.ts";
import { TEST_MODEL, testSpec } from "../testing/provider-suite.ts";
import { devicePod, podNames } from "./pod.ts";

const { startCluster, openOn } = clusterProviders();
const SANDBOX = "terrarium.dev/sandbox";

describe("a replacement Pod that the controller creates", () => {
  test("belongs to no sandbox, and accepts no key", async () => {
    const { provider, cluster, agentSandbox, options, exits } = openOn(await startCluster("agent-sandbox"));
    const name = podNames(options.installId).ofSandbox("sbx_1");
    const spec = testSpec("sbx_1");
    const { address } = await provider.create(spec);
    const key = createPrivateKey(spec.adbPrivateKeyPem);
    expect(await answersAdb(address, 2_000, key)).toBe(true);
    const first = cluster.pods.get(name);
    if (!first) throw new Error("its Pod is not there");
    cluster.delete(first, { gracePeriodSeconds: 0 }, () => {});
    await expect.poll(() => exits.map(({ sandboxId }) => sandboxId)).toEqual(["sbx_1"]);
    await expect.poll(() => cluster.pods.get(name)?.status.phase).toBe("Running");
    const second = cluster.pods.get(name);
    expect(second?.metadata.uid).not.toBe(first.metadata.uid);
    expect(await provider.inspect("sbx_1")).toMatchObject({ state: "gone" });
    const host = second?.status.podIP ?? "";
    expect(await answersAdb({ host, port: address.port }, 2_000, key)).toBe(false);
    expect(await provider.list()).toMatchObject([{ sandboxId: "sbx_1" }]);
    await provider.destroy("sbx_1");
    await expect.poll(() => cluster.pods.size + agentSandbox.sandboxes.size).toBe(0);
    expect(exits).toHaveLength(1);
  });

  test("is removed even if the first Pod was in standby", async () => {
    const on = await startCluster("agent-sandbox");
    const { provider, cluster, agentSandbox, standby, exits } = openOn(on, { warm: WARM, overdueMs: 300 });
    await expect.poll(() => standby).toHaveLength(1);
    await provider.close();
    const next = openOn(on, { overdueMs: 300, mayFill: () => false, warm: WARM });
    await expect.poll(() => next.standby).toEqual(standby);
    await next.provider.create(testSpec("sbx_1"));
    const claimed = cluster.podOf("sbx_1");
    if (!claimed) throw new Error("its Pod is not there");
    expect(claimed.metadata.name).toBe(standby[0]);
    cluster.delete(claimed, { gracePeriodSeconds: 0 }, () => {});
    await expect.poll(() => next.exits).toHaveLength(1);
    expect(exits).toEqual([]);
    await next.provider.destroy("sbx_1");
    await expect.poll(() => cluster.pods.size + agentSandbox.sandboxes.size).toBe(0);
  });
});

test("removes unfinished standby objects of a killed server", async () => {
  const on = await startCluster("agent-sandbox");
  const { cluster, agentSandbox, options } = on;
  const { metadata = {}, spec } = devicePod(TEST_MODEL, options, { name: "left", sandboxId: "", authorizedKey: "" });
  const { [SANDBOX]: _mark, ...labels } = metadata.labels ?? {};
  agentSandbox.add({
    metadata: { name: "left", labels: metadata.labels ?? {} },
    spec: { podTemplate: { metadata: { labels }, spec } },
  });
  await expect.poll(() => cluster.pods.get("left")?.status.phase).toBe("Running");
  const { standby, warnings } = openOn(on, { warm: WARM, overdueMs: 300 });
  await expect.poll(() => cluster.pods.has("left") || agentSandbox.sandboxes.has("left")).toBe(false);
  await expect.poll(() => standby).toHaveLength(1);
  expect(standby).not.toContain("left");
  expect(warnings).toEqual(["removing a Pod of agent-sandbox without an owner"]);
});

test("lists and removes objects without a Pod on any server", async () => {
  const on = await startCluster("agent-sandbox");
  const { cluster, agentSandbox } = on;
  agentSandbox.isRunning = false;
  const first = openOn(on, { refusalMs: 50 });
  const second = openOn(on);
  const outcome = first.provider.create(testSpec("sbx_1")).catch((error: unknown) => String(error));
  await expect.poll(() => second.provider.list()).toMatchObject([{ sandboxId: "sbx_1" }]);
  expect(await second.provider.inspect("sbx_1")).toMatchObject({ state: "gone" });
  await second.provider.destroy("sbx_1");
  expect(agentSandbox.sandboxes.size).toBe(0);
  expect(await outcome).toContain("its Sandbox object was deleted");
  expect(cluster.pods.size).toBe(0);
});

describe("a device without a Pod fails and leaves nothing", () => {
  test("when the cluster refuses the Pod", async () => {
    const { provider, agentSandbox } = openOn(await startCluster("agent-sandbox"), { refusalMs: 100 });
    agentSandbox.refusal = 'pods "x" is forbidden: exceeded quota: devices';
    const outcome = provider.create(testSpec("sbx_1"));
    await expect(outcome).rejects.toThrow('refused its Pod: pods "x" is forbidden: exceeded quota: devices');
    expect(agentSandbox.sandboxes.size).toBe(0);
  });

  test("when the controller reports nothing", async () => {
    const { provider, agentSandbox } = openOn(await startCluster("agent-sandbox"), { scheduleTimeoutMs: 200 });
    agentSandbox.isRunning = false;
    await expect(provider.create(testSpec("sbx_1"))).rejects.toThrow("agent-sandbox made no Pod for it within 0.2 s");
    expect(agentSandbox.sandboxes.size).toBe(0);
  });

  test("when its name is taken by a foreign object", async () => {
    const { provider, agentSandbox, options } = openOn(await startCluster("agent-sandbox"));
    const name = podNames(options.installId).ofSandbox("sbx_1");
    const { metadata } = agentSandbox.add({ metadata: { name }, spec: { podTemplate: { spec: {} } } });
    await expect(provider.create(testSpec("sbx_1"))).rejects.toThrow(`sandboxes "${name}" already exists`);
    expect(agentSandbox.sandboxes.get(name)?.metadata.uid).toBe(metadata.uid);
  });
});

describe("the choice of the Pod maker", () => {
  const UNUSED = "the cluster's agent-sandbox is unused; the server creates Pods itself";

  test.each([
    ["the one that the cluster serves", ["v1alpha1"], "v1alpha1"],
    ["the newest of those that are known", ["v2", "v1alpha1", "v1beta1"], "v1beta1"],
  ])("uses Sandbox objects where available, in %s", async (_which, versions, version) => {
    const on = await startCluster("auto", versions);
    const { provider, warnings } = openOn(on);
    await provider.create(testSpec("sbx_1"));
    expect([...on.agentSandbox.sandboxes.values()].map(({ apiVersion }) => apiVersion)).toEqual([
      `agents.x-k8s.io/${version}`,
    ]);
    await provider.destroy("sbx_1");
    expect(on.agentSandbox.sandboxes.size).toBe(0);
    expect(warnings).toEqual([]);
  });

  test("uses the server, without a warning, where there are none", async () => {
    const { provider, warnings } = openOn(await startCluster("auto"));
    await provider.create(testSpec("sbx_1"));
    await provider.create(testSpec("sbx_2"));
    expect(warnings).toEqual([]);
  });

  test.each([
    [
      "may not use them",
      ["v1beta1"],
      ["create", "delete"],
      "the server may not create, delete sandboxes.agents.x-k8s.io",
    ],
    ["does not know them as they are", ["v7"], [], "its cluster has agent-sandbox as v7, which is not known here"],
  ])("uses the server if it %s, and warns once", async (_what, versions, forbidden, why) => {
    const on = await startCluster("auto", versions);
    on.agentSandbox.forbidden.push(...forbidden);
    const { provider, warnings } = openOn(on);
    await Promise.all(["sbx_1", "sbx_2"].map((id) => provider.create(testSpec(id))));
    expect(on.agentSandbox.sandboxes.size).toBe(0);
    expect(warnings).toEqual([expect.stringContaining(`${UNUSED}: ${why}`)]);
  });

  test.each([
    ["is there", "/apis", "the server may not ask what its cluster has"],
    ["it may do", "/selfsubjectaccessreviews", "the server may not create, list, delete"],
  ])("uses the server if denied to query what %s", async (_what, path, why) => {
    const on = await startCluster("auto", ["v1beta1"]);
    on.cluster.onCall = ({ url }, response) => {
      if (!url?.endsWith(path)) return false;
      response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ message: "forbidden" }));
      return true;
    };
    const { provider, warnings } = openOn(on);
    await provider.create(testSpec("sbx_1"));
    expect(warnings).toEqual([expect.stringContaining(`${UNUSED}: ${why}`)]);
  });

  test("uses the server if configured, and still removes Sandbox objects", async () => {
    const on = await startCluster("agent-sandbox");
    await openOn(on).provider.create(testSpec("sbx_1"));
    on.cluster.calls.length = 0;
    const { provider } = openOn(on, { objects: "pods" });
    await provider.create(testSpec("sbx_2"));
    expect(new Set(on.cluster.calls)).toEqual(new Set(["GET pods", "WATCH pods", "POST pods"]));
    await provider.destroy("sbx_1");
    expect(on.agentSandbox.sandboxes.size).toBe(0);
    await expect.poll(() => [...on.cluster.pods.keys()]).toEqual([podNames(on.options.installId).ofSandbox("sbx_2")]);
  });
  test("is made later if the cluster is unreachable at first", async () => {
    const on = await startCluster("agent-sandbox");
    await on.cluster.stopApi();
    const { provider } = openOn(on);
    await provider.checked;
    await expect(provider.create(testSpec("sbx_1"))).rejects.toMatchObject({ code: "provider_unavailable" });
    await on.cluster.start();
    await expect.poll(() => provider.list().catch(() => "away")).toEqual([]);
    await provider.create(testSpec("sbx_1"));
    expect(on.agentSandbox.sandboxes.size).toBe(1);
  });
});
