import { setTimeout as sleep } from "node:timers/promises";
import type { AttachedPhone } from "@terrarium/contract/template";
import { AppError } from "../base/app-error.ts";
import type { DeviceModel, DeviceProvider, ProvidedSandbox } from "./provider.ts";

/** Of those who list templates, nobody waits longer for an engine that does not answer. */
const MISSING_TIMEOUT_MS = 2_000;

const NOT_CONFIGURED = "it is not configured";

/** The providers that this server was configured with, by name. */
export interface DeviceProviders {
  readonly all: readonly DeviceProvider[];
  /** undefined if it is not configured any more. */
  find(name: string): DeviceProvider | undefined;
  /** Throws provider_unavailable if it is not configured. */
  require(name: string): DeviceProvider;
  /** Rejects while none of them has room for one more device. */
  requireRoom(): Promise<void>;
  /**
   * Why no sandbox can be made of a template now, in sentences that begin small; empty if nothing is known to be missing,
   * or it cannot be found out in time.
   */
  missingFor(template: { provider: string; model: DeviceModel }): Promise<readonly string[]>;
  /** The phones that are attached for a template; undefined if its devices are none. */
  phonesOf(template: { provider: string; model: DeviceModel }): Promise<readonly AttachedPhone[] | undefined>;
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
