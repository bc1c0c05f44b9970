import { AppError } from "../base/app-error.ts";
import type { DeviceProvider, ProvidedSandbox } from "./provider.ts";

/** The providers that this server was configured with, by name. */
export interface DeviceProviders {
  readonly all: readonly DeviceProvider[];
  /** undefined if it is not configured any more. */
  find(name: string): DeviceProvider | undefined;
  /** Throws provider_unavailable if it is not configured. */
  require(name: string): DeviceProvider;
  /** Ends a sandbox's device, if its provider is configured; else that finds it when it is so again. */
  destroy(sandbox: ProvidedSandbox): Promise<void>;
}

export function createDeviceProviders(all: readonly DeviceProvider[]): DeviceProviders {
  const find = (name: string) => all.find((provider) => provider.name === name);
  return {
    all,
    find,
    require(name) {
      const provider = find(name);
      if (!provider) throw new AppError("provider_unavailable", { provider: name, detail: "it is not configured" });
      return provider;
    },
    destroy: async ({ id, provider }) => find(provider)?.destroy(id),
  };
}
