import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { WORKING_DIR } from "@terrarium/contract/limits";
import { boxTypeOf, hasBrowser, hasScreen, kindOf } from "@terrarium/contract/sandbox-kind";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { awaitBrowser } from "@terrarium/device-control/browser/dev-tools";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { answersAdb } from "@terrarium/device-providers/adb-answer";
import { OS_RELEASE, osVersionIn } from "@terrarium/device-providers/linux/os-release";
import type { CreatedDevice, DeviceModel, DeviceProvider } from "@terrarium/device-providers/provider";
import { pino } from "pino";

/** A provider to check, as its own installation: other installations' devices are not touched. */
export interface CheckedProvider {
  provider: DeviceProvider;
  /** Model of the test device. */
  model: DeviceModel;
  /** Ends a device as in a crash, if that is possible from outside. */
  crash?: (sandboxId: string) => Promise<void>;
  /** Closes the provider, and removes what remains beside devices. */
  remove: () => Promise<void>;
}

/** Result of one check. */
export interface CheckLine {
  what: string;
  outcome: "ok" | "failed" | "not tried";
  detail: string;
}

const SANDBOX_ID = "sbx_check";
const FILE_NAME = "terrarium-check";
const FILE_BYTES = 1_048_576;
const EXIT_TOLD_MS = 2_000;
const GONE_MS = 15_000;
/** Time until a phone is free: it is cleaned and may restart first. */
const FREE_AGAIN_MS = 180_000;
const POLL_MS = 100;
const TEXT = "hello";
const FIRST_PICTURE_MS = 15_000;

/**
 * Creates one device, uses it like a user, and ends it. Reports each check. Skips checks that depend on a failed one.
 * Never rejects.
 */
