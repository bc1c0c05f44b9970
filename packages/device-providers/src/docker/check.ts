import { AppError } from "@terrarium/platform/base/app-error";
import { readOrCreateInstallId } from "@terrarium/platform/db/install-id";
import { z } from "zod";
import type { ProviderCheck, ProviderParts } from "../provider-definition.ts";
import { containerNames, INSTALL_LABEL } from "./container-names.ts";
import type { EngineAddress } from "./engine-address.ts";
import { createEngine, type Engine } from "./engine.ts";

const NetworkList = z.array(z.object({ Id: z.string() }));

export async function prepareDockerCheck(
  { address }: { address: EngineAddress },
  { db }: Pick<ProviderParts, "db">,
): Promise<ProviderCheck> {
  const engine = createEngine({ provider: "docker", address });
  const installId = await readOrCreateInstallId(db);
  const names = containerNames(installId);
  return {
    crash: async (sandboxId) => void (await engine.call("POST", `/containers/${names.ofSandbox(sandboxId)}/kill`)),
    async remove() {
      await removeNetworks(engine, installId).catch((error: unknown) => {
        // Without an engine there is none to remove.
        if (!(error instanceof AppError && error.code === "provider_unavailable")) throw error;
      });
      engine.close();
    },
  };
}

async function removeNetworks(engine: Engine, installId: string): Promise<void> {
  const filters = JSON.stringify({ label: [`${INSTALL_LABEL}=${installId}`] });
  const { body } = await engine.call("GET", "/networks", { query: { filters } });
  for (const { Id: id } of NetworkList.parse(body)) await engine.call("DELETE", `/networks/${id}`);
}
