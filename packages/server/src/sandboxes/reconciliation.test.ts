import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import { createDeviceProviders } from "@terrarium/device-providers/device-providers";
import type { DeviceProvider, DeviceState, ListedDevice, ProvidedSandbox } from "@terrarium/device-providers/provider";
import { createNoPeers } from "@terrarium/platform/base/peers";
import { pino } from "pino";
import { expect, test } from "vitest";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createReconciliation } from "./reconciliation.ts";
import type { SandboxRecord } from "./sandbox.ts";

const NOW = 1_000_000;
const ADDRESS = { host: "172.30.0.2", port: 5555 };

/** Creates one provider, "docker", with test-defined answers. `elsewhere`: providers of other servers. */
function open(rows: SandboxRecord[], shared = true, mayBeSeveral = false) {
  const told = { devices: [] as ListedDevice[], gone: new Set<string>(), unknown: new Set<string>(), isAway: false };
  const elsewhere = new Set<string>();
  const time = { now: NOW };
  const looks: string[] = [];
  const ends: string[] = [];
  const removed: string[] = [];
  const settled: string[] = [];
  /** Sandboxes changed since all were listed. */
  const changed: SandboxRecord[] = [];
  const provider = {
    name: "docker",
    shared,
    async list() {
      if (told.isAway) throw new Error("no engine");
      return told.devices;
    },
    async inspect(id: string): Promise<DeviceState> {
      looks.push(id);
      if (told.unknown.has(id)) throw new Error("it runs, and has no address");
      return told.gone.has(id) ? { state: "gone", detail: "killed" } : { state: "running", address: ADDRESS };
    },
  } as unknown as DeviceProvider;
  const reconciliation = createReconciliation(
    {
      store: {
        find: async (sandboxId) => [...changed, ...rows].find(({ id }) => id === sandboxId),
        listLive: async () => rows,
        listStranded: async (before) =>
          rows.filter(({ state, updatedAt }) => state === "starting" && updatedAt < before),
        setAddress: async () => {},
      },
      providers: createDeviceProviders([provider]),
      ends: {
        end: async ({ id }: ProvidedSandbox, reason) => void ends.push(`${id}: ${reason}`),
        removeDevice: async ({ id }: ProvidedSandbox) => void removed.push(id),
      },
      stops: { settle: async ({ id }: ProvidedSandbox) => void settled.push(id) },
      peers: { ...createNoPeers(), mayBeSeveral, isProvidedElsewhere: async (name) => elsewhere.has(name) },
      log: pino({ level: "silent" }),
    },
    () => time.now,
  );
  return { ...reconciliation, told, elsewhere, time, looks, ends, removed, settled, changed };
}

const row = (id: string, state: SandboxRecord["state"] = "running", provider = "docker"): SandboxRecord => ({
  ...newSandbox(id, { createdAt: NOW - 1, updatedAt: NOW - 1, expiresAt: NOW + 86_400_000 }),
  state,
  provider,
  endedAt: null,
  endReason: null,
});
const listed = (...ids: string[]): ListedDevice[] => ids.map((sandboxId) => ({ sandboxId, startedAt: 0 }));

test("checks all sandboxes at start, later only unlisted devices", async () => {
  const { begin, sweep, told, looks, ends } = open([row("sbx_1"), row("sbx_2")]);
  told.devices = listed("sbx_1", "sbx_2");
  await begin();
  expect(looks).toEqual(["sbx_1", "sbx_2"]);
  told.devices = listed("sbx_1");
  told.gone.add("sbx_2");
  await sweep();
  expect(looks).toEqual(["sbx_1", "sbx_2", "sbx_2"]);
  expect(ends).toEqual(["sbx_2: crash"]);
});

test("keeps an unavailable engine's sandboxes and checks them later", async () => {
  const { begin, sweep, told, looks, ends } = open([row("sbx_1"), row("sbx_2", "starting")]);
  told.isAway = true;
  await begin();
  await sweep();
  // The server that started it is gone, whatever the engine reports.
  expect(ends).toEqual(["sbx_2: start_failed"]);
  told.isAway = false;
  told.gone.add("sbx_1");
  await sweep();
  expect(looks).toEqual(["sbx_1"]);
  expect(ends).toEqual(["sbx_2: start_failed", "sbx_1: crash"]);
});

test("an unreadable sandbox stays and blocks no other", async () => {
  const { begin, sweep, told, looks, ends, removed } = open([row("sbx_1"), row("sbx_2")]);
  told.devices = listed("sbx_1", "sbx_2", "sbx_orphan");
  told.unknown.add("sbx_1");
  told.gone.add("sbx_2");
  await begin();
  expect([ends, removed]).toEqual([["sbx_2: crash"], ["sbx_orphan"]]);
  looks.length = 0;
  await sweep();
  expect(looks).toContain("sbx_1");
  expect(ends).not.toContain("sbx_1: crash");
});

