import { spawn } from "node:child_process";

export const say = (message: string): void => void process.stderr.write(`terrarium: ${message}\n`);

/** Returns the time since `startedAtMs` (of `performance.now`) as text, such as "3.2 s". */
export const secondsSince = (startedAtMs: number): string =>
  `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`;

/** Runs a program of this Node's modules or of the system, with this process's output. Resolves with its exit code. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...options.env },
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  try {
    return await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
    });
  } finally {
    process.off("SIGINT", forward).off("SIGTERM", forward);
  }
}

/** Like runProgram, but a failure ends this process with the same code. */
export async function mustRun(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const code = await runProgram(command, args, options);
  if (code !== 0) {
    say(`${command} ${args.join(" ")} failed with code ${code}`);
    process.exit(code);
  }
}

/** Returns the path of a dependency's command, for example `vite`. */
export const bin = (name: string): string => `node_modules/.bin/${name}`;
