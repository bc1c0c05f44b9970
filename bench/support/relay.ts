import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "@terrarium/adb/testing/free-port";
import { createBox } from "../../e2e/support/api.ts";
import { signIn, startServer } from "../../e2e/support/server.ts";
import { startDevice } from "./device.ts";
import { repeat, timeMs } from "./figure.ts";

const run = promisify(execFile);
const ROUNDS = 7;
const ON_DEVICE = "/data/local/tmp/large.bin";
export const FILE_MB = 64;

/** Milliseconds for a file to a device and back, and for the smallest command. */
interface Moved {
  push: number;
  pull: number;
  shell: number;
}
export type RelayRounds = { through: Moved; direct: Moved }[];

type Adb = (...args: string[]) => Promise<string>;

/**
 * Measures the real adb through `terrarium adb` and the server, compared with the same adb on a device's own port.
 * `beforeRounds` receives the two ports of this machine that would be remote: the server's and the device's.
 */
export async function measureRelay(
  beforeRounds: (ports: [number, number]) => Promise<void> = async () => undefined,
): Promise<RelayRounds> {
  await using cleanup = new AsyncDisposableStack();
  const device = await startDevice();
  cleanup.defer(() => device.stop());
  const server = await startServer();
  cleanup.defer(() => server.stop());
  const token = await signIn(server.origin, "bench");
  const { id } = await createBox(server.origin, token, { expiresIn: "30m" });
  const child = spawn(
    process.execPath,
    ["packages/cli/dist/terrarium.cjs", "adb", id, "--port", "0", "--base-url", server.origin],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, TERRARIUM_API_KEY: token } },
  );
  cleanup.defer(() => void child.kill("SIGINT"));
  const serial = await offeredBy(child);
  const env = { ...device.environment, ANDROID_ADB_SERVER_PORT: String(await freePort()) };
  const relayed: Adb = async (...args) => (await run("adb", args, { env })).stdout;
  cleanup.defer(async () => void (await relayed("kill-server")));
  await relayed("connect", serial);
  await relayed("wait-for-device");

  const file = path.join(device.folder, "large.bin");
  const back = path.join(device.folder, "back.bin");
  writeFileSync(file, randomBytes(FILE_MB * 1_048_576));
  const move = async (adb: Adb): Promise<Moved> => ({
    push: await timeMs(() => adb("push", file, ON_DEVICE)),
    pull: await timeMs(() => adb("pull", ON_DEVICE, back)),
    shell: await timeMs(() => adb("shell", "true")),
  });
  await beforeRounds([Number(new URL(server.origin).port), device.address.port]);
  const direct: Adb = (...args) => device.adb(...args);
  const both = async () => ({ through: await move(relayed), direct: await move(direct) });
  await both();
  return await repeat(ROUNDS, both);
}

/** Returns the address for adb that the command line prints. */
async function offeredBy(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the command line has no standard output");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const [, serial] = /^adb connect (\S+)$/.exec(line) ?? [];
  if (serial === undefined) throw new Error(`the command line offered no port: ${line}`);
  return serial;
}
