import { randomUUID } from "node:crypto";
import { connectCluster } from "../../packages/device-providers/src/kubernetes/connection.ts";
import { createKubernetesProvider } from "../../packages/device-providers/src/kubernetes/kubernetes-provider.ts";
import { podNames } from "../../packages/device-providers/src/kubernetes/pod.ts";
import { readConfig } from "../../packages/server/src/config.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";
import type { OpenProvider } from "./open-provider.ts";

const CALL_TIMEOUT_MS = 10_000;

export const openKubernetes: OpenProvider = async (environment, template) => {
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: "kubernetes" });
  if (!config.kubernetes) throw new Error("kubernetes is configured without its settings");
  const installId = randomUUID();
  const { deviceEgress: egress, deviceStorageMb: storageMb, deviceClock: clock, kubernetes } = config;
  const { address, namespace } = kubernetes;
  const provider = createKubernetesProvider({ ...kubernetes, installId, egress, clock, storageMb, log: CHECK_LOG });
  await provider.checked;
  const connection = connectCluster(address, CALL_TIMEOUT_MS);
  const names = podNames(installId);
  return {
    provider,
    model: findModel(config.templates, "kubernetes", template),
    // The server may not end processes in a Pod.
    crash: async (sandboxId) =>
      void (await connection.api.deleteNamespacedPod({ namespace, name: names.ofSandbox(sandboxId) })),
    async remove() {
      await provider.close();
      connection.close();
    },
  };
};
