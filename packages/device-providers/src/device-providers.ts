import { setTimeout as sleep } from "node:timers/promises";
import type { AttachedPhone } from "@terrarium/contract/template";
import { AppError } from "@terrarium/platform/base/app-error";
import type { DeviceModel, DeviceProvider, ProvidedSandbox } from "./provider.ts";

/** Longest wait for an unresponsive engine while templates are listed. */
const MISSING_TIMEOUT_MS = 2_000;

const NOT_CONFIGURED = "it is not configured";

/** The providers that this server is configured with, by name. */
export interface DeviceProviders {
  readonly all: readonly DeviceProvider[];
  /** Returns a provider; undefined if it is no longer configured. */
  find(name: string): DeviceProvider | undefined;
  /** Returns a provider. Throws provider_unavailable if it is not configured. */
  require(name: string): DeviceProvider;
  /** Rejects while no provider has room for another device. */
  requireRoom(): Promise<void>;
  /**
   * Resolves with the reasons why the template cannot start a sandbox now, in sentences without a capital. Empty if
   * nothing is known to be missing or the check times out.
   */
  missingFor(template: { provider: string; model: DeviceModel }): Promise<readonly string[]>;
  /** Resolves with the attached phones of a template; undefined if its devices are not phones. */
  phonesOf(template: { provider: string; model: DeviceModel }): Promise<readonly AttachedPhone[] | undefined>;
  /**
   * Destroys a sandbox's device. If the provider is not configured, it finds and removes the device when it is
   * configured again.
   */
  destroy(sandbox: ProvidedSandbox): Promise<void>;
}

export function createDeviceProviders(all: readonly DeviceProvider[]): DeviceProviders {
  const find = (name: string) => all.find((provider) => provider.name === name);
  return {
    all,
    find,
    require(name) {
      const provider = find(name);
      if (!provider) throw new AppError("provider_unavailable", { provider: name, detail: NOT_CONFIGURED });
      return provider;
    },
    requireRoom: () => Promise.any(all.map((provider) => provider.requireRoom())),
    async missingFor({ provider: name, model }) {
      const provider = find(name);
      if (!provider) return [NOT_CONFIGURED];
      const missing = provider.missingFor?.(model).catch((error: unknown) => [wordsOf(error)]);
      const inTime = new AbortController();
      const late = sleep(MISSING_TIMEOUT_MS, [], { signal: inTime.signal }).catch(() => []);
      try {
        return await Promise.race([missing ?? [], late]);
      } finally {
        inTime.abort();
      }
    },
    phonesOf: async ({ provider, model }) => find(provider)?.phonesOf?.(model),
    destroy: async ({ id, provider }) => find(provider)?.destroy(id),
  };
}

function wordsOf(error: unknown): string {
  if (error instanceof AppError && error.context.detail !== undefined) return String(error.context.detail);
  return error instanceof Error ? error.message : String(error);
}
