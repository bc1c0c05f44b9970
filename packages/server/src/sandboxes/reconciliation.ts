import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import type { DeviceProviders } from "@terrarium/device-providers/device-providers";
import type { DeviceProvider } from "@terrarium/device-providers/provider";
import type { Peers } from "@terrarium/platform/base/peers";
import type { FastifyBaseLogger } from "fastify";
import type { SandboxEnds } from "./ends.ts";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxStops } from "./stops.ts";
import type { BegunSandbox, SandboxStore } from "./store.ts";

/** Grace for devices of a shared provider: they may be newer than this server's view of the database. */
const ORPHAN_GRACE_MS = 60_000;
/** Time after which no server still waits for a device to start. */
const START_GRACE_MS = DEVICE_START_TIMEOUT_MS + 60_000;
/** Time that all servers of a provider may be away, as during an upgrade. */
const PROVIDER_GRACE_MS = 5 * 60_000;

interface ReconciliationParts {
  store: Pick<SandboxStore, "find" | "listLive" | "listStranded" | "setAddress">;
  providers: DeviceProviders;
  ends: Pick<SandboxEnds, "end" | "removeDevice">;
  stops: Pick<SandboxStops, "settle">;
  peers: Pick<Peers, "mayBeSeveral" | "isProvidedElsewhere">;
  log: FastifyBaseLogger;
}

export interface Reconciliation {
  /**
   * Runs at the start. A single server first ends sandboxes that it does not start or has no provider for. Then does
   * the same as `sweep`.
   */
  begin: () => Promise<void>;
  /**
   * Adopts running devices. Ends sandboxes that no server starts, or without a device or provider. Removes devices
   * without a sandbox. Skips a provider that cannot answer now; logs the failure, and the recovery at the next call.
   * `anew`: checks every sandbox, not only those with unlisted devices, because another server that managed some may be
   * gone.
   */
  sweep: (anew?: boolean) => Promise<void>;
}

