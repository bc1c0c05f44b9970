import { readOrCreateInstallId } from "@terrarium/platform/db/install-id";
import type { ProviderCheck, ProviderParts } from "../provider-definition.ts";
import { type ClusterAddress, connectCluster } from "./connection.ts";
import { podNames } from "./pod.ts";

const CALL_TIMEOUT_MS = 10_000;

export async function prepareKubernetesCheck(
  { address, namespace }: { address: ClusterAddress; namespace: string },
  { db }: Pick<ProviderParts, "db">,
): Promise<ProviderCheck> {
  const connection = connectCluster(address, CALL_TIMEOUT_MS);
  const names = podNames(await readOrCreateInstallId(db));
  return {
    // The server may not end processes in a Pod.
    crash: async (sandboxId) =>
      void (await connection.api.deleteNamespacedPod({ namespace, name: names.ofSandbox(sandboxId) })),
    remove: async () => connection.close(),
  };
}
