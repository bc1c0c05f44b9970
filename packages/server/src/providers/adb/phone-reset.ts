import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DeviceAddress } from "../../base/device-address.ts";
import { type AdbConnection, connectAdb } from "../../devices/adb-connection.ts";
import { runCommand } from "../../devices/commands.ts";
import { cleanPhone, readBaseline } from "./phone-cleaning.ts";
import { readFacts } from "./phone-facts.ts";
import { routeOf } from "./phone-route.ts";
import type { PhoneBaseline } from "./phone-store.ts";

const execute = promisify(execFile);

/** How long the operator's command may take, and a phone to boot. */
const RESET_TIMEOUT_MS = 15 * 60_000;
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
 * what did not work.
 */
export async function resetPhone(
  address: DeviceAddress,
  adbPrivateKeyPem: string,
  baseline: PhoneBaseline | undefined,
  { command, reboots }: ResetSettings,
): Promise<PhoneBaseline> {
  const target = { address, adbPrivateKeyPem };
  if (command !== undefined) {
    await execute(command, [routeOf(address)], { timeout: RESET_TIMEOUT_MS }).catch((error: Error) => {
      throw new Error(`the reset command failed: ${error.message.trim().slice(-500)}`, { cause: error });
    });
    await untilBooted(target);
    return withPhone(target, ({ adb }) => readBaseline(adb));
  }
  const kept = await withPhone(target, async ({ adb }) => {
    const own = baseline ?? (await readBaseline(adb));
    await cleanPhone(adb, own);
    return own;
  });
  if (!reboots) return kept;
  await withPhone(target, async ({ adb, closed }) => {
    await runCommand(adb, "svc power reboot || reboot").catch(() => undefined);
    await Promise.race([closed, sleep(GONE_TIMEOUT_MS, undefined, { ref: false })]);
  });
  await untilBooted(target);
  return kept;
}

interface Target {
  address: DeviceAddress;
  adbPrivateKeyPem: string;
}

/** Does some work over a connection of its own. */
export async function withPhone<Result>(
  target: Target,
  work: (connection: AdbConnection) => Promise<Result>,
  options?: Parameters<typeof connectAdb>[1],
): Promise<Result> {
  const connection = await connectAdb(target, options);
  const broken = connection.closed.then((detail) => Promise.reject(new Error(detail)));
  broken.catch(() => undefined);
  try {
    return await Promise.race([work(connection), broken]);
  } finally {
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
      if (performance.now() > deadline) throw new Error("it did not come back", { cause: error });
      await sleep(BOOT_POLL_MS, undefined, { ref: false });
    }
  }
}
