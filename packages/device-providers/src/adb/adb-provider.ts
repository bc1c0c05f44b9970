import { setTimeout as sleep } from "node:timers/promises";
import type { AttachedPhone } from "@terrarium/contract/template";
import { runCommand } from "@terrarium/device-control/adb/commands";
import { wakeScreen } from "@terrarium/device-control/screen/wake-screen";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { FastifyBaseLogger } from "fastify";
import type { CreatedDevice, DeviceModel, DeviceProvider, DeviceSpec, ExitListener } from "../provider.ts";
import { readFacts } from "./phone-facts.ts";
import type { PhoneKeys } from "./phone-keys.ts";
import { type ResetSettings, withPhone } from "./phone-reset.ts";
import { readRoute } from "./phone-route.ts";
import { OFFLINE_FAILURES, type Phone, type PhoneStore } from "./phone-store.ts";
import { PHONE_PACE, type PhonePace, watchPhones } from "./phone-watch.ts";

/** Longest wait of a sandbox for a phone that is still being cleaned. */
const WAIT_TIMEOUT_MS = 60_000;
const WAIT_POLL_MS = 200;
/** Beyond these limits a phone is not leased until it has recovered. */
const LEAST_BATTERY_PERCENT = 5;
const HIGHEST_TEMPERATURE_C = 50;

export interface AdbProviderOptions {
  store: PhoneStore;
  /** Adb servers; all their devices are used. */
  servers: readonly DeviceAddress[];
  /** Devices that the server connects to directly. */
  devices: readonly DeviceAddress[];
  keys: PhoneKeys;
  /** Phones that templates name; other templates do not use them. */
  named: readonly string[];
  reset: ResetSettings;
  pace?: PhonePace;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
}

/**
 * Leases attached phones, real ones and emulators, to one sandbox at a time. Their state and leases are stored in the
 * database and shared by all servers on it.
 */
export function createAdbProvider(options: AdbProviderOptions, clock: () => number = Date.now): DeviceProvider {
  const { store, keys, named, pace = PHONE_PACE } = options;
  const listeners: ExitListener[] = [];
  const watch = watchPhones(
    { ...options, pace, onLost: (...lost) => listeners.forEach((tell) => tell(...lost, "its phone does not answer")) },
    clock,
  );

  /** Returns the phones of a template: the phones it names, or all phones that no template names. */
  async function phonesOf({ phones: own }: Pick<DeviceModel, "phones">): Promise<Phone[]> {
    const isOf = ({ route }: Phone) =>
      own ? own.some((name) => isNamed(route, name)) : !named.some((name) => isNamed(route, name));
    return (await store.list()).filter((phone) => watch.has(phone) && isOf(phone));
  }

  /** Leases a phone; waits while one of the phones is being cleaned. */
  async function lease(spec: DeviceSpec, isWanted: () => boolean): Promise<Phone> {
    const deadline = performance.now() + WAIT_TIMEOUT_MS;
    for (;;) {
      if (!isWanted()) throw new Error("it was destroyed while it started");
      const phones = await phonesOf(spec);
      for (const { route } of phones.filter(isFree)) {
        const leased = await store.lease(route, spec.sandboxId, clock());
        if (leased) return leased;
      }
      const why = whyNone(phones);
      if (why !== undefined) throw new Error(why);
      if (performance.now() > deadline) throw new Error("its phone was not clean in time");
      await sleep(WAIT_POLL_MS);
    }
  }

  /**
   * Turns the screen on and keeps it on while the phone is charging. Rotation or size of the screen may have changed
   * meanwhile.
   */
  async function prepare({ route }: Phone): Promise<CreatedDevice> {
    const address = readRoute(route);
    if (!address) throw new Error(`"${route}" is no route to a phone`);
    const adbPrivateKeyPem = await keys.privateKeyPemOf(address);
    const { widthPx, heightPx, release } = await withPhone({ address, adbPrivateKeyPem }, async ({ adb }) => {
      await wakeScreen(adb);
      await runCommand(adb, "svc power stayon true");
      return readFacts(adb);
    });
    return { address, screen: { widthPx, heightPx }, osVersion: release, adbPrivateKeyPem };
  }

  const making = new Map<string, { isDestroyed: boolean; startedAt: number }>();

  async function release(sandboxId: string): Promise<void> {
    const route = await store.release(sandboxId);
    if (route !== undefined) watch.cleanSoon(route);
  }

  return {
    name: "adb",
    shared: true,
    stops: "an attached phone that is let go of is the next one's, cleaned",
    requireRoom: async () => undefined,

    async missingFor(model) {
      await watch.looked;
      const phones = await phonesOf(model);
      const why = phones.some(isFree) ? undefined : whyNone(phones);
      return why === undefined ? [] : [why];
    },

    phonesOf: async (model) => (await phonesOf(model)).map(toAttached),

    async create(spec) {
      const { sandboxId } = spec;
      const made = { isDestroyed: false, startedAt: clock() };
      making.set(sandboxId, made);
      try {
        await watch.looked;
        const phone = await lease(spec, () => !made.isDestroyed);
        const device = await prepare(phone);
        if ((await store.ofSandbox(sandboxId))?.route !== phone.route)
          throw new Error("it was destroyed while it started");
        return device;
      } catch (error) {
        await release(sandboxId);
        throw error;
      } finally {
        making.delete(sandboxId);
      }
    },

    async inspect(sandboxId) {
      const phone = await store.ofSandbox(sandboxId);
      if (!phone) return { state: "gone", detail: "it has no phone" };
      const address = readRoute(phone.route);
      const isLost = phone.failures >= OFFLINE_FAILURES && clock() - phone.seenAt >= pace.lostAfterMs;
      if (isLost || !address) return { state: "gone", detail: phone.detail ?? "its phone does not answer" };
      return { state: "running", address };
    },

    async destroy(sandboxId) {
      const made = making.get(sandboxId);
      if (made) made.isDestroyed = true;
      await release(sandboxId);
    },

    async list() {
      const leased = (await store.list()).flatMap(({ sandboxId, leasedAt }) =>
        sandboxId === null ? [] : [{ sandboxId, startedAt: leasedAt }],
      );
      // Sandboxes that still wait for a phone.
      const waiting = [...making].map(([sandboxId, { startedAt }]) => ({ sandboxId, startedAt }));
      return [...leased, ...waiting.filter((one) => !leased.some(({ sandboxId }) => sandboxId === one.sandboxId))];
    },

    onExit: (listener) => void listeners.push(listener),

    close: () => watch.stop(),
  };
}

