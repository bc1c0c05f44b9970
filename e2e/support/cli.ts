import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import type { TestServer } from "./server.ts";

const run = promisify(execFile);

interface Ended {
  stdout: string;
  stderr: string;
  exitCode: number | null;
}

/** The command line as a user has it: installed by npm from the server, with its own home folder. */
export interface TestCli {
  /** Working folder. */
  folder: string;
  /** File of the program. */
  program: string;
  env: NodeJS.ProcessEnv;
  /** Runs it to its end, with `input` as piped input. */
  run: (args: readonly string[], options?: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv }) => Promise<Ended>;
  start: (args: readonly string[]) => ChildProcess;
  /** Runs it on a terminal (a pty of util-linux' script). */
  openTerminal(args: readonly string[]): TestTerminal;
}

/** Content of a terminal, and its keys. */
interface TestTerminal {
  read(): string;
  type(keys: string): void;
  /** Waits until the terminal shows the text. */
  until(shown: string | RegExp): Promise<void>;
  ended: Promise<number | null>;
}

/** Waits for the end of a child and its output. Returns all output. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  const text = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  const exitCode = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  return { ...text, exitCode };
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Installs the command line for the tests of this file, with the Node at that path. */
export function provideCli(
  server: () => TestServer,
  keyOf: () => Promise<string>,
  node = process.execPath,
): () => TestCli {
  let cli: TestCli | undefined;
  let folder = "";
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "terrarium-cli-"));
    await run("npm", [
      "install",
      "-g",
      "--prefix",
      folder,
      "--no-audit",
      "--no-fund",
      `${server().origin}/terrarium-cli.tgz`,
    ]);
    const program = path.join(folder, "bin/terrarium");
    const env = {
      PATH: `${path.dirname(node)}:${process.env["PATH"] ?? ""}`,
      HOME: folder,
      TERRARIUM_BASE_URL: server().origin,
      TERRARIUM_API_KEY: await keyOf(),
    };
    const start = (args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
      const child = spawn(program, args, { cwd: folder, env: { ...env, ...more } });
      children.add(child.once("close", () => children.delete(child)));
      return child;
    };
    cli = {
      folder,
      program,
      env,
      start,
      run(args, options = {}) {
        const child = start(args, options.env);
        child.stdin?.end(options.input ?? "");
        return endOf(child);
      },
      openTerminal(args) {
        const command = [program, ...args].map(quote).join(" ");
        const child = spawn("script", ["-qefc", `tty; stty rows 30 cols 100; ${command}`, "/dev/null"], {
          cwd: folder,
          env,
        });
        children.add(child.once("close", () => children.delete(child)));
        let shown = "";
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => (shown += chunk));
        return {
          read: () => shown,
          type: (keys) => void child.stdin.write(keys),
          until: (text) => expect.poll(() => shown).toMatch(text),
          ended: new Promise((resolve) => child.on("close", resolve)),
        };
      },
    };
  });
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (!cli) throw new Error("the command line is installed only while a test runs");
    return cli;
  };
}
