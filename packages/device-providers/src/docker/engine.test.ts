import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import path from "node:path";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { testSpec } from "../testing/provider-suite.ts";
import { createContainers } from "./containers.ts";
import { createDockerProvider } from "./docker-provider.ts";
import { readEngineAddress } from "./engine-address.ts";
import { createEngine } from "./engine.ts";

const folder = temporaryFolder();
const INSTALL_ID = "0a1b2c3d-0000-4000-8000-000000000000";
let count = 0;

/** Starts an engine with the test's request listener. */
async function startEngine(listener: RequestListener) {
  const socketPath = path.join(folder, `${count++}.sock`);
  const server = createServer(listener).listen(socketPath);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { socketPath };
}

function open(address: { socketPath: string }, engineTimeoutMs = 10_000) {
  const log = pino({ level: "silent" });
  const settings = { installId: INSTALL_ID, image: "phone", egress: "off" as const, storageMb: 64, engineTimeoutMs };
  const provider = createDockerProvider({ address, ...settings, log });
  onTestFinished(() => provider.close());
  const exits: string[] = [];
  provider.onExit((sandboxId, detail) => void exits.push(`${sandboxId}: ${detail}`));
  return { provider, exits };
}

const away = { code: "provider_unavailable", status: 503 };

test("times out on a hanging engine, then fails fast meanwhile", async () => {
  let hangs = true;
  const isPing = ({ url }: IncomingMessage) => url === "/_ping";
  let asked = 0;
  const answer: RequestListener = (request, response) => {
    asked += 1;
    if (!hangs) response.end(isPing(request) ? "OK" : "[]");
  };
  const { provider } = open(await startEngine(answer), 300);
  await expect(provider.list()).rejects.toMatchObject({
    ...away,
    message: expect.stringContaining("gave no answer within 0.3 s"),
  });
  const before = asked;
  const attempts = [
    provider.requireRoom(),
    provider.create(testSpec("sbx_1")),
    provider.destroy("sbx_1"),
    provider.inspect("sbx_1"),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(away);
  expect(asked - before).toBeLessThanOrEqual(1);
  hangs = false;
  await expect.poll(() => provider.list().catch(() => "away")).toEqual([]);
});

test("reports a missing engine without its address", async () => {
  const { provider } = open({ socketPath: path.join(folder, "none.sock") });
  const failure = await provider.create(testSpec("sbx_1")).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    ...away,
    message: expect.stringContaining("its container engine refuses connections"),
  });
  expect(String(failure)).not.toContain(folder);
});

/** Returns a container in the format of `GET /containers/{id}/json`. */
const details = (isRunning: boolean) => ({
  Id: "c0ffee",
  State: { Running: isRunning, ExitCode: 9, OOMKilled: false, Error: "" },
  Config: { Labels: { "terrarium.install": INSTALL_ID } },
  NetworkSettings: { Networks: { "terrarium-0a1b2c3d-off": { IPAddress: "172.30.0.2" } }, Ports: {} },
});
const network = {
  Internal: true,
  Labels: { "terrarium.install": INSTALL_ID },
  Options: {
    "com.docker.network.bridge.enable_icc": "false",
    "com.docker.network.bridge.name": "trmx0a1b2c3d",
  },
};

/** The container in the format of `GET /containers/json`. */
const LISTED = {
  Id: "c0ffee",
  Names: ["/terrarium-0a1b2c3d-sbx_1"],
  Created: 1,
  State: "running",
  Labels: details(true).Config.Labels,
};

/** Starts an engine with one device; the test writes its events. */
async function startWithEvents(onEvents: (response: ServerResponse) => void) {
  const state = { isRunning: true };
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status).end(JSON.stringify(body));
  const address = await startEngine((request, response) => {
    const url = request.url ?? "";
    if (url.startsWith("/events")) onEvents(response);
    else if (url.startsWith("/networks/")) json(response, network);
    else if (url.startsWith("/volumes/")) json(response, { message: "no quota support" }, 400);
    else if (url.startsWith("/containers/json"))
      json(response, [{ ...LISTED, State: state.isRunning ? "running" : "exited" }]);
    else if (url.includes("/logs")) response.end("");
    else json(response, details(state.isRunning));
  });
  return { address, state };
}

