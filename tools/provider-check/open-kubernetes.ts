import { randomUUID } from "node:crypto";
import { connectCluster } from "../../packages/device-providers/src/kubernetes/connection.ts";
import { kubernetes } from "../../packages/device-providers/src/kubernetes/definition.ts";
import { createKubernetesProvider } from "../../packages/device-providers/src/kubernetes/kubernetes-provider.ts";
import { podNames } from "../../packages/device-providers/src/kubernetes/pod.ts";
import { readSettings } from "../../packages/device-providers/src/provider-definition.ts";
import { readConfig } from "../../packages/server/src/config.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";
import type { OpenProvider } from "./open-provider.ts";

const CALL_TIMEOUT_MS = 10_000;

export const openKubernetes: OpenProvider = async (environment, template) => {
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: "kubernetes" });
  const settings = readSettings(kubernetes, environment);
  const installId = randomUUID();
  const { deviceEgress: egress, deviceStorageMb: storageMb, deviceClock: clock } = config;
  const { address, namespace } = settings;
  const provider = createKubernetesProvider({ ...settings, installId, egress, clock, storageMb, log: CHECK_LOG });
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
