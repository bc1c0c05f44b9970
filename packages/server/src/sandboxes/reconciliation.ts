import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import type { FastifyBaseLogger } from "fastify";
import type { Peers } from "../base/peers.ts";
import type { DeviceProviders } from "../providers/device-providers.ts";
import type { DeviceProvider } from "../providers/provider.ts";
import type { SandboxEnds } from "./ends.ts";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxStops } from "./stops.ts";
import type { BegunSandbox, SandboxStore } from "./store.ts";

/** A device of a shared provider may be younger than what this server's database tells of it. */
const ORPHAN_GRACE_MS = 60_000;
/** Nobody waits any longer for a device to start. */
const START_GRACE_MS = DEVICE_START_TIMEOUT_MS + 60_000;
/** For so long all servers that have a provider may be away, as while they are replaced. */
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
  /** At the start: ends what a server that is alone neither starts nor has a provider for, then does as `sweep`. */
  begin: () => Promise<void>;
  /**
   * Adopts devices that still run, ends sandboxes that nobody starts any more, whose device is gone or whose provider no
   * server has, and removes devices without a sandbox. What a provider cannot tell now is left as it is; the failure is logged, and told of by the next
   * call if it is over. `anew`: every sandbox is looked at, not only those whose device is not listed, since another server
   * that looked after some may be gone.
   */
  sweep: (anew?: boolean) => Promise<void>;
}

/** Brings records and devices together again, whatever either of them went through. */
export function createReconciliation(
  { store, providers, ends, stops, peers, log }: ReconciliationParts,
  clock: () => number,
): Reconciliation {
  /** Providers of which every running sandbox was looked at. */
  const adopted = new Set<DeviceProvider>();
  const failing = new Set<DeviceProvider>();
  /** Since when no server has a provider of which sandboxes run, by its name. */
  let missingSince: ReadonlyMap<string, number> = new Map();

  /** An end that cannot be recorded now, as on a full disk, does not keep the server from starting. */
  const end: typeof ends.end = (sandbox, ...how) =>
    ends
      .end(sandbox, ...how)
      .catch((error: unknown) =>
        log.error({ err: error, sandboxId: sandbox.id }, "the end of a sandbox could not be recorded; trying again"),
      );

  /** Unless it was stopped or started again since it was looked at: its device is another then. */
  async function endGone(sandbox: SandboxRecord, detail: string): Promise<void> {
    const now = await store.find(sandbox.id);
    if (now?.state !== sandbox.state || now.updatedAt !== sandbox.updatedAt) return;
    log.warn({ sandboxId: sandbox.id, detail }, "device gone");
    const { state, updatedAt } = sandbox;
    await end(sandbox, "crash", { meteredUntil: "lastSeen", onlyIf: { states: [state], updatedAt } });
  }

  async function adopt(provider: DeviceProvider, sandbox: SandboxRecord): Promise<void> {
    const device = await provider.inspect(sandbox.id);
    if (device.state === "gone") return endGone(sandbox, device.detail);
    await store.setAddress(sandbox, device.address);
    log.info({ sandboxId: sandbox.id, port: device.address.port }, "device adopted");
  }

  async function sweepProvider(provider: DeviceProvider): Promise<void> {
    const begunAt = clock();
    // Devices first: one that is made meanwhile has its record before.
    const devices = await provider.list();
    const live = await store.listLive();
    const listed = new Set(devices.map((device) => device.sandboxId));
    const running = live.filter((sandbox) => sandbox.provider === provider.name && sandbox.state === "running");
    const unsure = adopted.has(provider) ? running.filter((sandbox) => !listed.has(sandbox.id)) : running;
    // One of which nothing can be told now hides no other.
    const looks = await Promise.allSettled(unsure.map((sandbox) => adopt(provider, sandbox)));
    const stopped = live.filter((sandbox) => sandbox.provider === provider.name && sandbox.state === "stopped");
    // One that was stopped since the devices were listed may have been made since.
    const lost = stopped.filter(({ id, updatedAt }) => updatedAt < begunAt && !listed.has(id));
    await Promise.all(lost.map((sandbox) => endGone(sandbox, "what it stored is gone")));

    const ids = new Set(live.map((sandbox) => sandbox.id));
    const isOld = (startedAt: number) => !provider.shared || startedAt < clock() - ORPHAN_GRACE_MS;
    const orphans = devices.filter(({ sandboxId, startedAt }) => !ids.has(sandboxId) && isOld(startedAt));
    for (const { sandboxId } of orphans) log.warn({ sandboxId }, "removing a device without a sandbox");
    await Promise.all(orphans.map(({ sandboxId }) => ends.removeDevice({ id: sandboxId, provider: provider.name })));
    const failed = looks.find((look) => look.status === "rejected");
    if (failed) throw failed.reason;
    adopted.add(provider);
  }

  /** One that nobody starts or stops any more. What a stopped one stored is not lost with the server that started it. */
  async function endBegun(sandbox: BegunSandbox): Promise<void> {
    if (sandbox.state === "starting") return end(sandbox, "start_failed", { onlyIf: { states: ["starting"] } });
    await stops
      .settle(sandbox)
      .catch((error: unknown) =>
        log.error({ err: error, sandboxId: sandbox.id }, "a device could not be stopped; trying again"),
      );
  }

  /** Those of a server that ended while it started or stopped them. */
  async function endStranded(): Promise<void> {
    // A server that is alone knew at its start which were.
    if (!peers.mayBeSeveral) return;
    const stranded = await store.listStranded(clock() - START_GRACE_MS);
    await Promise.all(stranded.map(endBegun));
  }

  /** Those of which no server has the provider any more: nobody reaches them, and they cost their team. */
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
      // Another server may have led since.
      missingSince = new Map();
    }
    const sweepOne = async (provider: DeviceProvider) => {
      try {
        await sweepProvider(provider);
        if (failing.delete(provider))
          log.info({ provider: provider.name }, "the provider can tell of its devices again");
      } catch (error) {
        if (!failing.has(provider))
          log.error({ err: error, provider: provider.name }, "the provider cannot tell of its devices; trying again");
        failing.add(provider);
      }
    };
    await Promise.all([endStranded(), endUnprovided(), ...providers.all.map(sweepOne)]);
  }

  /** Ends what only a server that is alone knows to be lost. */
  async function endLost(sandbox: SandboxRecord): Promise<void> {
    const { state, provider } = sandbox;
    // Whoever waited for a starting one lost its connection to the server that was starting it.
    if (state === "starting") await end(sandbox, "start_failed");
    else if (!providers.find(provider)) {
      // What a stopped one has waits for its provider.
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
