import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  token?: string;
  body?: unknown;
}

interface LoadOptions {
  origin: string;
  /** Requests, sent in turn. */
  requests: readonly LoadRequest[];
  connections: number;
  durationMs: number;
  /** Requests per second, sent on schedule whether or not earlier ones were answered. Default: as many as possible. */
  rate?: number;
}

export interface LoadResult {
  perSecond: number;
  /** Times from the due time of a request to its complete response, so that waiting for a connection counts. Sorted. */
  latenciesMs: number[];
}

const TICK_MS = 1;

/**
 * Loads a server over kept-alive connections with minimal work, to leave the processor to the server: plain sockets,
 * prepared requests, and only status and length of responses are read. Throws if a response is not 200.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { origin, connections, durationMs, rate } = options;
  const messages = options.requests.map((request) => toMessage(origin, request));
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(origin)));
  const latenciesMs: number[] = [];
  const start = performance.now();
  const end = start + durationMs;
  let sent = 0;
  const message = () => messages[sent++ % messages.length] ?? Buffer.of();
  const ask = async (client: Client, dueMs: number) => {
    await client.ask(message());
    latenciesMs.push(performance.now() - dueMs);
  };

  if (rate === undefined) {
    const work = async (client: Client) => {
      for (let now = start; now < end; now = performance.now()) await ask(client, now);
    };
    await Promise.all(clients.map(work));
  } else {
    const due = dueTimes(start, end, rate);
    const work = async (client: Client) => {
      for (let next = due.take(); next !== "over"; next = due.take()) {
        if (next === "wait") await new Promise((resolve) => setTimeout(resolve, TICK_MS));
        else await ask(client, next);
      }
    };
    await Promise.all(clients.map(work));
  }
  const seconds = (performance.now() - start) / 1000;
  for (const client of clients) client.close();
  return { perSecond: latenciesMs.length / seconds, latenciesMs: latenciesMs.toSorted((a, b) => a - b) };
}

/** Returns the evenly spaced due times of requests. Each is taken once, when it has come. */
function dueTimes(start: number, end: number, rate: number): { take(): number | "wait" | "over" } {
  let taken = 0;
  return {
    take() {
      const dueMs = start + (taken * 1000) / rate;
      if (dueMs >= end) return "over";
      if (dueMs > performance.now()) return "wait";
      taken += 1;
      return dueMs;
    },
  };
}

function toMessage(origin: string, { method, path, token, body }: LoadRequest): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

interface Client {
  /** Resolves when the response has arrived. One request at a time. */
  ask(message: Buffer): Promise<void>;
  close(): void;
}

async function openClient(origin: string): Promise<Client> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let answered: { resolve(): void; reject(error: Error): void } | undefined;
  let received = "";
  const fail = (error: Error) => answered?.reject(error);
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = received.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (received.length < headEnd + 4 + length) return;
    if (!head.startsWith("HTTP/1.1 200")) return fail(new Error(`unexpected answer: ${received}`));
    received = "";
    answered?.resolve();
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
  return {
    async ask(message) {
      const answer = new Promise<void>((resolve, reject) => (answered = { resolve, reject }));
      socket.write(message);
      await answer;
    },
    close() {
      answered = undefined;
      socket.destroy();
    },
  };
}
