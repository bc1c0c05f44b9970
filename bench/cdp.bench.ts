import { spawn } from "node:child_process";
import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { createDevToolsUrl } from "@terrarium/contract/box-browser";
import { createBox } from "../e2e/support/api.ts";
import { post, signIn, startServer } from "../e2e/support/server.ts";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { treeOf } from "../packages/device-providers/src/embedded/process-tree.ts";
import { type DevToolsRounds, openRounds } from "./support/dev-tools-rounds.ts";
import { type Figure, median, repeat } from "./support/figure.ts";
import { SANDBOX_PROGRAM } from "./support/sandboxes.ts";

const ROUNDS = 9;
const TRIPS = 200;
const GOAL = "goal: at most twice";
/** Port of a sandbox's browser, in the sandbox's own network. */
const PORT = "9222";

/**
 * Measures Playwright with a box's browser through the server, compared with Playwright in the sandbox's own network.
 */
export async function benchmark(): Promise<Figure[]> {
  const [missing] = await createLinuxMachine({ log: console }).missingFor("browser", SANDBOX_PROGRAM);
  if (missing !== undefined) {
    process.stderr.write(`terrarium: a browser's DevTools are not measured: ${missing}\n`);
    return [];
  }
  await using cleanup = new AsyncDisposableStack();
  const server = await startServer();
  cleanup.defer(() => server.stop());
  const token = await signIn(server.origin, "bench");
  const { id } = await createBox(server.origin, token, { templateId: "tpl_browser", expiresIn: "30m" });
  const answer = await post(server.origin, createDevToolsUrl.path.replace("{boxId}", id), {}, token);
  const through = await openRounds(createDevToolsUrl.response.parse(await answer.json()));
  cleanup.defer(() => through.close());
  const direct = await openInside(server.pid());
  cleanup.defer(() => direct.close());

  const figure = async (what: string, round: "connect" | "trip" | "long", count: number): Promise<Figure> => {
    const measure = async () => ({ through: await through[round](), direct: await direct[round]() });
    await measure();
    const values = await repeat(count, measure);
    const times = values.map((value) => value.through);
    const directMs = median(values.map((value) => value.direct));
    const share = (median(times) / directMs).toFixed(2);
    const beside = `direct: ${directMs.toFixed(1)} ms; ${share} of it, ${GOAL}`;
    return { what: `DevTools: ${what}`, unit: "ms", values: times, beside };
  };
  return [
    await figure("connectOverCDP and close", "connect", ROUNDS),
    await figure("page.evaluate, there and back", "trip", TRIPS),
    await figure("page.evaluate that answers 16 MiB", "long", ROUNDS),
  ];
}

/** Starts a client next to the browser in a server's only sandbox. */
async function openInside(serverPid: number): Promise<DevToolsRounds> {
  const network = (pid: number) => readlinkSync(`/proc/${pid}/ns/net`);
  const inside = treeOf(serverPid).find((pid) => network(pid) !== network(process.pid));
  if (inside === undefined) throw new Error("no process of the server is in a network of its own");
  const program = [process.execPath, "bench/support/dev-tools-inside.ts", PORT];
  const child = spawn("nsenter", ["--target", String(inside), "--net", ...program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (round: string): Promise<number> => {
    child.stdin.write(`${round}\n`);
    const { done, value } = await lines.next();
    if (done) throw new Error("the client beside the browser ended");
    return Number(value);
  };
  return {
    connect: () => ask("connect"),
    trip: () => ask("trip"),
    long: () => ask("long"),
    async close() {
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}
