import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@terrarium/adb/testing/free-port";
import { RealAdb } from "../../devices/adb-device/src/testing/real-adb.ts";
import { buildStale } from "../../tools/build.ts";

/** A device's program as users run it, with a real adb that is authorized. */
export class AttackedDevice implements AsyncDisposable {
  readonly adb: RealAdb;
  readonly dataDir: string;
  /** A fixed port, which no other process receives while the device is down. */
  readonly port: number;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #log = "";

  private constructor(adb: RealAdb, dataDir: string, port: number, args: readonly string[]) {
    this.adb = adb;
    this.dataDir = dataDir;
    this.port = port;
    this.#args = args;
  }

  /** Starts a device with these options in addition to port, data and key. */
  static async start(...args: string[]): Promise<AttackedDevice> {
    await buildStale(["phone"]);
    const dataDir = await mkdtemp(join(tmpdir(), "attacked-device-"));
    const device = new AttackedDevice(await RealAdb.start(), dataDir, await freePort(), args);
    await device.#start();
    return device;
  }

  /** Log of the device so far. */
  get log(): string {
    return this.#log;
  }

  /** Process id of the device; it changes with a restart. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Result of the process; undefined while it runs. */
  get ended(): string | undefined {
    return this.#child?.signalCode ?? this.#child?.exitCode?.toString();
  }

  /** Runs a command line in the device's shell. */
  async shell(command: string): Promise<{ stdout: string; stderr: string; exitCode: number }> {
    const { stdout, stderr, exitCode } = await this.adb.run("shell", command);
    return { stdout: stdout.toString(), stderr, exitCode };
  }

  /** Opens a connection to the device's port that sends nothing. */
  async stranger(): Promise<Socket> {
    const socket = connect(this.port, "127.0.0.1");
    socket.on("error", () => undefined).resume();
    await once(socket, "connect");
    return socket;
  }

  /** Kills it as `kill -9` does and restarts it with the same data. */
  async killAndRestart(): Promise<void> {
    await this.#end("SIGKILL");
    await this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.adb.close();
    await this.#end("SIGTERM");
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    const program = "devices/phone/dist/main.js";
    const options = ["--port", String(this.port), "--data", this.dataDir, "--authorized-keys", this.adb.publicKeyFile];
    const child = spawn(process.execPath, [program, ...options, ...this.#args], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    child.stderr.on("data", (chunk: Buffer) => (this.#log += chunk.toString()));
    const told = await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => undefined)]);
    if (!told) throw new Error(`the device did not start:\n${this.#log}`);
    await this.adb.connect(this.port);
    await this.adb.run("wait-for-device");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || this.ended !== undefined) return;
    child.kill(signal);
    await once(child, "exit");
  }
}
