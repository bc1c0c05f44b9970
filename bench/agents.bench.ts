import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { apiKeyOf, createBox } from "../e2e/support/api.ts";
import { signIn, startServer } from "../e2e/support/server.ts";
import type { Box } from "../packages/sdk/src/box.ts";
import { TerrariumClient } from "../packages/sdk/src/terrarium-client.ts";
import { TerrariumError } from "../packages/sdk/src/terrarium-error.ts";
import { readEventLoop } from "./support/event-loop.ts";
import type { Figure } from "./support/figure.ts";
import { pssMb } from "./support/process.ts";

const SCRIPTS = 200;
const DEVICES = 20;
const DURATION_MS = 10 * 60_000;
/** Thinking time of a model between actions. Without it, all scripts share one address and reach the write limit. */
const THINKING_MS = 12_000;
const LOOK_EVERY_MS = 30_000;
/** All lazily loaded code is loaded by then. */
const WARM_MS = 2 * 60_000;

interface Tally {
  timesMs: number[];
  /** Counts of error codes caused by the server or a device. */
  failures: Map<string, number>;
  /** Counts of error codes caused by clients: an element that another script moved, too many requests at once. */
  clients: Map<string, number>;
}

/** Runs scripts that drive devices for ten minutes, ten per device. Measures failures, latency and memory growth. */
export async function benchmark(): Promise<Figure[]> {
  await using cleanup = new AsyncDisposableStack();
  const server = await startServer();
  cleanup.defer(() => server.stop());
  const token = await signIn(server.origin, "bench");
  const boxes: string[] = [];
  for (let made = 0; made < DEVICES; made += 1)
    boxes.push((await createBox(server.origin, token, { expiresIn: "30m" })).id);

  const tally: Tally = { timesMs: [], failures: new Map(), clients: new Map() };
  const over = AbortSignal.timeout(DURATION_MS);
  await readEventLoop(server.origin);
  const scripts = boxes.map(async (id) => {
    const apiKey = await apiKeyOf(server.origin, token);
    const box = await new TerrariumClient({ apiKey, baseUrl: server.origin }).boxes.get(id);
    await Promise.all(Array.from({ length: SCRIPTS / DEVICES }, (_, index) => runScript(box, index, tally, over)));
  });
  const memory: { server: number; devices: number }[] = [];
  const watching = watchMemory(server.pid(), memory, over);
  await Promise.all([...scripts, watching]);
  const { p99Ms, maxMs } = await readEventLoop(server.origin);

  const warm = memory.slice(WARM_MS / LOOK_EVERY_MS);
  const told = (counts: Map<string, number>) => [...counts].map(([code, count]) => `${code} ${count}`).join(", ");
  const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const figure = (what: string, unit: string, values: readonly number[], beside: string): Figure => ({
    what: `${SCRIPTS} scripts on ${DEVICES} devices, 10 minutes: ${what}`,
    unit,
    values,
    beside,
  });
  return [
    figure("errors that are not the client's", "errors", [total(tally.failures)], `goal 0; ${told(tally.failures)}`),
    figure(`a call, of ${tally.timesMs.length}`, "ms", tally.timesMs, `the client's errors: ${told(tally.clients)}`),
    figure("the server's event loop, p99", "ms", [p99Ms], `longest ${maxMs.toFixed(0)} ms`),
    figure(
      "memory of the server after 2 minutes",
      "MB",
      warm.map((each) => each.server),
      growth(warm, "server"),
    ),
    figure(
      "memory of a device after 2 minutes",
      "MB",
      warm.map((each) => each.devices / DEVICES),
      growth(warm, "devices"),
    ),
  ];
}

/** Repeats an agent's steps, each script in a separate folder. */
async function runScript(box: Box, index: number, tally: Tally, over: AbortSignal): Promise<void> {
  const file = `/sdcard/script-${index}/note.txt`;
  const steps: (() => Promise<unknown>)[] = [
    () => box.apps.open({ packageName: "com.terrarium.notes" }),
    () => box.actions.screenLayout(),
    () => box.actions.elementsDetect(),
    () => box.actions.tap({ x: 360, y: 700 }),
    () => box.actions.screenshot(),
    () => box.files.upload(file, `script ${index}`),
    () => box.files.list({ path: "/sdcard" }),
    () => box.commands.run({ command: `cat ${file}` }),
    () => box.actions.pressButton({ buttons: ["home"] }),
  ];
  // Spreads the scripts over time.
  const pauseMs = THINKING_MS / steps.length;
  await wait(pauseMs * Math.random() * steps.length, over);
  for (let turn = index; !over.aborted; turn += 1) {
    const step = steps[turn % steps.length];
    const start = performance.now();
    try {
      await step?.();
      tally.timesMs.push(performance.now() - start);
    } catch (error) {
      const { code, status } = error instanceof TerrariumError ? error : { code: String(error), status: 0 };
      const counts = status >= 400 && status < 500 && status !== 408 ? tally.clients : tally.failures;
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    await wait(THINKING_MS * (0.5 + Math.random()), over);
  }
}

const wait = (timeMs: number, over: AbortSignal): Promise<void> =>
  sleep(timeMs, undefined, { signal: over }).catch(() => undefined);

async function watchMemory(
  pid: number,
  memory: { server: number; devices: number }[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const devices = devicesOf(pid).reduce((sum, device) => sum + pssMb(device), 0);
    memory.push({ server: pssMb(pid), devices });
    await wait(LOOK_EVERY_MS, over);
  }
}

/** Returns the processes that a server started (proc(5), stat: the parent's id is the fourth field). */
function devicesOf(pid: number): number[] {
  const parentOf = (process: string) => readFileSync(`/proc/${process}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((process) => {
      try {
        return Number(parentOf(process)) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Returns the growth from the mean of the first three samples to that of the last three. */
function growth(looks: readonly { server: number; devices: number }[], of: "server" | "devices"): string {
  const mean = (some: readonly Record<typeof of, number>[]) =>
    some.reduce((sum, each) => sum + each[of], 0) / some.length;
  const [first, last] = [mean(looks.slice(0, 3)), mean(looks.slice(-3))];
  return `grows by ${(((last - first) / first) * 100).toFixed(1)} % in 8 minutes; goal flat`;
}