test("reports an end despite floods of events and invalid ones", async () => {
  let connections = 0;
  const { address, state } = await startWithEvents((response) => {
    connections += 1;
    response.writeHead(200);
    if (connections === 1) return void response.write("x".repeat(1_000_000));
    if (connections === 2) return void response.end("no event\n{}\n[1]\n");
    const other = `${JSON.stringify({ Actor: { ID: "somebody-elses" } })}\n`;
    response.write(other.repeat(100_000));
    state.isRunning = false;
    response.write(`${JSON.stringify({ Actor: { ID: "c0ffee" } })}\n`);
  });
  const { provider, exits } = open(address);
  expect(await provider.inspect("sbx_1")).toEqual({ state: "running", address: { host: "172.30.0.2", port: 5555 } });
  await expect.poll(() => exits).toEqual(["sbx_1: its container ended with 9"]);
  expect(connections).toBe(3);
});

test("reports a missed end after reconnecting and listing", async () => {
  const streams: ServerResponse[] = [];
  const { address, state } = await startWithEvents((response) => {
    response.writeHead(200).flushHeaders();
    streams.push(response);
  });
  const { provider, exits } = open(address);
  await provider.inspect("sbx_1");
  await expect.poll(() => streams).toHaveLength(1);
  state.isRunning = false;
  streams[0]?.destroy();
  await expect.poll(() => exits).toHaveLength(1);
  await provider.list();
  expect(exits).toHaveLength(1);
});

test("removes a container that is still being created", async () => {
  const asked: string[] = [];
  let asks = 0;
  const { provider } = open(
    await startEngine((request, response) => {
      const url = request.url ?? "";
      const isThere = asks > 2 && !asked.includes("DELETE");
      if (url.startsWith("/containers/json")) response.end(JSON.stringify(asked.includes("DELETE") ? [] : [LISTED]));
      else if (request.method === "DELETE") {
        asked.push("DELETE");
        response.writeHead(204).end();
      } else if (url.startsWith("/containers/")) {
        asks += 1;
        response.writeHead(isThere ? 200 : 404).end(JSON.stringify(isThere ? details(false) : { message: "none" }));
      } else response.writeHead(404).end("{}");
    }),
  );
  await provider.destroy("sbx_1");
  expect(asked).toEqual(["DELETE"]);
  expect(await provider.list()).toEqual([]);
  await provider.destroy("sbx_1");
});

test("rejects a foreign network of the same name", async () => {
  const address = await startEngine((request, response) =>
    response.end(request.url?.startsWith("/networks/") ? JSON.stringify({ ...network, Labels: {} }) : "[]"),
  );
  await expect(open(address).provider.create(testSpec("sbx_1"))).rejects.toThrow(/has other settings: remove it/);
});

/** Sends an endless response. */
function flood(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1_048_576, " ")));
  };
  response.on("drain", write);
  write();
}

test("aborts an oversized response", async () => {
  const address = await startEngine((_request, response) => flood(response));
  const engine = createEngine({ provider: "docker", address });
  onTestFinished(() => engine.close());
  await expect(engine.call("GET", "/containers/json")).rejects.toMatchObject(away);
});

test("fails only the call of a program that prints endlessly", async () => {
  const address = await startEngine((request, response) => {
    const url = request.url ?? "";
    if (url.endsWith("/start") || url.includes("/logs")) flood(response);
    else if (url.endsWith("/exec")) response.end('{"Id":"e1"}');
    else response.end(JSON.stringify(url === "/containers/json" ? [] : details(false)));
  });
  const engine = createEngine({ provider: "docker", address });
  onTestFinished(() => engine.close());
  const containers = createContainers(engine, INSTALL_ID);
  await expect(containers.run("c0ffee", ["yes"], 10_000)).rejects.toThrow(/more than 33554432 bytes/);
  expect(await containers.endOf("c0ffee")).toMatchObject({ detail: "its container ended with 9" });
  expect(await engine.call("GET", "/containers/json")).toMatchObject({ status: 200 });
});
test("parses engine addresses as Docker's own programs do", () => {
  expect(readEngineAddress()).toEqual({ socketPath: "/var/run/docker.sock" });
  expect(readEngineAddress("unix:///run/podman/podman.sock")).toEqual({ socketPath: "/run/podman/podman.sock" });
  expect(readEngineAddress("tcp://10.0.0.7")).toEqual({ host: "10.0.0.7", port: 2375, tls: undefined });
  expect(readEngineAddress("tcp://[fd00::7]:4000")).toMatchObject({ host: "fd00::7", port: 4000 });
  for (const bad of ["docker", "http://10.0.0.7", "tcp://", "unix://docker.sock"])
    expect(() => readEngineAddress(bad)).toThrow("DOCKER_HOST must be an address");
  expect(() => readEngineAddress("tcp://10.0.0.7", "/none")).toThrow("DOCKER_CERT_PATH cannot be read");
});
