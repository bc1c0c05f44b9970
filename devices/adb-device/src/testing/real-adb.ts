import { execFile, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@terrarium/adb/testing/free-port";

export interface AdbResult {
  stdout: Buffer;
  stderr: string;
  exitCode: number;
}

/** The real adb client, with its own server, home and key. */
export class RealAdb {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(folder: string, serverPort: number) {
    this.#folder = folder;
    const { ADB_VENDOR_KEYS: _keys, ANDROID_SERIAL: _serial, ...environment } = process.env;
    const socket = `tcp:localhost:${serverPort}`;
    // adb writes the server's log to the temporary folder.
    this.#environment = { ...environment, HOME: folder, TMPDIR: folder, ADB_SERVER_SOCKET: socket };
  }

  /** Rejects with an installation hint if adb is missing. */
  static async start(): Promise<RealAdb> {
    await promisify(execFile)("adb", ["version"]).catch((error: unknown) => {
      throw new Error("these tests need the real adb on PATH (Debian: apt-get install adb)", { cause: error });
    });
    const folder = await mkdtemp(join(tmpdir(), "real-adb-"));
    const adb = new RealAdb(folder, await freePort());
    await mkdir(join(folder, ".android"));
    await adb.run("keygen", adb.privateKeyFile);
    return adb;
  }

  get privateKeyFile(): string {
    return join(this.#folder, ".android/adbkey");
  }

  get publicKeyFile(): string {
    return join(this.#folder, ".android/adbkey.pub");
  }

  /** Sets an environment variable for later commands. */
  setEnvironment(name: string, value: string): void {
    this.#environment[name] = value;
  }

  /** Returns a path in a folder that is deleted with this client. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Runs adb until it exits. */
  async run(...args: string[]): Promise<AdbResult> {
    return this.runWithInput("", ...args);
  }

  async runWithInput(input: string | Buffer, ...args: string[]): Promise<AdbResult> {
    const child = this.spawn(...args);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    // A client may exit without reading its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    // `exit`, not `close`: the server that the first command starts keeps the streams open.
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on(args[0] === "start-server" ? "exit" : "close", (code) => resolve(code ?? -1));
    });
    return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), exitCode };
  }

  spawn(...args: string[]): ChildProcessWithoutNullStreams {
    return spawn("adb", args, { env: this.#environment });
  }

  /** Connects; returns adb's output. */
  async connect(port: number): Promise<string> {
    await this.run("start-server");
    return (await this.run("connect", `127.0.0.1:${port}`)).stdout.toString();
  }

  async writeFile(name: string, content: Buffer | string): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  readFile(name: string): Promise<Buffer> {
    return readFile(this.path(name));
  }

  async close(): Promise<void> {
    await this.run("kill-server");
    await rm(this.#folder, { recursive: true, force: true });
  }
}
