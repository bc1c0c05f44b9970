import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { onTestFinished } from "vitest";
import { createKubernetesProvider, type KubernetesProviderOptions } from "../kubernetes/kubernetes-provider.ts";
import { FakeAgentSandbox } from "./fake-agent-sandbox.ts";
import { FakeCluster } from "./fake-cluster.ts";
import { TEST_MODEL } from "./provider-suite.ts";

/** One standby device. */
export const WARM = [{ model: TEST_MODEL, size: 1 }];

/** For tests of the provider kubernetes without a cluster. Applies to the calling file. */
export function clusterProviders() {
  const folder = temporaryFolder();
  let count = 0;

  /**
   * Starts a cluster with a Pod controller, and returns the options of a provider on it. `versions`: of agent-sandbox,
   * if installed.
   */
  async function startCluster(
    objects: Required<KubernetesProviderOptions>["objects"],
    versions: readonly string[] | undefined = objects === "agent-sandbox" ? ["v1beta1", "v1alpha1"] : undefined,
  ) {
    const cluster = new FakeCluster();
    const agentSandbox = new FakeAgentSandbox(cluster, versions);
    await cluster.start();
    const own = path.join(folder, String(count++));
    mkdirSync(own);
    const options = {
      address: { kubeconfig: cluster.writeKubeconfig(own) },
      objects,
      namespace: cluster.namespace,
      installId: randomUUID(),
      image: "phone",
      egress: "off",
      clock: undefined,
      storageMb: 64,
    };
    return { cluster, agentSandbox, options };
  }

  /** Opens a provider on the cluster until the end of the test. */
  function openOn(on: Awaited<ReturnType<typeof startCluster>>, more: Partial<KubernetesProviderOptions> = {}) {
    const standby: string[] = [];
    const warnings: string[] = [];
    const note = (what: { why?: string }, words: string) =>
      void warnings.push(what.why === undefined ? words : `${words}: ${what.why}`);
    const log = {
      debug: ({ pod }: { pod: string }) => void standby.push(pod),
      warn: note,
      error: note,
    } as KubernetesProviderOptions["log"];
    const provider = createKubernetesProvider({ ...on.options, log, ...more });
    const exits: { sandboxId: string; detail: string; words: string | undefined }[] = [];
    provider.onExit((sandboxId, detail, words) => void exits.push({ sandboxId, detail, words }));
    onTestFinished(async () => {
      await provider.close();
      await on.cluster.stop();
    });
    return { ...on, provider, exits, standby, warnings };
  }
  return { startCluster, openOn };
}
