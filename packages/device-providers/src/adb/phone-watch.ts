import { setTimeout as sleep } from "node:timers/promises";
import { cutText } from "@terrarium/bounds/cut-text";
import { listAttachedDevices } from "@terrarium/device-control/adb/adb-server";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { createLimiter } from "@terrarium/platform/base/limiter";
import { storableText } from "@terrarium/platform/base/storable";
import type { FastifyBaseLogger } from "fastify";
import { claimCleaning } from "./cleaning-claim.ts";
import { readFacts } from "./phone-facts.ts";
import type { PhoneKeys } from "./phone-keys.ts";
import { resetPhone, type ResetSettings, withPhone } from "./phone-reset.ts";
import { readRoute, routeOf } from "./phone-route.ts";
import { OFFLINE_FAILURES, type Phone, type PhoneStore } from "./phone-store.ts";

const CHECKS_AT_ONCE = 8;
const CLEANINGS_AT_ONCE = 4;
const SERVER_TIMEOUT_MS = 5_000;
const DETAIL_CHARS_MAX = 500;

export interface PhonePace {
  /** Pause between two checks of a phone. */
  checkMs: number;
  /** Silence after which a leased phone is lost to its sandbox. A restart takes one or two minutes. */
  lostAfterMs: number;
  /**
   * Duration of a cleaning claim. If a server is killed while it cleans a phone, another server takes over after this
   * time.
   */
  claimMs: number;
}

export const PHONE_PACE: PhonePace = { checkMs: 15_000, lostAfterMs: 180_000, claimMs: 30_000 };

export interface PhoneWatchParts {
  store: PhoneStore;
  /** Adb servers; all their devices are used. */
  servers: readonly DeviceAddress[];
  /** Devices that the server connects to directly. */
  devices: readonly DeviceAddress[];
  keys: PhoneKeys;
  reset: ResetSettings;
  pace: PhonePace;
  /** Called when a sandbox has lost its phone. */
  onLost: (sandboxId: string, detail: string) => void;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
}

export interface PhoneWatch {
  /** Resolves after the first check of all phones. */
  readonly looked: Promise<void>;
  /** Returns whether this server is configured with a phone. */
  has(phone: Phone): boolean;
  /** Starts the cleaning of a phone that was released. */
  cleanSoon(route: string): void;
  stop(): Promise<void>;
}

/**
 * Finds phones, checks each at intervals, and cleans released ones. All servers on a database do so; one server at a
 * time checks or cleans a phone.
 */
export function watchPhones(parts: PhoneWatchParts, clock: () => number = Date.now): PhoneWatch {
  const { store, servers, devices, keys, reset, pace, onLost, log } = parts;
  const stopped = new AbortController();
  const limitChecks = createLimiter(CHECKS_AT_ONCE);
  const limitCleanings = createLimiter(CLEANINGS_AT_ONCE);
  const underWay = new Set<Promise<void>>();
  const direct = devices.map(routeOf);
  const behind = servers.map((server) => `${routeOf(server)}/`);
  const has = ({ route }: Pick<Phone, "route">): boolean =>
    direct.includes(route) || behind.some((prefix) => route.startsWith(prefix));

  async function find(): Promise<void> {
    const found = await Promise.all(
      servers.map(async (server) => {
        try {
          const listed = await withDeadline(SERVER_TIMEOUT_MS, "the adb server", () => listAttachedDevices(server));
          return listed.map(({ serial }) => routeOf({ ...server, serial }));
        } catch (error) {
          log.warn({ err: error, server: routeOf(server) }, "failed to list an ADB server's devices");
          return [];
        }
      }),
    );
    await store.add([...direct, ...found.flat()]);
  }

  async function check({ route, state, cleaningUntil }: Phone): Promise<void> {
    // The server that cleans the phone ends all its processes, and notices if it does not answer.
    if (state === "cleaning" && cleaningUntil > clock()) return;
    const address = readRoute(route);
    if (!address || !(await store.claimCheck(route, clock(), clock() - pace.checkMs))) return;
    try {
      const adbPrivateKeyPem = await keys.privateKeyPemOf(address);
      const facts = await withPhone({ address, adbPrivateKeyPem }, ({ adb }) => readFacts(adb), { offerKey: true });
      await store.answered(route, facts, clock());
    } catch (error) {
      await miss(route, detailOf(error));
    }
  }

  async function miss(route: string, detail: string): Promise<void> {
    const phone = await store.missed(route, detail);
    if (!phone) return;
    if (phone.failures === OFFLINE_FAILURES) log.warn({ route, detail }, "phone not responding");
    const isLost = phone.failures >= OFFLINE_FAILURES && clock() - phone.seenAt >= pace.lostAfterMs;
    if (isLost && phone.sandboxId !== null) onLost(phone.sandboxId, `its phone ${route} does not answer: ${detail}`);
  }

  async function clean(route: string): Promise<void> {
    const address = readRoute(route);
    if (!address || stopped.signal.aborted) return;
    const claim = await claimCleaning(route, { store, claimMs: pace.claimMs, clock, onFailure: tellUnnoted });
    if (!claim) return;
    try {
      const phone = (await store.list()).find((each) => each.route === route);
      const adbPrivateKeyPem = await keys.privateKeyPemOf(address);
      const target = { address, adbPrivateKeyPem, signal: claim.signal };
      const baseline = await resetPhone(target, phone?.baseline, reset);
      await store.cleaned(route, await claim.end(), baseline);
      log.info({ route }, "phone ready for its next user");
    } catch (error) {
      const claimedUntil = await claim.end();
      const detail = detailOf(error);
      log.warn({ route, detail }, "failed to clean a phone");
      // After an abort, any server restarts the cleaning when the claim has expired.
      if (!claim.signal.aborted) await store.notCleaned(route, claimedUntil, detail, clock() + pace.checkMs);
    }
  }

  const tellUnnoted = (error: unknown) => log.error({ err: error }, "failed to save a phone's state");

  /** Runs work in the background; `stop()` waits for it. */
  function own(work: Promise<void>): void {
    const owned = work.catch(tellUnnoted).finally(() => underWay.delete(owned));
    underWay.add(owned);
  }

  const cleanSoon = (route: string): void => own(limitCleanings(() => clean(route)));

  async function look(): Promise<void> {
    await find();
    const phones = (await store.list()).filter(has);
    await Promise.all(phones.map((phone) => limitChecks(() => check(phone))));
    for (const { route, state, failures, facts } of (await store.list()).filter(has))
      if (state === "cleaning" && failures === 0 && facts) cleanSoon(route);
  }

  const looked = Promise.withResolvers<void>();
  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, "failed to check phones"));
      looked.resolve();
      await sleep(pace.checkMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  }
  const running = run();

  return {
    looked: looked.promise,
    has,
    cleanSoon,
    async stop() {
      stopped.abort();
      await running;
      await Promise.all(underWay);
    },
  };
}

/** The stored error text. It may come from the phone, so it is made storable and shortened. */
const detailOf = (error: unknown): string =>
  cutText(storableText(error instanceof Error ? error.message : String(error)), DETAIL_CHARS_MAX);
