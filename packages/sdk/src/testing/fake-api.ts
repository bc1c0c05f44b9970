import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface RecordedCall {
  method: string | undefined;
  path: string | undefined;
  authorization: string | undefined;
  idempotencyKey?: string | undefined;
  body: unknown;
}

/** Starts an HTTP server for tests that records its requests. `answer` may leave a request without response. */
export async function startFakeApi(answer: (call: RecordedCall, response: ServerResponse) => void) {
  const calls: RecordedCall[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
    const call = {
      method: request.method,
      path: request.url,
      authorization: request.headers.authorization,
      ...(request.headers["idempotency-key"] ? { idempotencyKey: String(request.headers["idempotency-key"]) } : {}),
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
    calls.push(call);
    answer(call, response);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    calls,
    server,
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1" }).end(JSON.stringify(body));
}
