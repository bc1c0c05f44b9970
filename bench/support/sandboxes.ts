import { EventEmitter, once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AdbConnection } from "../../packages/device-control/src/adb/adb-connection.ts";
import { type AdbKey, generateAdbKey } from "../../packages/device-control/src/adb/adb-key.ts";
import { connectAdb } from "../../packages/device-control/src/adb/connect-adb.ts";
import { createEmbeddedProvider } from "../../packages/device-providers/src/embedded/embedded-provider.ts";
import { createLinuxMachine } from "../../packages/device-providers/src/embedded/linux-machine.ts";
import type { DeviceProvider, DeviceModel, LinuxKind } from "../../packages/device-providers/src/provider.ts";
import { type Figure, repeat } from "./figure.ts";

export const SANDBOX_PROGRAM = path.resolve("devices/desktop/dist/main.js");
const SIZE = { cpu: 2, widthPx: 1280, heightPx: 800, densityDpi: 96 } as const;
const NAMES = { linux: "Linux", browser: "Browser", desktop: "Desktop" } as const;

/** A running sandbox, and the time from its creating call to its answer over ADB. */
export type BenchSandbox = Parameters<typeof connectAdb>[0] & {
  createMs: number;
  pid: number;
  destroy: () => Promise<void>;
};

/** Creates isolated sandboxes of a kind like a server, from standby if one is ready. */
export interface SandboxBench extends AsyncDisposable {
  create(): Promise<BenchSandbox>;
  /** Resolves when a sandbox is ready in standby. */
  untilStandby(): Promise<void>;
}

/** Returns undefined and logs the reason if this machine cannot create any. */
export async function benchSandboxes(
  kind: LinuxKind,
  options: { memoryMb: number; warm?: number },
): Promise<SandboxBench | undefined> {
  const [missing] = await createLinuxMachine({ log: console }).missingFor(kind, SANDBOX_PROGRAM);
  if (missing !== undefined) {
    process.stderr.write(`terrarium: sandboxes of the kind ${kind} are not measured: ${missing}\n`);
    return undefined;
  }
  const { memoryMb, warm = 0 } = options;
  const model: DeviceModel = { name: NAMES[kind], kind, memoryMb, ...SIZE };
  const key = await generateAdbKey();
  const root = await mkdtemp(path.join(tmpdir(), "terrarium-bench-"));
  const standbys = new EventEmitter<{ standby: [] }>();
  let waiting = 0;
  const debug = (_context: unknown, words?: string) => {
    if (!words?.includes("ready in standby")) return;
    waiting += 1;
    standbys.emit("standby");
  };
  const provider = createEmbeddedProvider({
    root,
    program: path.resolve("devices/phone/dist/main.js"),
    storageMb: 4096,
    memoryMb: 512,
    warm: [{ model, size: warm }],
    log: { debug, warn: console.error, error: console.error },
  });
  // Waiting for standby does not keep the process running, so this timer does.
  const alive = setInterval(() => undefined, 1_000);
  let count = 0;
  return {
    create: () => {
      waiting = 0;
      return create(provider, { root, model, key, sandboxId: `sbx_bench${count++}` });
    },
    async untilStandby() {
      if (waiting === 0) await once(standbys, "standby");
    },
    async [Symbol.asyncDispose]() {
      for (const { sandboxId } of await provider.list()) await provider.destroy(sandboxId);
      await provider.close();
      clearInterval(alive);
      await rm(root, { recursive: true, force: true });
    },
  };
}

interface Creation {
  root: string;
  model: DeviceModel;
  key: AdbKey;
  sandboxId: string;
}

async function create(provider: DeviceProvider, { root, model, key, sandboxId }: Creation): Promise<BenchSandbox> {
  const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = key;
  const start = performance.now();
  const { address } = await provider.create({ ...model, authorizedKey, adbPrivateKeyPem, sandboxId });
  const createMs = performance.now() - start;
  const { pid } = JSON.parse(await readFile(path.join(root, sandboxId, "device.json"), "utf8"));
  return { address, adbPrivateKeyPem, createMs, pid: Number(pid), destroy: () => provider.destroy(sandboxId) };
}

/** Uses a sandbox over ADB, and destroys it. */
export async function usingAdb<T>(sandbox: BenchSandbox, work: (connection: AdbConnection) => Promise<T>): Promise<T> {
  const connection = await connectAdb(sandbox);
  try {
    return await work(connection);
  } finally {
    connection.close();
    await sandbox.destroy();
  }
}

/** Measures how soon a sandbox answers ADB, cold and from standby. Returns no figures if none can be created. */
export async function measureStarts(
  kind: LinuxKind,
  options: { memoryMb: number; runs: number; goalMs: number },
): Promise<Figure[]> {
  const { memoryMb, runs, goalMs } = options;
  async function startMs(sandboxes: SandboxBench): Promise<number> {
    const { createMs, destroy } = await sandboxes.create();
    await destroy();
    return createMs;
  }
  await using cold = await benchSandboxes(kind, { memoryMb });
  if (!cold) return [];
  // The first sandbox detects the features of the machine.
  await startMs(cold);
  const made = await repeat(runs, () => startMs(cold));
  await using warm = await benchSandboxes(kind, { memoryMb, warm: 1 });
  if (!warm) return [];
  const claimed = await repeat(runs, async () => {
    await warm.untilStandby();
    return startMs(warm);
  });
  return [
    { what: `${kind}: create to ADB, cold`, unit: "ms", values: made, beside: `goal ${goalMs} ms` },
    { what: `${kind}: create to ADB, from standby`, unit: "ms", values: claimed, beside: "goal 60 ms" },
  ];
}
