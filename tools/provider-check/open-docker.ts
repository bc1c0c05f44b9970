import { randomUUID } from "node:crypto";
import { z } from "zod";
import { containerNames, INSTALL_LABEL } from "../../packages/device-providers/src/docker/container-names.ts";
import { docker } from "../../packages/device-providers/src/docker/definition.ts";
import { createDockerProvider } from "../../packages/device-providers/src/docker/docker-provider.ts";
import { createEngine, type Engine } from "../../packages/device-providers/src/docker/engine.ts";
import { readSettings } from "../../packages/device-providers/src/provider-definition.ts";
import { AppError } from "../../packages/platform/src/base/app-error.ts";
import { readConfig } from "../../packages/server/src/config.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";
import type { OpenProvider } from "./open-provider.ts";

const NetworkList = z.array(z.object({ Id: z.string() }));

export const openDocker: OpenProvider = async (environment, template) => {
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: "docker" });
  const settings = readSettings(docker, environment);
  const installId = randomUUID();
  const { deviceEgress: egress, deviceStorageMb: storageMb } = config;
  const provider = createDockerProvider({ ...settings, installId, egress, storageMb, log: CHECK_LOG });
  const engine = createEngine({ provider: "docker", address: settings.address });
  const names = containerNames(installId);
  return {
    provider,
    model: findModel(config.templates, "docker", template),
    crash: async (sandboxId) => void (await engine.call("POST", `/containers/${names.ofSandbox(sandboxId)}/kill`)),
    async remove() {
      await provider.close();
      await removeNetworks(engine, installId).catch((error: unknown) => {
        // Without an engine there is none to remove.
        if (!(error instanceof AppError && error.code === "provider_unavailable")) throw error;
      });
      engine.close();
    },
  };
};

async function removeNetworks(engine: Engine, installId: string): Promise<void> {
  const filters = JSON.stringify({ label: [`${INSTALL_LABEL}=${installId}`] });
  const { body } = await engine.call("GET", "/networks", { query: { filters } });
  for (const { Id: id } of NetworkList.parse(body)) await engine.call("DELETE", `/networks/${id}`);
}
