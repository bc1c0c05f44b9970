import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEgressRelay } from "./egress-relay.ts";

test("passes proxy requests and responses through unchanged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "egress-"));
  const egressProxy = createServer((asked, answer) => answer.end(`asked for ${asked.url}`));
  egressProxy.on("connect", (asked, socket) => socket.end(`HTTP/1.1 403 asked for ${asked.url}\r\n\r\n`));
  egressProxy.listen(join(folder, "proxy"));
  await once(egressProxy, "listening");
  const relay = await startEgressRelay(join(folder, "proxy"), 0);
  const proxy = new URL(relay.environment["https_proxy"] ?? "");
  expect(relay.environment["NO_PROXY"]).toContain("localhost");

  const [answer] = (await once(
    request({ host: proxy.hostname, port: proxy.port, path: "http://example.com/a", agent: false }).end(),
    "response",
  )) as [AsyncIterable<Buffer>];
  let text = "";
  for await (const chunk of answer) text += chunk.toString();
  expect(text).toBe("asked for http://example.com/a");

  const connecting = request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: "example.com:443" });
  const [refusal] = (await once(connecting.end(), "connect")) as [{ statusMessage: string }];
  expect(refusal.statusMessage).toBe("asked for example.com:443");

  relay.close();
  egressProxy.close();
  await rm(folder, { recursive: true, force: true });
});

test("closes a program's connection without an egress proxy", async () => {
  const relay = await startEgressRelay("/nowhere/egressProxy", 0);
  const proxy = new URL(relay.environment["http_proxy"] ?? "");
  const asking = request({ host: proxy.hostname, port: proxy.port, path: "http://example.com/" }).end();
  await expect(once(asking, "response")).rejects.toThrow(/socket hang up|ECONNRESET/);
  relay.close();
});
