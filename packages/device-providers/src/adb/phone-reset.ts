import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { cutTextStart } from "@terrarium/bounds/cut-text";
import type { AdbConnection } from "@terrarium/device-control/adb/adb-connection";
import { runCommand } from "@terrarium/device-control/adb/commands";
import { connectAdb } from "@terrarium/device-control/adb/connect-adb";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { cleanPhone, readBaseline } from "./phone-cleaning.ts";
import { readFacts } from "./phone-facts.ts";
import { routeOf } from "./phone-route.ts";
import type { Phone, PhoneBaseline } from "./phone-store.ts";

const execute = promisify(execFile);

/** Timeouts of the operator's command, of a cleaning and of a boot. */
const RESET_TIMEOUT_MS = 15 * 60_000;
const CLEANING_TIMEOUT_MS = 10 * 60_000;
const BOOT_TIMEOUT_MS = 5 * 60_000;
const BOOT_POLL_MS = 1_000;
/** Timeout for a restarting phone to disconnect. */
const GONE_TIMEOUT_MS = 30_000;

/** How phones are prepared for their next user. */
export interface ResetSettings {
  /**
   * The operator's program that resets a phone, with the route as its only argument. Undefined: the phone is cleaned
   * instead.
   */
  command: string | undefined;
  /** Whether a phone is restarted after cleaning. */
  reboots: boolean;
}

/**
 * Prepares a phone for its next user. Resolves with the phone's baseline from then on. Rejects with an Error that names
 * the failed step. All work has stopped when it rejects after the target's signal was aborted.
 */
export async function resetPhone(
  target: Target,
  baseline: Phone["baseline"],
  { command, reboots }: ResetSettings,
): Promise<PhoneBaseline> {
  const { address, signal } = target;
  if (command !== undefined) {
    await execute(command, [routeOf(address)], { timeout: RESET_TIMEOUT_MS, signal }).catch((error: Error) => {
      signal?.throwIfAborted();
      throw new Error(`the reset command failed: ${cutTextStart(error.message.trim(), 500)}`, { cause: error });
    });
    await untilBooted(target);
    return withinTime(target, ({ adb }) => readBaseline(adb));
  }
  // The current content may belong to the last user.
  if (baseline === "unreadable")
    throw new Error("its data is unreadable: reset the phone, and delete its row in the table phones");
  const kept = await withinTime(target, async ({ adb }) => {
    const own = baseline ?? (await readBaseline(adb));
    await cleanPhone(adb, own);
    return own;
  });
  if (!reboots) return kept;
  await restart(target);
  await untilBooted(target);
  return kept;
}

/** Restarts a phone. Resolves when the connection ends, or rejects if it does not. */
async function restart(target: Target): Promise<void> {
  await whileConnected(target, {}, async ({ adb, closed }) => {
    const told = runCommand(adb, "svc power reboot || reboot").catch(() => undefined);
    const stays = told.then(() => sleep(GONE_TIMEOUT_MS, undefined, { ref: false }));
    await Promise.race([closed, stays]);
    target.signal?.throwIfAborted();
  });
}

interface Target {
  address: DeviceAddress;
  adbPrivateKeyPem: string;
  /** Aborted when work on the phone must stop. */
  signal?: AbortSignal;
}

/** Runs a cleaning step, which fails at a deadline whatever the phone answers. */
const withinTime = <Result>(target: Target, work: (connection: AdbConnection) => Promise<Result>): Promise<Result> =>
  withDeadline(CLEANING_TIMEOUT_MS, "its cleaning", (late) => {
    const signal = target.signal ? AbortSignal.any([target.signal, late]) : late;
    return withPhone({ ...target, signal }, work);
  });

/** Runs work over a connection of its own. */
export async function withPhone<Result>(
  target: Target,
  work: (connection: AdbConnection) => Promise<Result>,
  options?: Parameters<typeof connectAdb>[1],
): Promise<Result> {
  return whileConnected(target, options, async (connection) => {
    const broken = connection.closed.then((detail) => {
      target.signal?.throwIfAborted();
      throw new Error(detail);
    });
    broken.catch(() => undefined);
    return Promise.race([work(connection), broken]);
  });
}

/** Runs work over a connection of its own. The work itself must detect the connection's end. */
async function whileConnected<Result>(
  target: Target,
  options: Parameters<typeof connectAdb>[1],
  work: (connection: AdbConnection) => Promise<Result>,
): Promise<Result> {
  const { signal } = target;
  const connection = await connectAdb(target, options);
  const stop = () => connection.close();
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    return await work(connection);
  } finally {
    signal?.removeEventListener("abort", stop);
    connection.close();
  }
}

async function untilBooted(target: Target): Promise<void> {
  const deadline = performance.now() + BOOT_TIMEOUT_MS;
  for (;;) {
    try {
      await withPhone(target, ({ adb }) => readFacts(adb));
      return;
    } catch (error) {
      target.signal?.throwIfAborted();
      if (performance.now() > deadline) throw new Error("it did not return", { cause: error });
      await sleep(BOOT_POLL_MS, undefined, { ref: false });
    }
  }
}
