import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import path from "node:path";
import { onTestFinished } from "vitest";

/**
 * For tests: serves an engine's API at its own socket and creates containers without the requested privileges, because
 * a test machine may lack some of them. Returns the socket, and the names of the containers that requested them.
 */
export async function startUnprivilegedEngine(socketPath: string, folder: string) {
  const privileged: string[] = [];
  const own = path.join(folder, `unprivileged-${process.hrtime.bigint()}.sock`);
  const read = async (message: IncomingMessage) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(message)).toString("utf8"));
    if (body.HostConfig?.Privileged)
      privileged.push(new URL(message.url ?? "", "http://e").searchParams.get("name") ?? "");
    return Buffer.from(JSON.stringify({ ...body, HostConfig: { ...body.HostConfig, Privileged: false } }));
  };
  const server = createServer(async (asked, answer) => {
    const { method, url, headers } = asked;
    const rewritten = url?.startsWith("/containers/create") ? await read(asked) : undefined;
    const passed = request({
      socketPath,
      method,
      path: url,
      headers: { ...headers, ...(rewritten && { "content-length": rewritten.length }) },
    });
    passed.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      answer.flushHeaders();
      response.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    if (rewritten) passed.end(rewritten);
    else asked.pipe(passed);
  }).listen(own);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { socketPath: own, privileged };
}
