import { createBox, firstTeam, screenshot } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { type Figure, repeat, timeMs } from "./support/figure.ts";

const LIST_REQUESTS = 4_000;
const CONNECTIONS = 16;

/** Measures latency for people and scripts, with the real server over the loopback interface. */
export async function benchmark(): Promise<Figure[]> {
  const starts = await repeat(3, async () => {
    let started: TestServer | undefined;
    const ms = await timeMs(async () => (started = await startServer()));
    await started?.stop();
    return ms;
  });
  const server = await startServer();
  try {
    const token = await signIn(server.origin, "bench");
    const team = await firstTeam(server.origin, token);
    const create = await repeat(5, () => timeMs(() => createBox(server.origin, token)));
    const box = await createBox(server.origin, token);
    await screenshot(server.origin, token, box.id);
    const shot = await repeat(20, () => timeMs(() => screenshot(server.origin, token, box.id)));
    const tap = await repeat(50, () =>
      timeMs(() => post(server.origin, "/api/v1/gbox/android/click", { uid: box.id, x: 10, y: 300 }, token)),
    );
    const first = await repeat(7, () => timeToFirstEvent(server.origin, token));
    const list = await repeat(3, () =>
      requestsPerSecond(() =>
        post(server.origin, "/api/v1/sandbox/get_sandbox_list", { organizationId: team.id }, token),
      ),
    );
    return [
      {
        what: "server: start to answering",
        unit: "ms",
        values: starts,
        beside: "goal 3,000 ms for `npm start` with nothing changed",
      },
      { what: "create a sandbox, until its device is ready", unit: "ms", values: create, beside: "—" },
      { what: "screenshot through the API", unit: "ms", values: shot, beside: "—" },
      { what: "tap through the API", unit: "ms", values: tap, beside: "—" },
      { what: "run_code: request to first log line", unit: "ms", values: first, beside: "—" },
      {
        what: `get_sandbox_list, ${CONNECTIONS} at a time, client in the same process`,
        unit: "requests/s",
        values: list,
        beside: "—",
      },
    ];
  } finally {
    await server.stop();
  }
}

async function timeToFirstEvent(origin: string, token: string): Promise<number> {
  const start = performance.now();
  const answer = await post(origin, "/api/v1/vm/run_code", { code: 'console.log("here")' }, token);
  if (answer.body === null) throw new Error("no stream");
  let text = "";
  let at = Number.NaN;
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (Number.isNaN(at) && text.includes("event: log")) at = performance.now() - start;
  }
  return at;
}

async function requestsPerSecond(request: () => Promise<Response>): Promise<number> {
  let left = LIST_REQUESTS;
  const worker = async () => {
    while (left-- > 0) await (await request()).arrayBuffer();
  };
  const ms = await timeMs(() => Promise.all(Array.from({ length: CONNECTIONS }, worker)));
  return LIST_REQUESTS / (ms / 1000);
}
