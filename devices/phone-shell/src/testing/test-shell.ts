import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { ShellIo, ShellRequest } from "@terrarium/adb-device/ports/shell";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import { createClock, shareClock, type ClockSettings } from "@terrarium/phone-system/create-clock";
import { shareRandom } from "@terrarium/phone-system/random";
import { SHELL_COMMAND_NAMES } from "../command-names.ts";
import { ShellWorkers } from "../shell-workers.ts";
import type { SystemCalls } from "../system-calls/system-calls.ts";

export interface Ran {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** A client of a shell that records its output and can type input. */
export class TestClient implements ShellIo {
  readonly stdin = new PassThrough();
  windowSize = { rows: 24, columns: 80 };
  endsInputByLeaving = false;
  stdout = "";
  stderr = "";
  readonly exited = Promise.withResolvers<number>();
  readonly #gone = new AbortController();
  #resized = (): void => undefined;

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  onWindowSize(listener: () => void): void {
    this.#resized = listener;
  }

  async write(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> {
    this[stream] += Buffer.from(bytes).toString("latin1");
  }

  exit(code: number): void {
    this.exited.resolve(code);
  }

  type(text: string): void {
    this.stdin.write(text);
  }

  resize(rows: number, columns: number): void {
    this.windowSize = { rows, columns };
    this.#resized();
  }

  hangUp(): void {
    this.#gone.abort();
    this.stdin.end();
  }
}

export interface TestShell {
  workers: ShellWorkers;
  /** Host folder with the device's files. Its root is `tree` in this folder. */
  folder: string;
  /** Runs a script to its end. `input` is the whole input. */
  run(script: string, input?: string, request?: ShellRequest): Promise<Ran>;
  /** Opens a shell at a terminal, or runs a command at one. */
  open(request?: ShellRequest): TestClient;
  /** Returns the device's files that are still open after all processes have ended. */
  leftOpen(): Promise<string[]>;
  close(): Promise<void>;
}

export interface TestShellOptions {
  busyMs?: number;
  unresponsiveMs?: number;
  limitBytes?: number;
  /** The device's clock. Default: the host's. */
  clock?: ClockSettings;
  seed?: string;
  /** Device calls for commands outside the shell itself. */
  system?: SystemCalls;
  /** Entry of a thread with certain commands, and their names. Default: the shell's own commands. */
  commands?: { entry: URL; names: readonly string[] };
}

const OWN_COMMANDS = { entry: new URL("./shell-worker.ts", import.meta.url), names: SHELL_COMMAND_NAMES };

/** Device calls of the shell's own commands. */
const ownSystem: Partial<SystemCalls> = {
  getProperty: async (name) => ({ "ro.kernel.version": "6.6.0-test", "ro.product.cpu.machine": "aarch64" })[name],
  storage: async () => ({ usedBytes: 25 * 1024 ** 2, limitBytes: 100 * 1024 ** 2 }),
  uptimeS: async () => 3725,
  appProcesses: async () => [
    { packageName: "com.example.home", component: "com.example.home/.Home", pid: 1500, userId: 10080, startedAtMs: 0 },
  ],
};

/** Returns the open files of this host process in a folder. */
async function openFilesOf(folder: string): Promise<string[]> {
  const numbers = "/proc/self/fd";
  const targets = await Promise.all(
    (await readdir(numbers)).map((name) => readlink(`${numbers}/${name}`).catch(() => "")),
  );
  return targets.filter((target) => target.startsWith(folder));
}

/** Starts shells in their own folder, without the rest of the device. */
export async function startTestShell(options: TestShellOptions = {}): Promise<TestShell> {
  const {
    limitBytes = 64 * 1024 ** 2,
    system = ownSystem as SystemCalls, // tested commands make no other calls
    commands = OWN_COMMANDS,
    clock: settings = { kind: "real" },
    seed,
    ...limits
  } = options;
  const folder = await mkdtemp(join(tmpdir(), "test-shell-"));
  const systemFiles = Object.fromEntries(commands.names.map((name) => [`system/bin/${name}`, ""]));
  const files = await openDeviceStorage({ folder, limitBytes, systemFiles });
  const sharedClock = shareClock(settings, Date.now());
  const clock = createClock(sharedClock);
  const workers = new ShellWorkers({
    entry: commands.entry,
    clock,
    settings: { filesFolder: folder, quota: files.quota.shared, clock: sharedClock, random: shareRandom(seed) },
    system: { ...system, passTime: async (ms) => clock.pass(ms) },
    ...limits,
  });
  const open = (request: ShellRequest = { terminal: "xterm" }): TestClient => {
    const client = new TestClient();
    void workers.serve(client, request);
    return client;
  };
  const run: TestShell["run"] = async (script, input = "", request = {}) => {
    const client = open({ command: script, ...request });
    client.stdin.end(input);
    const exitCode = await client.exited.promise;
    return { stdout: client.stdout, stderr: client.stderr, exitCode };
  };
  return {
    workers,
    folder,
    open,
    run,
    // Checks only for a short time, because later the garbage collector would have closed the files.
    leftOpen: async () => {
      for (let looks = 0; looks < 100; looks++) {
        if ((await openFilesOf(folder)).length === 0) return [];
        await run("true");
      }
      return openFilesOf(folder);
    },
    close: async () => {
      await workers.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<TestShell> | undefined;

/**
 * Returns the shell that the test files of a process share, because its thread takes one second of processor time to
 * start. It is never closed: its folder is removed with the folder of the run.
 */
export const sharedTestShell = (): Promise<TestShell> => (shared ??= startTestShell());
