import { setTimeout as sleep } from "node:timers/promises";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL, screenSocketPath } from "@terrarium/contract/proxy";
import { WebSocket } from "ws";
import { post } from "../../e2e/support/server.ts";

const RETRY_MS = 100;

/** A person with sandboxes. */
export interface Tenant {
  token: string;
  organizationId: string;
  boxes: readonly string[];
}

/** Results of calls through the balancer. */
export interface Calls {
  answered: number;
  /** Refused or interrupted calls. */
  failed: number;
  /** Per sandbox: the last acknowledged name, and the names requested since. */
  names: Map<string, { acknowledged: string | undefined; unsure: Set<string> }>;
}

/** Renames sandboxes one after another, and lists them, until the signal. */
export async function work(origin: string, tenant: Tenant, calls: Calls, over: AbortSignal): Promise<void> {
  const { token, organizationId } = tenant;
  for (let i = 0; !over.aborted; i += 1) {
    const sandboxId = tenant.boxes[i % tenant.boxes.length] ?? "";
    const name = `name ${i}`;
    const known = calls.names.get(sandboxId) ?? { acknowledged: undefined, unsure: new Set() };
    calls.names.set(sandboxId, known);
    known.unsure.add(name);
    if (await isDone(post(origin, "/api/v1/sandbox/rename_sandbox", { organizationId, sandboxId, name }, token), calls))
      calls.names.set(sandboxId, { acknowledged: name, unsure: new Set() });
    const page = { organizationId, page: 1, pageSize: 10 };
    await isDone(post(origin, "/api/v1/sandbox/get_sandbox_list", page, token), calls);
    await sleep(RETRY_MS);
  }
}

async function isDone(call: Promise<Response>, calls: Calls): Promise<boolean> {
  const answer = await call.catch(() => undefined);
  // Reads the complete body: a server that dies during a response has not acknowledged.
  const body = await answer?.text().catch(() => undefined);
  const done = answer?.ok === true && body !== undefined;
  calls[done ? "answered" : "failed"] += 1;
  return done;
}

/** Watches a screen like the viewer. Returns the lengths of all pauses. */
export async function watch(origin: string, token: string, sandboxId: string, over: AbortSignal): Promise<number[]> {
  const pauses: number[] = [];
  let lostAt: number | undefined;
  while (!over.aborted) {
    const url = `${origin.replace("http", "ws")}${screenSocketPath(sandboxId)}`;
    const socket = new WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token], { origin });
    const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
    socket.on("error", () => undefined);
    socket.on("message", (_data, isBinary) => {
      if (!isBinary || lostAt === undefined) return;
      pauses.push(performance.now() - lostAt);
      lostAt = undefined;
    });
    const stop = () => socket.terminate();
    over.addEventListener("abort", stop);
    await closed;
    over.removeEventListener("abort", stop);
    if (over.aborted) break;
    lostAt ??= performance.now();
    await sleep(RETRY_MS);
  }
  if (lostAt !== undefined) pauses.push(Infinity);
  return pauses;
}