test("ignores starting sandboxes after the server's start", async () => {
  const { sweep, ends, looks } = open([row("sbx_1", "starting")]);
  await sweep();
  expect([ends, looks]).toEqual([[], []]);
});

test("removes orphaned devices, of shared providers after a minute", async () => {
  const young = { sandboxId: "sbx_young", startedAt: NOW - 59_000 };
  const old = { sandboxId: "sbx_old", startedAt: NOW - 61_000 };
  for (const [shared, expected] of [
    [true, ["sbx_old"]],
    [false, ["sbx_young", "sbx_old"]],
  ] as const) {
    const { sweep, told, removed } = open([row("sbx_1")], shared);
    told.devices = [...listed("sbx_1"), young, old];
    await sweep();
    expect(removed).toEqual(expected);
  }
});

test("ends sandboxes of a removed provider", async () => {
  const { begin, ends, looks } = open([row("sbx_1", "running", "kubernetes")]);
  await begin();
  expect([ends, looks]).toEqual([["sbx_1: crash"], []]);
});

test("the leader ends sandboxes of a provider missing for five minutes", async () => {
  const rows = [row("sbx_1", "running", "kubernetes"), row("sbx_2", "stopped", "kubernetes"), row("sbx_3")];
  const { begin, sweep, told, elsewhere, time, ends } = open(rows, true, true);
  told.devices = listed("sbx_3");
  elsewhere.add("kubernetes");
  await begin();
  const sweepLater = async (ms: number) => {
    time.now += ms;
    await sweep();
  };
  // As during an upgrade, when the last old server still offers it.
  await sweepLater(3_600_000);
  elsewhere.clear();
  await sweepLater(60_000);
  await sweepLater(299_000);
  elsewhere.add("kubernetes");
  await sweepLater(60_000);
  elsewhere.clear();
  await sweepLater(60_000);
  await sweepLater(299_999);
  expect(ends).toEqual([]);
  await sweepLater(1);
  expect(ends).toEqual(["sbx_1: crash"]);
});

test("a new leader restarts the time of a missing provider", async () => {
  const { begin, sweep, time, ends } = open([row("sbx_1", "running", "kubernetes")], true, true);
  await begin();
  time.now += 3_600_000;
  await sweep(true);
  expect(ends).toEqual([]);
  time.now += 300_000;
  await sweep();
  expect(ends).toEqual(["sbx_1: crash"]);
});

test("ends another server's start only after the start timeout", async () => {
  const lost = { ...row("sbx_lost", "starting"), updatedAt: NOW - DEVICE_START_TIMEOUT_MS - 60_001 };
  const { begin, ends } = open([row("sbx_other", "starting"), lost], true, true);
  await begin();
  expect(ends).toEqual(["sbx_lost: start_failed"]);
});

test("settles interrupted stops and starts as stopped", async () => {
  const rows = [row("sbx_a", "stopping"), row("sbx_b", "resuming"), row("sbx_c", "stopped"), row("sbx_d", "stopped")];
  const { begin, told, ends, removed, settled } = open(rows, false);
  told.devices = listed("sbx_a", "sbx_b", "sbx_c");
  await begin();
  expect(settled).toEqual(["sbx_a", "sbx_b"]);
  expect(ends).toEqual(["sbx_d: crash"]);
  expect(removed).toEqual([]);
});

test("stopped sandboxes wait for an unconfigured provider", async () => {
  const { begin, ends } = open([row("sbx_a", "stopped", "other"), row("sbx_b", "running", "other")]);
  await begin();
  expect(ends).toEqual(["sbx_b: crash"]);
});

test("does not end a sandbox restarted during the check", async () => {
  const { begin, told, ends, changed } = open([row("sbx_a"), row("sbx_b"), row("sbx_c")]);
  for (const id of ["sbx_a", "sbx_b", "sbx_c"]) told.gone.add(id);
  changed.push(row("sbx_a", "stopping"), { ...row("sbx_b"), updatedAt: NOW });
  await begin();
  expect(ends).toEqual(["sbx_c: crash"]);
});

test("keeps the data of a sandbox created and stopped during listing", async () => {
  const { sweep, ends } = open([{ ...row("sbx_a", "stopped"), updatedAt: NOW }, row("sbx_b", "stopped")]);
  await sweep();
  expect(ends).toEqual(["sbx_b: crash"]);
});
