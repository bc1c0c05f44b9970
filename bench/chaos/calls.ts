import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** Result of a call; `status` 0 means no response. */
export interface Answer {
  status: number;
  body: unknown;
  ms: number;
}

const CALL_TIMEOUT_MS = 40_000;
/** Different loopback addresses: the server also counts calls by address, and the two teams must not share one. */
export const GOOD_ADDRESS = "127.0.0.2";
export const HOSTILE_ADDRESS = "127.0.0.3";

export type Call = (method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>;

/** Returns a function that sends calls from an address, with a token, over kept connections. It never rejects. */
export function caller(origin: string, token: string, localAddress: string): Call {
  const agent = new Agent({ keepAlive: true, localAddress });
  return async (method, path, body) => {
    const start = performance.now();
    const answered = await send(agent, origin, token, method, path, body).catch(() => ({ status: 0, body: undefined }));
    return { ...answered, ms: performance.now() - start };
  };
}

async function send(agent: Agent, origin: string, token: string, method: string, path: string, body: unknown) {
  const message = request(`${origin.replace("localhost", "127.0.0.1")}${path}`, {
    agent,
    method,
    headers: {
      host: new URL(origin).host,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    message.on("error", reject);
    message.on("response", (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, body: parse(said) }), reject);
    });
  });
  message.end(body === undefined ? undefined : JSON.stringify(body));
  return answer;
}

function parse(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return said;
  }
}
