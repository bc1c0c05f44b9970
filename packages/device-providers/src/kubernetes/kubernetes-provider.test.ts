import { createPrivateKey, randomUUID } from "node:crypto";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { answersAdb } from "../adb-answer.ts";
import { clusterProviders, WARM } from "../testing/cluster-provider.ts";
import { TEST_MODEL, testProvider, testSpec } from "../testing/provider-suite.ts";
import { createKubernetesProvider, type KubernetesProviderOptions } from "./kubernetes-provider.ts";
import { devicePod, podNames } from "./pod.ts";

const { startCluster, openOn } = clusterProviders();

describe.each(["pods", "agent-sandbox"] as const)("with devices created by %s", (objects) => {
  testProvider(
    "kubernetes",
    async () => {
      const { cluster, agentSandbox, options } = await startCluster(objects);
      const { sandboxes } = agentSandbox;
      const names = podNames(options.installId);
      const others: string[] = [];
      return {
        open: () => createKubernetesProvider({ ...options, log: pino({ level: "silent" }) }),
        moduleSource: `
        const log = { debug() {}, warn: console.error, error: console.error };
        const { createKubernetesProvider } = await import(${JSON.stringify(new URL("kubernetes-provider.ts", import.meta.url).href)});
        const provider = createKubernetesProvider({ ...${JSON.stringify(options)}, log });
      `,
        crash: async (sandboxId) => cluster.crash(names.ofSandbox(sandboxId)),
        leftovers: async () => [...cluster.pods.keys(), ...sandboxes.keys()].filter((name) => !others.includes(name)),
        async makeOthers() {
          const settings = { ...options, installId: randomUUID() };
          const owner = { sandboxId: "sbx_1", authorizedKey: "" };
          const made = [
            devicePod(TEST_MODEL, settings, { ...owner, name: "somebody-elses" }),
            // Its name looks like ours, but it has no label.
            { metadata: { name: names.ofSandbox("sbx_forged") } },
          ].map((pod) => cluster.add(pod));
          const forged = { podTemplate: { spec: {} } };
          const objects = [
            { metadata: { name: "somebody-elses-too", labels: made[0]?.metadata.labels ?? {} }, spec: forged },
            { metadata: { name: names.ofSandbox("sbx_forged_too") }, spec: forged },
          ].map((each) => agentSandbox.add(each));
          others.push(...[...made, ...objects].map(({ metadata }) => metadata.name));
          return async () =>
            made.every(({ metadata }) => cluster.pods.get(metadata.name)?.metadata.uid === metadata.uid) &&
            objects.every(({ metadata }) => sandboxes.get(metadata.name)?.metadata.uid === metadata.uid);
        },
        async restartEngine() {
          await cluster.stopApi();
          await cluster.start();
        },
        remove: () => cluster.stop(),
      };
    },
    { canStop: false, canMeasure: false, many: 60 },
  );

  /** Opens a provider of a new installation, or on a given cluster, until the end of the test. */
  const open = async (more: Partial<KubernetesProviderOptions> = {}, on?: Awaited<ReturnType<typeof startCluster>>) =>
    openOn(on ?? (await startCluster(objects)), more);

  const spec = async (sandboxId: string) => {
    const { authorizedKey, privateKeyPem } = await generateAdbKey();
    return { ...testSpec(sandboxId), authorizedKey, adbPrivateKeyPem: privateKeyPem };
  };

  describe("a device in standby", () => {
    test("serves one of two servers and accepts only its key", async () => {
      const on = await startCluster(objects);
      const first = await open({ warm: WARM }, on);
      await expect.poll(() => first.standby).toHaveLength(1);
      const waiting = on.cluster.pods.get(first.standby[0] ?? "");
      const second = await open({ warm: WARM }, on);
      await expect.poll(() => second.standby).toEqual(first.standby);
      const specs = await Promise.all(["sbx_1", "sbx_2"].map(spec));
      const devices = await Promise.all([
        first.provider.create(specs[0] ?? testSpec("")),
        second.provider.create(specs[1] ?? testSpec("")),
      ]);
      for (const [index, { address }] of devices.entries()) {
        const isIn = (key = "") => answersAdb(address, 2_000, createPrivateKey(key));
        expect(await isIn(specs[index]?.adbPrivateKeyPem)).toBe(true);
        expect(await isIn(specs[1 - index]?.adbPrivateKeyPem)).toBe(false);
      }
      const uids = ["sbx_1", "sbx_2"].map((id) => on.cluster.podOf(id)?.metadata.uid);
      expect(new Set(uids).size).toBe(2);
      expect(uids).toContain(waiting?.metadata.uid);
      await expect.poll(() => first.standby.length).toBeGreaterThan(1);
    });

    test("is replaced after its end, and removed when outdated", async () => {
      const on = await startCluster(objects);
      const first = await open({ warm: WARM }, on);
      await expect.poll(() => first.standby).toHaveLength(1);
      on.cluster.crash(first.standby[0] ?? "");
      await expect.poll(() => [...on.cluster.pods.keys()]).toEqual([]);
      await first.provider.create(testSpec("sbx_1"));
      await expect.poll(() => first.standby).toHaveLength(2);
      await first.provider.close();
      const changed = await open({ warm: [{ model: { ...TEST_MODEL, widthPx: 720 }, size: 1 }] }, on);
      await expect.poll(() => changed.standby).toHaveLength(1);
      await expect.poll(() => on.cluster.pods.has(first.standby[1] ?? "")).toBe(false);
    });

    test("is removed if its Linux sandbox has too much egress", async () => {
      const on = await startCluster(objects);
      const warm = [{ model: { ...TEST_MODEL, kind: "linux" as const, image: "linux" }, size: 1 }];
      const first = await open({ warm, egress: "all" }, on);
      await expect.poll(() => first.standby).toHaveLength(1);
      await first.provider.close();
      const narrowed = await open({ warm, egress: "off" }, on);
      await expect.poll(() => narrowed.standby).toHaveLength(1);
      await expect.poll(() => on.cluster.pods.has(first.standby[0] ?? "")).toBe(false);
    });

    test("stays if it is claimed just before its removal", async () => {
      const on = await startCluster(objects);
      const first = await open({ warm: WARM }, on);
      await expect.poll(() => first.standby).toHaveLength(1);
      await first.provider.close();
      const [waiting = ""] = first.standby;
      on.cluster.onCall = ({ method }) => {
        const pod = on.cluster.pods.get(waiting);
        const labels = { ...pod?.metadata.labels, "terrarium.dev/sandbox": "sbx_1" };
        if (method === "DELETE" && !on.cluster.podOf("sbx_1")) on.cluster.change(waiting, {}, { labels });
        return false;
      };
      const changed = await open({ warm: [{ model: { ...TEST_MODEL, widthPx: 720 }, size: 1 }] }, on);
      await expect.poll(() => changed.standby.filter((name) => name !== waiting)).toHaveLength(1);
      expect(on.cluster.podOf("sbx_1")).toMatchObject({ metadata: { name: waiting } });
      expect(on.cluster.podOf("sbx_1")?.metadata.deletionTimestamp).toBeUndefined();
    });

    test("is started by the leader and claimed by any server", async () => {
      const on = await startCluster(objects);
      let leads = false;
      const leader = await open({ warm: WARM, mayFill: () => leads }, on);
      const follower = await open({ warm: WARM, mayFill: () => false }, on);
      expect((await follower.provider.create(await spec("sbx_cold"))).address).toBeDefined();
      expect([...on.cluster.pods.keys()]).toHaveLength(1);
      leads = true;
      await expect.poll(() => follower.standby).toHaveLength(1);
      const [waiting = ""] = follower.standby;
      await follower.provider.create(await spec("sbx_warm"));
      expect(on.cluster.podOf("sbx_warm")?.metadata.name).toBe(waiting);
      await expect.poll(() => leader.standby).toHaveLength(2);
      expect(on.cluster.pods.size).toBe(3);
    });

    test("is not started without an image, while others are", async () => {
      const linux = { model: { ...TEST_MODEL, kind: "linux" as const }, size: 1 };
      const { standby } = await open({ warm: [linux, ...WARM] });
      await expect.poll(() => standby).toHaveLength(1);
    });

    test("on a lost node is given up for another", async () => {
      const { provider, cluster, standby } = await open({ warm: WARM });
      await expect.poll(() => standby).toHaveLength(1);
      const [waiting = ""] = standby;
      // The node no longer delivers the key.
      cluster.onCall = ({ method, url }) => {
        if (method === "PATCH" && url?.endsWith(waiting)) cluster.crash(waiting, { exitCode: 1 });
        return false;
      };
      await provider.create(await spec("sbx_1"));
      expect(cluster.podOf("sbx_1")?.metadata.name).not.toBe(waiting);
    });
  });

  test.each([
    [
      "whose image is not there",
      { waiting: { reason: "ErrImagePull", message: "no such image" } },
      "ErrImagePull: no such image",
    ],
    ["that ends at once", { terminated: { exitCode: 3, message: "no screen" } }, "its Pod ended with 3: no screen"],
    [
      "that needs more memory than it may have",
      { terminated: { exitCode: 137, reason: "OOMKilled" } },
      "more memory than its limit",
    ],
  ])("a device %s fails to start and leaves nothing behind", async (_what, state, words) => {
    const { provider, cluster } = await open();
    const phase = "terminated" in state ? "Failed" : "Pending";
    cluster.onStart = () => ({ phase, containerStatuses: [{ state }] });
    await expect(provider.create(testSpec("sbx_1"))).rejects.toThrow(words);
    await expect.poll(() => cluster.pods.size).toBe(0);
  });

  test("reports the scheduler's message if no node has room", async () => {
    const { provider, cluster } = await open({ scheduleTimeoutMs: 300 });
    const message = "0/3 nodes are available: 3 Insufficient memory.";
    const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
    cluster.onStart = () => ({ phase: "Pending", conditions });
    await expect(provider.create(testSpec("sbx_1"))).rejects.toThrow(message);
    await expect.poll(() => cluster.pods.size).toBe(0);
  });

  test("reports the cluster's refusal message", async () => {
    const { provider, cluster } = await open();
    cluster.onCall = (request, response) => {
      if (request.method !== "POST" || !/(pods|sandboxes)$/.test(request.url ?? "")) return false;
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ kind: "Status", message: "exceeded quota: devices, limited: pods=200" }));
      return true;
    };
    await expect(provider.create(testSpec("sbx_1"))).rejects.toThrow("refused its Pod: exceeded quota: devices");
  });

  test("reports devices above their memory limit or without a Pod", async () => {
    const { provider, cluster, exits, options } = await open();
    const names = podNames(options.installId);
    await provider.create(testSpec("sbx_1"));
    await provider.create(testSpec("sbx_2"));
    cluster.crash(names.ofSandbox("sbx_1"), { exitCode: 137, reason: "OOMKilled" });
    cluster.change(names.ofSandbox("sbx_2"), {}, { deletionTimestamp: new Date() });
    await expect.poll(() => exits).toHaveLength(2);
    expect(exits).toEqual([
      {
        sandboxId: "sbx_1",
        detail: "its Pod used more memory than its limit",
        words: "its device exceeded its memory limit",
      },
      { sandboxId: "sbx_2", detail: expect.stringContaining("its node was lost"), words: undefined },
    ]);
  });

  test("reports a hanging device and keeps its neighbour", async () => {
    const livenessPace = { intervalMs: 20, timeoutMs: 1_000, failures: 3 };
    const { provider, cluster, exits, options } = await open({ livenessPace });
    await provider.create(testSpec("sbx_1"));
    await provider.create(testSpec("sbx_2"));
    cluster.mute(podNames(options.installId).ofSandbox("sbx_1"));
    await expect.poll(() => exits).toHaveLength(1);
    expect(exits[0]).toMatchObject({ sandboxId: "sbx_1", words: "its device stopped responding" });
  });

  const away = { code: "provider_unavailable", status: 503 };

  test("times out on a hanging API, then fails fast meanwhile", async () => {
    const { provider, cluster } = await open({ callTimeoutMs: 2_000 });
    await provider.list();
    cluster.onCall = () => true;
    await expect(provider.list()).rejects.toMatchObject({
      ...away,
      message: expect.stringContaining("did not answer in time"),
    });
    const before = cluster.calls.length;
    const attempts = [
      provider.requireRoom(),
      provider.create(testSpec("sbx_1")),
      provider.destroy("sbx_1"),
      provider.inspect("sbx_1"),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(away);
    expect(cluster.calls.slice(before).filter((call) => !call.startsWith("WATCH")).length).toBeLessThanOrEqual(1);
    cluster.onCall = () => false;
    await expect.poll(() => provider.list().catch(() => "away")).toEqual([]);
  });

  test("fails calls on invalid or denied responses, not devices", async () => {
    const { provider, cluster, exits } = await open();
    await provider.create(testSpec("sbx_1"));
    for (const [status, body] of [
      [200, "<html>a proxy's page"],
      [200, JSON.stringify({ items: [{}] })],
      [500, "{}"],
      [401, JSON.stringify({ message: "Unauthorized" })],
    ] as const) {
      cluster.onCall = (_request, response) => {
        response.writeHead(status, { "content-type": "application/json" }).end(body);
        return true;
      };
      cluster.endWatches();
      await expect(provider.list()).rejects.toMatchObject(away);
    }
    cluster.onCall = () => false;
    await expect.poll(() => provider.list().catch(() => [])).toHaveLength(1);
    expect(exits).toEqual([]);
  });

  test("reports ends despite every failure of the watch", async () => {
    const { provider, cluster, exits, options } = await open();
    const names = podNames(options.installId);
    const ids = ["sbx_1", "sbx_2", "sbx_3", "sbx_4"];
    for (const id of ids) await provider.create(testSpec(id));
    const told = () => exits.map(({ sandboxId }) => sandboxId);
    const [first = "", second = "", third = "", fourth = ""] = ids.map((id) => names.ofSandbox(id));
    // The watch ends normally.
    cluster.endWatches();
    cluster.crash(first);
    await expect.poll(told).toEqual(["sbx_1"]);
    // The history of changes is lost.
    await cluster.stopApi();
    cluster.crash(second);
    cluster.forgetHistory();
    await cluster.start();
    await expect.poll(told).toEqual(["sbx_1", "sbx_2"]);
    // The Pod disappears without a trace.
    await cluster.stopApi();
    cluster.pods.delete(third);
    cluster.forgetHistory();
    await cluster.start();
    await expect.poll(told).toEqual(["sbx_1", "sbx_2", "sbx_3"]);
    cluster.sayNonsense();
    cluster.crash(fourth);
    await expect.poll(told).toEqual(ids);
  });

  test("deletes an overdue Pod of a lost node by force", async () => {
    const { provider, cluster } = await open({ overdueMs: 500 });
    await provider.create(testSpec("sbx_1"));
    cluster.isNodeLost = true;
    await provider.destroy("sbx_1");
    expect(await provider.list()).toEqual([]);
    expect(cluster.pods.size).toBe(1);
    await expect.poll(() => cluster.pods.size).toBe(0);
  });
});
