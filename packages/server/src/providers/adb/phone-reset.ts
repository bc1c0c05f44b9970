import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { cutTextStart } from "@terrarium/adb/cut-text";
import { withDeadline } from "../../base/deadline.ts";
import type { DeviceAddress } from "../../base/device-address.ts";
import { type AdbConnection, connectAdb } from "../../devices/adb-connection.ts";
import { runCommand } from "../../devices/commands.ts";
import { cleanPhone, readBaseline } from "./phone-cleaning.ts";
import { readFacts } from "./phone-facts.ts";
import { routeOf } from "./phone-route.ts";
import type { Phone, PhoneBaseline } from "./phone-store.ts";

const execute = promisify(execFile);

/** How long the operator's command may take, a cleaning, and a phone to boot. */
const RESET_TIMEOUT_MS = 15 * 60_000;
const CLEANING_TIMEOUT_MS = 10 * 60_000;
const BOOT_TIMEOUT_MS = 5 * 60_000;
const BOOT_POLL_MS = 1_000;
/** A phone that is told to restart is gone after a moment. */
const GONE_TIMEOUT_MS = 30_000;

/** How a phone is made fit for its next user. */
export interface ResetSettings {
  /** A program of the operator's that resets the phone, whose route it gets as its one argument; undefined: it is cleaned. */
  command: string | undefined;
  /** Whether it is restarted after it was cleaned. */
  reboots: boolean;
}

/**
 * Makes a phone fit for its next user; resolves with what belongs to it from then on. Rejects with an Error that says
 * what did not work; when the target's signal is aborted it has stopped.
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
  // What it has now may be its last user's.
  if (baseline === "unreadable")
    throw new Error("what belongs to it cannot be read any more: reset it, and delete its row in the table phones");
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

/** Tells a phone to restart; resolves when it is gone, which ends the connection, or does not go. */
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
  /** Aborted when it is not to be worked on any more. */
  signal?: AbortSignal;
}

/** Does a cleaning's work, which ends at a deadline whatever the phone answers. */
const withinTime = <Result>(target: Target, work: (connection: AdbConnection) => Promise<Result>): Promise<Result> =>
  withDeadline(CLEANING_TIMEOUT_MS, "its cleaning", (late) => {
    const signal = target.signal ? AbortSignal.any([target.signal, late]) : late;
    return withPhone({ ...target, signal }, work);
  });

/** Does some work over a connection of its own. */
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

/** The same with a connection that may end meanwhile, which the work itself is to see. */
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
      if (performance.now() > deadline) throw new Error("it did not come back", { cause: error });
      await sleep(BOOT_POLL_MS, undefined, { ref: false });
    }
  }
}