export async function checkProvider(checked: CheckedProvider, tell: (line: CheckLine) => void): Promise<boolean> {
  const { provider, model, crash } = checked;
  const sessions = createDeviceSessions({ log: pino({ level: "silent" }) });
  let isGood = true;

  /** Runs a check that returns a description. Returns whether it succeeded. */
  async function check(what: string, isPossible: boolean, work: () => Promise<string>): Promise<boolean> {
    if (!isPossible) return leaveOut(what, "needs what failed");
    const startedAt = performance.now();
    try {
      const found = await work();
      tell({ what, outcome: "ok", detail: `${found} (${Math.round(performance.now() - startedAt)} ms)` });
      return true;
    } catch (error) {
      isGood = false;
      tell({ what, outcome: "failed", detail: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  function leaveOut(what: string, detail: string): false {
    tell({ what, outcome: "not tried", detail });
    return false;
  }

  /** Runs a check that needs a screen. */
  const checkScreen: typeof check = async (what, isPossible, work) =>
    hasScreen(kind) ? check(what, isPossible, work) : leaveOut(what, "such a device has no screen");

  const ended = new Promise<string>((resolve) => provider.onExit((_id, detail) => resolve(detail)));
  const kind = kindOf(model);
  const key = await generateAdbKey();
  let device: CreatedDevice | undefined;
  let session: DeviceSession | undefined;
  /** Returns the device, which exists during all of its checks. */
  const made = () => device ?? fail("there is no device");
  const opened = () => session ?? fail("there is no session");

  const hasEngine = await check("engine", true, async () => `${(await provider.list()).length} devices of its own`);
  const isWhole = await check("needs", hasEngine, async () => {
    const missing = (await provider.missingFor?.(model)) ?? [];
    return missing.length === 0 ? "nothing is missing" : fail(missing.join("; "));
  });
  const hasRoom = await check("room", hasEngine, async () => {
    await provider.requireRoom();
    return "for one more";
  });
  const isMade = await check("create", isWhole && hasRoom, async () => {
    const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = key;
    device = await provider.create({ ...model, sandboxId: SANDBOX_ID, authorizedKey, adbPrivateKeyPem });
    return `at ${device.address.host}:${device.address.port}`;
  });
  await check("labels", isMade, async () => {
    const ids = (await provider.list()).map(({ sandboxId }) => sandboxId).join(", ");
    return ids === SANDBOX_ID ? "it is listed, and nothing of others" : fail(`listed is ${ids || "nothing"}`);
  });
  await check("adb answer", isMade, async () =>
    (await answersAdb(made().address)) ? "it greets" : fail("it sends no ADB greeting"),
  );
  const isOpen = await check("adb session", isMade, async () => {
    const { address, adbPrivateKeyPem = key.privateKeyPem } = made();
    session = await sessions.get({ sandboxId: SANDBOX_ID, address, adbPrivateKeyPem });
    return "it lets the server in";
  });
  await check("shell", isOpen, async () => {
    if (kind !== "phone") return osVersionIn(await printed(opened(), `cat ${OS_RELEASE}`));
    const release = await printed(opened(), "getprop ro.build.version.release");
    return `Android ${release.trim()}`;
  });
  await check("files", isOpen, () => moveFile(opened(), `${WORKING_DIR[boxTypeOf({ kind })]}/${FILE_NAME}`));
  await checkScreen("picture", isOpen, async () => {
    const png = Buffer.from(await opened().screenshotPng());
    // IHDR (PNG specification, 11.2.1).
    return `${png.readUInt32BE(16)}×${png.readUInt32BE(20)}, ${png.length} bytes`;
  });
  await checkScreen("video", isOpen, () => watchVideo(opened()));
  await checkScreen("input", isOpen, async () => {
    const { widthPx, heightPx } = made().screen;
    await printed(opened(), `input tap ${Math.floor(widthPx / 2)} ${Math.floor(heightPx / 2)}`);
    await printed(opened(), "input keyevent KEYCODE_HOME");
    return "a tap and a key were taken";
  });
  await checkScreen("text", isOpen, async () => {
    await printed(opened(), `input text ${TEXT}`);
    return `"${TEXT}" was taken`;
  });
  if (hasBrowser(kind))
    await check("browser", isOpen, async () => {
      await printed(opened(), "browser open");
      return (await awaitBrowser(opened(), SANDBOX_ID)).Browser;
    });
  await sessions.closeAll();
  if (crash) {
    await check("exit told", isMade, async () => {
      await crash(SANDBOX_ID);
      const told = await Promise.race([ended, sleep(EXIT_TOLD_MS)]);
      return told ?? fail(`nobody was told within ${EXIT_TOLD_MS} ms`);
    });
  } else leaveOut("exit told", "such a device cannot be crashed from outside");
  await check("destroy", hasEngine, async () => {
    await provider.destroy(SANDBOX_ID);
    if ((await provider.list()).length > 0) fail("something is left");
    if (!device) return "nothing is left";
    if (provider.phonesOf)
      return (await isFreeAgain(provider, model)) ? "its phone is clean and free" : fail("its phone was not cleaned");
    return (await hasGone(device)) ? "nothing is left" : fail("it still answers ADB");
  });
  return isGood;
}

async function isFreeAgain(provider: DeviceProvider, model: DeviceModel): Promise<boolean> {
  return comesTrueWithin(FREE_AGAIN_MS, async () => {
    const phones = (await provider.phonesOf?.(model)) ?? [];
    return phones.every(({ state }) => state !== "in use" && state !== "cleaning" && state !== "set aside");
  });
}

/** On other machines, the device may still be ending after it is destroyed. */
const hasGone = ({ address }: CreatedDevice): Promise<boolean> =>
  comesTrueWithin(GONE_MS, async () => !(await answersAdb(address, 500)));

async function comesTrueWithin(timeoutMs: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; await sleep(POLL_MS))
    if (await isTrue()) return true;
  return false;
}

function fail(words: string): never {
  throw new Error(words);
}

async function printed(session: DeviceSession, command: string): Promise<string> {
  const { stdout, stderr, exitCode } = await session.run(command);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");
  if (exitCode !== 0) fail(`${command} ended with ${exitCode}: ${text(stderr).trim()}`);
  return text(stdout);
}

async function moveFile(session: DeviceSession, file: string): Promise<string> {
  const content = randomBytes(FILE_BYTES);
  await session.writeFile(file, Readable.from([content]));
  const back = await buffer((await session.readFile(file)).content);
  await printed(session, `rm ${file}`);
  return content.equals(back) ? `${FILE_BYTES} bytes there and back` : fail("what came back is not what was sent");
}

/** Resolves with the codec and size of the first frame, or rejects with the reason why there is none. */
async function watchVideo(session: DeviceSession): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let codec = "without a word of its codec";
  const timer = setTimeout(() => reject(new Error(`no picture within ${FIRST_PICTURE_MS / 1000} s`)), FIRST_PICTURE_MS);
  try {
    const watching = await session.watchScreen({
      event(event) {
        if (event.type === "screen") codec = `${event.codec}, ${event.width}×${event.height}`;
      },
      packet: (packet) => void (packet.kind === "key" && resolve(codec)),
      end: ({ detail }) => reject(new Error(detail)),
    });
    return await promise.finally(() => watching.close());
  } finally {
    clearTimeout(timer);
  }
}
