import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string | undefined;
}

/** For tests: starts a webhook receiver on loopback, until the test ends. Default response: 200 "thanks". */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end("thanks"),
): Promise<{ url: string; port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one = { headers: request.headers, body: await text(request), path: request.url };
    received.push(one);
    answer(response, one);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, received };
}
