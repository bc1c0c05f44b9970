import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { generateAdbKey } from "../packages/device-control/src/adb/adb-key.ts";
import { createKubernetesProvider } from "../packages/device-providers/src/kubernetes/kubernetes-provider.ts";
import type { PodObjects } from "../packages/device-providers/src/kubernetes/pod-settings.ts";
import type { DeviceProvider, DeviceSpec } from "../packages/device-providers/src/provider.ts";
import {
  startKubernetesCluster,
  whyNoAgentSandbox,
  whyNoCluster,
} from "../packages/device-providers/src/testing/kubernetes-cluster.ts";
import { startStandIn } from "../packages/device-providers/src/testing/stand-in-agent-sandbox.ts";
import { at95, type Figure, repeat, timeMs } from "./support/figure.ts";

const RUNS = 15;
const AT_ONCE = 60;
const AT_ONCE_RUNS = 3;
/** A kubelet forwards changes of a Pod only after it has checked its containers again, each second. */
const SETTLED_MS = 3_000;
const MODEL = { name: "Phone", cpu: 2, memoryMb: 512, widthPx: 720, heightPx: 1600, densityDpi: 320 };
const NAMESPACE = "trm-bench";

/** Measures the start of a device in a Pod, on the benchmark's own cluster. Returns no figures if there is none. */
export async function benchmark(): Promise<Figure[]> {
  const why = whyNoCluster();
  if (why !== undefined) {
    process.stderr.write(`terrarium: kubernetes is not measured: ${why}\n`);
    return [];
  }
  const cluster = await startKubernetesCluster();
  cluster.apply(JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } }));
  const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
  const ready = new EventTarget();
  const log = {
    debug: () => void ready.dispatchEvent(new Event("standby")),
    warn: console.error,
    error: console.error,
  };
  const open = (objects: PodObjects, warm: readonly { model: typeof MODEL; size: number }[]) =>
    createKubernetesProvider({
      address: { kubeconfig: cluster.kubeconfig },
      namespace: NAMESPACE,
      installId: randomUUID(),
      image: cluster.image,
      egress: "off",
      clock: undefined,
      storageMb: 64,
      objects,
      warm,
      log,
    });
  let count = 0;
  const spec = (): DeviceSpec => ({ ...MODEL, authorizedKey, adbPrivateKeyPem, sandboxId: `sbx_bench${count++}` });
  const podsGone = () => cluster.kubectl("-n", NAMESPACE, "wait", "pods", "--all", "--for=delete", "--timeout=120s");
  const create = async (provider: DeviceProvider) => {
    const made = spec();
    const ms = await timeMs(() => provider.create(made));
    await provider.destroy(made.sandboxId);
    return ms;
  };
  const load = loadavg()[0] ?? 0;
  const beside = (values: readonly number[], goal: string) =>
    `${goal}; 95th percentile ${at95(values).toFixed(0)} ms; load before ${load.toFixed(1)}`;

  async function oneByOne(objects: PodObjects, how: string, goals: { cold: string; warm: string }): Promise<Figure[]> {
    const cold = open(objects, []);
    await create(cold);
    const coldMs = await repeat(RUNS, () => create(cold));
    podsGone();
    await cold.close();
    const warm = open(objects, [{ model: MODEL, size: 1 }]);
    const warmMs = await repeat(RUNS, async () => {
      await once(ready, "standby");
      await sleep(SETTLED_MS);
      return create(warm);
    });
    await warm.close();
    return [
      { what: `kubernetes: create to ADB, cold${how}`, unit: "ms", values: coldMs, beside: beside(coldMs, goals.cold) },
      {
        what: `kubernetes: create to key accepted, from the warm pool${how}`,
        unit: "ms",
        values: warmMs,
        beside: beside(warmMs, goals.warm),
      },
    ];
  }

  async function allAtOnce(): Promise<Figure[]> {
    const provider = open("pods", []);
    const values = await repeat(AT_ONCE_RUNS, async () => {
      const specs = Array.from({ length: AT_ONCE }, spec);
      const allMs = await timeMs(() => Promise.all(specs.map((each) => provider.create(each))));
      await Promise.all(specs.map(({ sandboxId }) => provider.destroy(sandboxId)));
      podsGone();
      return allMs / 1000;
    });
    await provider.close();
    return [{ what: `kubernetes: ${AT_ONCE} at once, until all answer`, unit: "s", values, beside: "goal 40 s" }];
  }

  async function bySandboxes(): Promise<Figure[]> {
    if (whyNoAgentSandbox() !== undefined) return [];
    const controller = cluster.lab && (await startStandIn(cluster, NAMESPACE));
    const peer = "beside plain Pods of the same run";
    const figures = await oneByOne("agent-sandbox", ", by Sandbox objects", { cold: peer, warm: peer });
    await controller?.stop();
    return figures;
  }

  try {
    const plain = await oneByOne("pods", "", { cold: "goal 1400 ms", warm: "goal 150 ms" });
    return [...plain, ...(await bySandboxes()), ...(await allAtOnce())];
  } finally {
    await cluster.stop();
  }
}
