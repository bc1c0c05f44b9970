import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createNetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConnectionPool } from "@terrarium/bounds/bounded-server";
import { createForwardProxy } from "@terrarium/device-providers/forward-proxy";
import { expect, onTestFinished, test } from "vitest";
import { startRecordingProxy } from "../../../../e2e/support/recording-proxy.ts";
import { type EgressRelay, startEgressRelay } from "./egress-relay.ts";
import { keepProxy } from "./kept-proxy.ts";
import { portOf } from "./port-of.ts";
import type { UserProxy } from "./user-proxy.ts";

const run = promisify(execFile);
const PASSWORD = "ada:it's §ecret";
const AUTH = { username: "ada", password: "it's §ecret" };

/** Starts a page with host names that only the user's proxy resolves, and an egress proxy in front of both. */
async function open(egress: "all" | "public" = "all") {
  const folder = await mkdtemp(join(tmpdir(), "egress-"));
  const page = createServer(async (asked, answer) => {
    let body = "";
    for await (const chunk of asked) body += String(chunk);
    answer.end(`${asked.method} ${asked.url} ${asked.headers.host} ${asked.headers["proxy-authorization"]} ${body}`);
  }).listen(0, "127.0.0.1");
  const egressProxy = createForwardProxy({
    egress,
    resolverOf: () => async (name) => (name === "direct.test" ? ["10.0.2.2"] : []),
    pool: new ConnectionPool(100),
  });
  egressProxy.listen(join(folder, "proxy"));
  await Promise.all([once(page, "listening"), once(egressProxy, "listening")]);
  const pagePort = portOf(page);
  const proxy = await startRecordingProxy(pagePort, PASSWORD);
  const relay = await startEgressRelay(join(folder, "proxy"), 0);
  onTestFinished(async () => {
    relay.close();
    proxy.close();
    for (const server of [page, egressProxy]) server.close().closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });
  const through: UserProxy = { host: "10.0.2.2", port: proxy.port, auth: AUTH };
  return { folder, relay, proxy, pagePort, through };
}

/** Returns curl's output with the relay's environment variables. */
const curl = async (relay: EgressRelay, ...args: string[]): Promise<string> =>
  (await run("curl", ["-s", "-w", " %{http_code} %{http_connect}", ...args], { env: relay.environment })).stdout;

test("programs reach the user proxy's hosts, and none without it", async () => {
  const { relay, proxy, through } = await open();
  expect(await curl(relay, "http://inside.test/a")).toContain("unknown-host");
  relay.through(through);
  const authorization = `Basic ${Buffer.from(PASSWORD).toString("base64")}`;
  expect(await curl(relay, "http://inside.test/a?b=1")).toBe("GET /a?b=1 inside.test undefined  200 000");
  expect(await curl(relay, "-d", "body", "http://inside.test/")).toBe("POST / inside.test undefined body 200 000");
  expect(await curl(relay, "-H", "Transfer-Encoding: chunked", "-d", "body", "http://inside.test/")).toContain(
    "body 200",
  );
  expect(await curl(relay, "-p", "http://inside.test/")).toBe("GET / inside.test undefined  200 200");
  expect(proxy.asked).toEqual([
    `GET http://inside.test/a?b=1 ${authorization}`,
    `POST http://inside.test/ ${authorization}`,
    `POST http://inside.test/ ${authorization}`,
    `CONNECT inside.test:80 ${authorization}`,
  ]);
  relay.through(undefined);
  expect(await curl(relay, "http://inside.test/a")).toContain("unknown-host");
});

test("forwards a program's credentials, and the proxy's refusal", async () => {
  const { relay, through } = await open();
  relay.through({ ...through, auth: undefined });
  expect(await curl(relay, "http://inside.test/")).toBe("who are you? 407 000");
  expect(await curl(relay, "-U", PASSWORD, "http://inside.test/")).toContain("200");
  await expect(curl(relay, "-p", "http://inside.test/")).rejects.toMatchObject({ stdout: " 000 407" });
});

