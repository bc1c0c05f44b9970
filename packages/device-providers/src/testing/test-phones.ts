import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "@terrarium/adb/testing/free-port";
import { isListening } from "@terrarium/platform/testing/is-listening";

const PROGRAM = fileURLToPath(new URL("../../../../devices/phone/dist/main.js", import.meta.url));
const SCREEN = { widthPx: 360, heightPx: 640, densityDpi: 160 };
const ADB_START_MS = 60_000;

/** A virtual device in the role of an attached phone: it stays when unused. */
export interface TestPhone {
  readonly port: number;
  /** Its name in settings and in the database, for a direct connection. */
  readonly route: string;
  /** Accepts a key, like "Allow" on the phone. */
  allow: (authorizedKey: string) => void;
  /** Disconnects it, like an unplugged cable. */
  unplug: () => Promise<void>;
  /** Reconnects it, with its stored data. */
  plugIn: () => Promise<void>;
}

export interface TestPhones {
  readonly phones: readonly TestPhone[];
  /** Accepts a key on each phone, like "Allow". */
  allow: (authorizedKey: string) => void;
  remove: () => Promise<void>;
}

/** Starts this many phones, each on its own fixed port. */
export async function startTestPhones(count: number, screen = SCREEN): Promise<TestPhones> {
  const size = ["--width", screen.widthPx, "--height", screen.heightPx, "--density", screen.densityDpi].map(String);
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-phones-"));
  const children = new Map<number, ChildProcess>();

  async function start(port: number, data: string): Promise<void> {
    const args = [PROGRAM, "--port", String(port), "--data", data, "--authorized-keys", keysOf(data), ...size];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    children.set(port, child);
    let log = "";
    child.stderr.on("data", (chunk) => (log += chunk));
    const line = await Promise.race([once(createInterface(child.stdout), "line"), once(child, "exit").then(() => [])]);
    if (line.length === 0) throw new Error(`a phone did not start:\n${log}`);
  }

  async function end(port: number, signal: NodeJS.Signals): Promise<void> {
    const child = children.get(port);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const phones = await Promise.all(
    ports.map(async (port): Promise<TestPhone> => {
      const data = path.join(folder, String(port));
      appendFileSync(keysOf(data), "");
      await start(port, data);
      return {
        port,
        route: `127.0.0.1:${port}`,
        allow: (authorizedKey) => appendFileSync(keysOf(data), `${authorizedKey}\n`),
        unplug: () => end(port, "SIGKILL"),
        plugIn: () => start(port, data),
      };
    }),
  );
  return {
    phones,
    allow: (authorizedKey) => phones.forEach((phone) => phone.allow(authorizedKey)),
    async remove() {
      await Promise.all(ports.map((port) => end(port, "SIGTERM")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A real adb server, like a host's for the phones at its USB ports. */
export interface TestAdbServer {
  readonly port: number;
  /** Restarts it. It finds its phones by itself. */
  restart(): Promise<void>;
  attach(phone: TestPhone): Promise<void>;
  /** The public key that it shows to phones. */
  readonly authorizedKey: string;
  stop(): Promise<void>;
}

/** Returns the file of keys, beside the phone's data. */
const keysOf = (data: string): string => `${data}.keys`;

/** Starts one with its own key. Throws if adb is not installed (Debian: apt-get install adb). */
export async function startTestAdbServer(): Promise<TestAdbServer> {
  const home = mkdtempSync(path.join(tmpdir(), "terrarium-adb-"));
  const port = await freePort();
  const env = { ...process.env, HOME: home, ANDROID_ADB_SERVER_PORT: String(port) };
  const key = path.join(home, "key");
  execFileSync("adb", ["keygen", key], { env, stdio: "pipe" });
  const serverEnv = { ...env, ADB_VENDOR_KEYS: key };
  const adb = async (...args: string[]) => (await promisify(execFile)("adb", args, { env: serverEnv })).stdout;
  const attached = new Set<string>();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn("adb", ["nodaemon", "server"], { env: serverEnv, stdio: "ignore" });
    await untilItListens();
    for (const route of attached) await connect(route);
  }
  /** Resolves when the phone responds through it. Retries, because it may drop an older connection a moment later. */
  async function connect(route: string): Promise<void> {
    for (const until = performance.now() + ADB_START_MS; ; await sleep(50)) {
      const told = await adb("connect", route).catch(String);
      const answer = await adb("-s", route, "shell", "echo here").catch(String);
      if (answer.trim() === "here") return;
      if (performance.now() > until) throw new Error(`adb does not reach ${route}: ${told} ${answer}`);
      await forget(route);
    }
  }
  const forget = (route: string) => adb("disconnect", route).catch(() => undefined);
  /** Does not run adb before then: without a server, adb would start its own. */
  async function untilItListens(): Promise<void> {
    for (const until = performance.now() + ADB_START_MS; !(await isListening(port)); await sleep(50)) {
      if (server?.exitCode !== null) throw new Error("the adb server ended");
      if (performance.now() > until) throw new Error("the adb server does not listen");
    }
  }
  async function stop(): Promise<void> {
    if (!server) return;
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
    server = undefined;
  }

  await start();
  return {
    port,
    authorizedKey: execFileSync("adb", ["pubkey", key], { env }).toString().trim(),
    async attach({ route }) {
      attached.add(route);
      // Otherwise it would retry its old connection to the unplugged phone for a while.
      await forget(route);
      await connect(route);
    },
    async restart() {
      await stop();
      await start();
    },
    async stop() {
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
