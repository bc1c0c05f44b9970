import { type ChildProcess, execFile, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "@terrarium/adb/testing/free-port";
import { z } from "zod";
import { deviceEnvironment } from "../../packages/device-providers/src/embedded/device-environment.ts";
import type { DeviceAddress } from "../../packages/platform/src/base/device-address.ts";

const run = promisify(execFile);
const Ready = z.object({ event: z.literal("ready"), port: z.number() });

/** A virtual device with its own real adb client, in a temporary folder. */
export interface BenchDevice {
  folder: string;
  address: DeviceAddress;
  /** Private key that the device accepts. */
  adbPrivateKeyPem: string;
  pid: number;
  /** Milliseconds from the start of the process to its ready line. */
  bootMs: number;
  adb(...args: string[]): Promise<string>;
  /** Environment in which other programs find this adb, and the device through it. */
  environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts a device with the server's environment and further options, and connects the system's adb to it. */
export async function startDevice(...options: string[]): Promise<BenchDevice> {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-bench-"));
  const env = { ...process.env, HOME: folder, ANDROID_ADB_SERVER_PORT: String(await freePort()) };
  const adb = async (...args: string[]) => (await run("adb", args, { env, maxBuffer: 128 * 1_048_576 })).stdout;
  mkdirSync(path.join(folder, ".android"));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = path.join(folder, ".android", "adbkey");
  const adbPrivateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  writeFileSync(key, adbPrivateKeyPem, { mode: 0o600 });
  writeFileSync(`${key}.pub`, await adb("pubkey", key));
  const authorized = path.join(folder, "authorized.pub");
  copyFileSync(`${key}.pub`, authorized);

  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      "devices/phone/dist/main.js",
      "--port",
      "0",
      "--data",
      path.join(folder, "data"),
      "--authorized-keys",
      authorized,
      ...options,
    ],
    { stdio: ["ignore", "pipe", "ignore"], env: deviceEnvironment() },
  );
  const port = await readyPort(child);
  const bootMs = performance.now() - start;
  await adb("connect", `127.0.0.1:${port}`);
  await adb("wait-for-device");
  return {
    folder,
    address: { host: "127.0.0.1", port },
    adbPrivateKeyPem,
    pid: child.pid ?? 0,
    bootMs,
    adb,
    environment: env,
    async stop() {
      await adb("kill-server");
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function readyPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error("the device has no standard output");
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = Ready.safeParse(JSON.parse(line));
    if (ready.success) return ready.data.port;
  }
  throw new Error("the device ended before it was ready");
}