test("reaches excluded hosts through the egress proxy alone", async () => {
  const { relay, proxy, pagePort, through } = await open();
  relay.through({ ...through, excludes: ["d*ct.test", "*.inside.test", "*a*b*c", "localhost"] });
  expect(await curl(relay, `http://direct.test:${pagePort}/`)).toContain("GET / direct.test");
  expect(await curl(relay, "-p", `http://direct.test:${pagePort}/`)).toContain("GET / direct.test");
  expect(await curl(relay, "http://www.INSIDE.test/")).toContain("unknown-host");
  expect(proxy.asked).toEqual([]);
  for (const name of ["inside.test", "dct.tes", "ab.c.d"])
    expect(await curl(relay, `http://${name}/`)).toContain("200");
});

test("uses no proxy at an address that the egress proxy rejects", async () => {
  const { relay, proxy, through } = await open("public");
  relay.through(through);
  const refusal = "is at an address that the server's operator does not allow";
  expect(await curl(relay, "http://inside.test/")).toContain(refusal);
  await expect(curl(relay, "-p", "http://inside.test/")).rejects.toMatchObject({ stdout: " 000 502" });
  relay.through({ ...through, host: "::1" });
  expect(await curl(relay, "http://inside.test/")).toContain(refusal);
  relay.through({ ...through, host: "nobody.test" });
  expect(await curl(relay, "http://inside.test/")).toContain("cannot be reached");
  expect(proxy.asked).toEqual([]);
});

test.each([
  ["an invalid status code", "HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n", "502"],
  ["another protocol", "HTTP/1.1 101 Odd\r\nupgrade: odd\r\nconnection: upgrade\r\n\r\n", "502"],
  ["invalid HTTP", "\0\r\n\r\n", "502"],
  ["control characters", "HTTP/1.1 200 O\x01K\r\ncontent-length: 2\r\n\r\nhi", "hi 200"],
  ["missing trailers", "HTTP/1.1 200 OK\r\ntrailer: x\r\ncontent-length: 2\r\n\r\nhi", "hi 200"],
])("a proxy that responds with %s affects that request only", async (_what, answer, told) => {
  const { relay, through } = await open();
  const odd = createNetServer((socket) => {
    socket.on("error", () => undefined).once("data", () => socket.end(answer));
  }).listen(0, "127.0.0.1");
  await once(odd, "listening");
  onTestFinished(() => void odd.close());
  relay.through({ ...through, port: portOf(odd) });
  expect(await curl(relay, "http://inside.test/")).toContain(told);
  relay.through(through);
  expect(await curl(relay, "http://inside.test/a")).toContain("GET /a inside.test");
});

test("closes connections on a proxy change, rejects invalid requests", async () => {
  const { relay, through } = await open();
  const port = Number(new URL(relay.environment["http_proxy"] ?? "").port);
  const ask = async (bytes: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(bytes);
    return socket;
  };
  const early = await ask("CONNECT direct.test:1");
  const ended = once(early.resume(), "close");
  // A later response shows that the relay has received the first one.
  expect(await curl(relay, "http://inside.test/")).toContain("unknown-host");
  relay.through(through);
  await ended;
  const odd = await ask("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(String((await once(odd, "data"))[0])).toContain("400 Bad Request");
  const tunnel = await ask("CONNECT :: HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(String((await once(tunnel, "data"))[0])).toContain("400 Bad Request");
  relay.through(undefined);
});

test("keeps a private setting across restarts, ignores an unreadable one", async () => {
  const { folder: home, through } = await open();
  const used: unknown[] = [];
  const relay = { through: (proxy: UserProxy | undefined) => void used.push(proxy) };
  const log = () => undefined;
  await (await keepProxy(home, relay, log)).use(through);
  expect((await keepProxy(home, relay, log)).current).toEqual(through);
  const { stdout } = await run("sh", [
    "-c",
    `cd ${home}/.config/terrarium; stat -c '%a %n' *; echo '{"host":1}' > proxy.json`,
  ]);
  expect(stdout).toBe("600 proxy.json\n");
  const broken = await keepProxy(home, relay, log);
  expect(broken.current).toBeUndefined();
  await broken.use(undefined);
  expect(used).toEqual([undefined, through, through, undefined, undefined]);
});
