import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createEmbeddedProvider } from "@terrarium/device-providers/embedded/embedded-provider";
import type { DeviceSpec } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import { pino } from "pino";

// For tests: a process that runs devices for several servers, like a container engine. It offers the methods of a
// provider over HTTP, and ends with its standard input.

const { values } = parseArgs({ options: { root: { type: "string" }, program: { type: "string" } } });
const { root = "", program = "" } = values;
const settings = { storageMb: 128, memoryMb: 512, clock: "2026-03-04T09:41:00Z", log: pino({ level: "warn" }) };
const provider = createEmbeddedProvider({ root, program, ...settings });
const listeners = new Set<ServerResponse>();
provider.onExit((...exit) => {
  for (const listener of listeners) listener.write(`${JSON.stringify(exit)}\n`);
});

const methods: Record<string, (argument: unknown) => Promise<unknown>> = {
  create: (spec) => provider.create(spec as DeviceSpec),
  inspect: (id) => provider.inspect(String(id)),
  destroy: (id) => provider.destroy(String(id)),
  list: () => provider.list(),
  requireRoom: () => provider.requireRoom(),
};

const server = createServer(async (request, response) => {
  const name = (request.url ?? "").slice(1);
  if (name === "exits") {
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
    response.writeHead(200).flushHeaders();
    return;
  }
  try {
    const { argument } = (await json(request)) as { argument?: unknown };
    const answer = await methods[name]?.(argument);
    response.end(JSON.stringify({ answer }));
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    response.end(JSON.stringify({ error: { code, message: String(error) } }));
  }
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`);
});

process.on("SIGINT", () => undefined);
process.stdin.resume().on("end", async () => {
  const devices = await provider.list();
  await Promise.all(devices.map(({ sandboxId }) => provider.destroy(sandboxId)));
  await provider.close();
  process.exit();
});
