import { clusterProviders } from "@terrarium/device-providers/testing/cluster-provider";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";

const { startCluster } = clusterProviders();

test("stops a server that requires missing Sandbox objects", async () => {
  const { cluster, options } = await startCluster("auto");
  onTestFinished(() => cluster.stop());
  const start = startTestApp({
    TERRARIUM_PROVIDERS: "kubernetes",
    KUBECONFIG: options.address.kubeconfig,
    TERRARIUM_KUBERNETES_NAMESPACE: options.namespace,
    TERRARIUM_KUBERNETES_OBJECTS: "agent-sandbox",
  });
  const words = "TERRARIUM_KUBERNETES_OBJECTS is agent-sandbox, but its cluster has no agent-sandbox";
  await expect(start).rejects.toThrow(new ConfigError(words));
});
