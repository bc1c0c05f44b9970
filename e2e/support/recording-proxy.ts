import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";

export interface RecordingProxy {
  port: number;
  /** Requests, as "METHOD target authorization". */
  asked: string[];
  close(): void;
}

/**
 * Starts an HTTP proxy on the loopback interface that resolves every name to the given server. With a password it
 * rejects other users.
 */
export async function startRecordingProxy(targetPort: number, password?: string): Promise<RecordingProxy> {
  const asked: string[] = [];
  const wanted = password === undefined ? undefined : `Basic ${Buffer.from(password).toString("base64")}`;
  const proxy = createServer((message, response) => {
    asked.push(`${message.method} ${message.url} ${message.headers["proxy-authorization"] ?? "-"}`);
    if (wanted !== undefined && message.headers["proxy-authorization"] !== wanted)
      return response.writeHead(407, { "proxy-authenticate": "Basic realm=test" }).end("who are you?");
    const { pathname, search } = new URL(message.url ?? "");
    const { method } = message;
    const { "proxy-authorization": _, ...headers } = message.headers;
    const onward = request({ port: targetPort, host: "127.0.0.1", method, headers, path: pathname + search });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    return message.pipe(onward);
  });
  proxy.on("connect", (message, client) => {
    asked.push(`CONNECT ${message.url} ${message.headers["proxy-authorization"] ?? "-"}`);
    client.on("error", () => client.destroy());
    if (wanted !== undefined && message.headers["proxy-authorization"] !== wanted)
      return client.end("HTTP/1.1 407 Who are you\r\nproxy-authenticate: Basic realm=test\r\n\r\n");
    const onward = connect(targetPort, "127.0.0.1");
    onward.on("error", () => client.destroy());
    client.on("close", () => onward.destroy());
    client.write("HTTP/1.1 200 OK\r\n\r\n");
    return client.pipe(onward).pipe(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    asked,
    close: () => proxy.close().closeAllConnections(),
  };
}
