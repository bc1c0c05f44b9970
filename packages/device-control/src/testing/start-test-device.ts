import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { generateAdbKey } from "../adb/adb-key.ts";
import type { DeviceTarget } from "../device/device-session.ts";

const PROGRAM = fileURLToPath(new URL("../../../../devices/phone/dist/main.js", import.meta.url));
const Ready = z.object({ event: z.literal("ready"), port: z.number() });

export interface TestDevice {
  readonly target: DeviceTarget;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Keeps its connections open without answers, until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a real virtual device of 360x640 pixels on its own port. Rejects with its log if it does not start. */
export async function startTestDevice(): Promise<TestDevice> {
  const folder = await mkdtemp(path.join(tmpdir(), "terrarium-device-"));
  const key = await generateAdbKey();
  const keyFile = path.join(folder, "authorized-keys");
  await writeFile(keyFile, `${key.authorizedKey}\n`);
  const size = ["--width", "360", "--height", "640", "--density", "160"];
  const child = spawn(
    process.execPath,
    [PROGRAM, "--port", "0", "--data", path.join(folder, "data"), "--authorized-keys", keyFile, ...size],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));
  const exited = once(child, "exit");
  const line = await Promise.race([once(createInterface(child.stdout), "line"), exited.then(() => undefined)]);
  if (!line) throw new Error(`the device did not start:\n${log}`);
  const { port } = Ready.parse(JSON.parse(String(line[0])));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    target: {
      sandboxId: "sbx_test",
      address: { host: "127.0.0.1", port },
      adbPrivateKeyPem: key.privateKeyPem,
    },
    kill: () => end("SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