/** Templates name a phone by its route, or behind an adb server by its serial alone. */
const isNamed = (route: string, name: string): boolean => route === name || route.endsWith(`/${name}`);

const isOnline = ({ failures, facts }: Phone): boolean => failures < OFFLINE_FAILURES && facts !== undefined;

function isFit({ facts }: Phone): boolean {
  const { batteryPercent = 100, temperatureC = 0 } = facts ?? {};
  return batteryPercent >= LEAST_BATTERY_PERCENT && temperatureC <= HIGHEST_TEMPERATURE_C;
}

const isFree = (phone: Phone): boolean => phone.state === "free" && isOnline(phone) && isFit(phone);

const STATES = { free: "free", leased: "in use", cleaning: "cleaning", quarantined: "set aside" } as const;

function toAttached(phone: Phone): AttachedPhone {
  const { model = "Phone", batteryPercent, temperatureC } = phone.facts ?? {};
  return {
    model,
    state: isOnline(phone) ? STATES[phone.state] : "offline",
    ...(batteryPercent !== undefined && { batteryPercent }),
    ...(temperatureC !== undefined && { temperatureC }),
  };
}

/** Returns why none of the phones can be leased; undefined if one is free or soon will be. */
function whyNone(phones: readonly Phone[]): string | undefined {
  const isComing = ({ state, failures }: Phone) => state === "cleaning" && failures < OFFLINE_FAILURES;
  if (phones.some((phone) => isFree(phone) || isComing(phone))) return undefined;
  if (phones.length === 0) return "none of its phones is attached";
  const count = (state: Phone["state"]) => phones.filter((phone) => phone.state === state).length;
  const parts = [
    [count("leased"), "in use"],
    [count("quarantined"), "quarantined after failed cleaning"],
    [count("free") + count("cleaning"), "offline, empty or too hot"],
  ] as const;
  const words = parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  return `none of its ${phones.length} phones is free: ${words.join(", ")}`;
}