/** Creates the reconciliation of records and devices after any failure of either. */
export function createReconciliation(
  { store, providers, ends, stops, peers, log }: ReconciliationParts,
  clock: () => number,
): Reconciliation {
  /** Providers with all running sandboxes checked. */
  const adopted = new Set<DeviceProvider>();
  const failing = new Set<DeviceProvider>();
  /** By provider name: the time since no server offers a provider with running sandboxes. */
  let missingSince: ReadonlyMap<string, number> = new Map();

  /** An end that cannot be recorded now, as on a full disk, does not block the server's start. */
  const end: typeof ends.end = (sandbox, ...how) =>
    ends
      .end(sandbox, ...how)
      .catch((error: unknown) =>
        log.error({ err: error, sandboxId: sandbox.id }, "failed to record a sandbox's end; retrying"),
      );

  /**
   * Skips a sandbox that was stopped or started since the check: it has another device then. A sandbox past its lifetime
   * has expired: on a full disk, a server ends the device but cannot record the end.
   */
  async function endGone(sandbox: SandboxRecord, detail: string): Promise<void> {
    const now = await store.find(sandbox.id);
    if (now?.state !== sandbox.state || now.updatedAt !== sandbox.updatedAt) return;
    log.warn({ sandboxId: sandbox.id, detail }, "device gone");
    const { state, updatedAt, expiresAt } = sandbox;
    const reason = state === "running" && expiresAt <= clock() ? "expiry" : "crash";
    await end(sandbox, reason, { meteredUntil: "lastSeen", onlyIf: { states: [state], updatedAt } });
  }

  async function adopt(provider: DeviceProvider, sandbox: SandboxRecord): Promise<void> {
    const device = await provider.inspect(sandbox.id);
    if (device.state === "gone") return endGone(sandbox, device.detail);
    await store.setAddress(sandbox, device.address);
    log.info({ sandboxId: sandbox.id, port: device.address.port }, "device adopted");
  }

  async function sweepProvider(provider: DeviceProvider): Promise<void> {
    const begunAt = clock();
    // Lists devices first: a device created meanwhile already has its record.
    const devices = await provider.list();
    const live = await store.listLive();
    const listed = new Set(devices.map((device) => device.sandboxId));
    const running = live.filter((sandbox) => sandbox.provider === provider.name && sandbox.state === "running");
    const unsure = adopted.has(provider) ? running.filter((sandbox) => !listed.has(sandbox.id)) : running;
    // An unreadable sandbox must not hide the others.
    const looks = await Promise.allSettled(unsure.map((sandbox) => adopt(provider, sandbox)));
    const stopped = live.filter((sandbox) => sandbox.provider === provider.name && sandbox.state === "stopped");
    // A sandbox stopped since the listing may also have been created since.
    const lost = stopped.filter(({ id, updatedAt }) => updatedAt < begunAt && !listed.has(id));
    await Promise.all(lost.map((sandbox) => endGone(sandbox, "its stored data is gone")));

    const ids = new Set(live.map((sandbox) => sandbox.id));
    const isOld = (startedAt: number) => !provider.shared || startedAt < clock() - ORPHAN_GRACE_MS;
    const orphans = devices.filter(({ sandboxId, startedAt }) => !ids.has(sandboxId) && isOld(startedAt));
    for (const { sandboxId } of orphans) log.warn({ sandboxId }, "removing a device without a sandbox");
    await Promise.all(orphans.map(({ sandboxId }) => ends.removeDevice({ id: sandboxId, provider: provider.name })));
    const failed = looks.find((look) => look.status === "rejected");
    if (failed) throw failed.reason;
    adopted.add(provider);
  }

  /**
   * Settles a sandbox after its start or stop was abandoned. A stopped sandbox's data survives the server that started
   * it.
   */
  async function endBegun(sandbox: BegunSandbox): Promise<void> {
    if (sandbox.state === "starting") return end(sandbox, "start_failed", { onlyIf: { states: ["starting"] } });
    await stops
      .settle(sandbox)
      .catch((error: unknown) => log.error({ err: error, sandboxId: sandbox.id }, "failed to stop a device; retrying"));
  }

  /** Settles sandboxes of a server that ended while it started or stopped them. */
  async function endStranded(): Promise<void> {
    // A single server found them at its start.
    if (!peers.mayBeSeveral) return;
    const stranded = await store.listStranded(clock() - START_GRACE_MS);
    await Promise.all(stranded.map(endBegun));
  }

  /** Ends sandboxes of providers that no server offers: they are unreachable, and their team pays for them. */
  async function endUnprovided(): Promise<void> {
    const live = await store.listLive();
    const strange = live.filter(({ state, provider }) => state === "running" && !providers.find(provider));
    const since = new Map<string, number>();
    for (const name of new Set(strange.map(({ provider }) => provider)))
      if (!(await peers.isProvidedElsewhere(name))) since.set(name, missingSince.get(name) ?? clock());
    missingSince = since;
    const latest = clock() - PROVIDER_GRACE_MS;
    await Promise.all(strange.filter(({ provider }) => (since.get(provider) ?? Infinity) <= latest).map(endLost));
  }

  async function sweep(anew = false): Promise<void> {
    if (anew) {
      adopted.clear();
      // Another server may have been leader meanwhile.
      missingSince = new Map();
    }
    const sweepOne = async (provider: DeviceProvider) => {
      try {
        await sweepProvider(provider);
        if (failing.delete(provider)) log.info({ provider: provider.name }, "the provider lists its devices again");
      } catch (error) {
        if (!failing.has(provider))
          log.error({ err: error, provider: provider.name }, "the provider cannot list its devices; retrying");
        failing.add(provider);
      }
    };
    await Promise.all([endStranded(), endUnprovided(), ...providers.all.map(sweepOne)]);
  }

  /** Ends sandboxes that only a single server can identify as lost. */
  async function endLost(sandbox: SandboxRecord): Promise<void> {
    const { state, provider } = sandbox;
    // The client of a starting sandbox lost its connection to the server that started it.
    if (state === "starting") await end(sandbox, "start_failed");
    else if (!providers.find(provider)) {
      // A stopped sandbox's data waits for its provider.
      if (state === "running") await endGone(sandbox, `the provider ${provider} is not configured any more`);
    } else if (state === "stopping" || state === "resuming") await endBegun(sandbox);
  }

  return {
    async begin() {
      if (!peers.mayBeSeveral) await Promise.all((await store.listLive()).map(endLost));
      await sweep();
    },
    sweep,
  };
}
