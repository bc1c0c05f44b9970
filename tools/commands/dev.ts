import { spawn, type ChildProcess } from "node:child_process";
import { buildStale } from "../build.ts";
import { bin, say } from "../shell.ts";

/**
 * Runs server and web with reloading. The web is on http://localhost:5173 and sends its calls to the server on port
 * 3000.
 */
export async function run(): Promise<void> {
  await buildStale();
  const children: ChildProcess[] = [
    spawn(
      process.execPath,
      ["--watch-path=packages/server/src", "--watch-path=packages/contract/src", "packages/server/src/main.ts"],
      { stdio: "inherit" },
    ),
    spawn(bin("vite"), ["apps/web", "--port", "5173"], { stdio: "inherit" }),
  ];
  const stop = () => children.forEach((child) => child.kill("SIGTERM"));
  process.on("SIGINT", stop).on("SIGTERM", stop);
  say("the web console reloads at http://localhost:5173");
  await Promise.all(
    children.map((child) => new Promise((resolve) => child.on("exit", (code) => (stop(), resolve(code))))),
  );
}
