import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { RUN_LIMITS, type RunLimits } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { pino } from "pino";
import { registerGboxAndroidRoutes } from "../../gbox-android/routes.ts";
import { createHttpApp } from "../../http/http-app.ts";
import { createBoxServices, FAKE_SERVICES, FakeDevices } from "../../testing/fake-devices.ts";
import { registerRunnerRoutes } from "../routes.ts";

export interface RunEvent {
  event: string;
  data: string;
}

/** Builds the bundle that scripts import. */
export function buildSdkBundle(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL("../../../../sdk/build.mjs", import.meta.url))]);
}

/**
 * Starts a server with the runner, the alpha calls over fake devices, a call that returns its input and one that never
 * responds. `hanging` has the names of waiting calls, and `hangs` returns the number of calls. Every token that starts
 * with "key" is an API key: "key-2" of the team org_2, "key-2-ada" of the same team, made by ada.
 */
export async function startTestServer(limits: Partial<RunLimits> = {}) {
  const devices = new FakeDevices();
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    authenticate: async (token) => {
      if (!token.startsWith("key")) throw new AppError("unauthorized");
      const [, team = "1", createdBy = null] = token.split("-");
      return { kind: "api-key", apiKeyId: token, organizationId: `org_${team}`, scope: "manage", createdBy };
    },
  });
  let baseUrl = "";
  const actions = { noting: <T>(_caller: unknown, _id: string, _action: object, work: () => Promise<T>) => work() };
  registerGboxAndroidRoutes(app, {
    ...FAKE_SERVICES,
    ...createBoxServices(devices, actions),
    sandboxes: devices,
    devices,
    publicUrl: undefined,
  });
  registerRunnerRoutes(app, {
    baseUrl: () => baseUrl,
    publicUrl: "https://phones.example",
    organizations: FAKE_SERVICES.organizations,
    limits: { ...RUN_LIMITS, ...limits },
  });
  const hanging = new Set<string>();
  let hangs = 0;
  app.route<{ Querystring: { name?: string } }>({
    method: ["GET", "POST"],
    url: "/api/v1/test/hang",
    bodyLimit: 16 * 1_048_576,
    handler: (request, reply) => {
      reply.hijack();
      hangs += 1;
      const name = request.query.name ?? `unnamed ${hangs}`;
      hanging.add(name);
      reply.raw.once("close", () => hanging.delete(name));
    },
  });
  app.get<{ Querystring: { kib: string } }>("/api/v1/test/bytes", ({ query }) =>
    Buffer.alloc(Number(query.kib) * 1_024),
  );
  app.get("/api/v1/test/large", () => "x".repeat(17_000_000));
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/api/v1/test/echo", ({ headers, body }) => {
    const forwarded = headers["x-forwarded-for"] ?? "none";
    return `cookie: ${headers.cookie ?? "none"}, forwarded: ${String(forwarded)}, own: ${String(headers["x-own"])}, body: ${(body as Buffer).toString("hex")}`;
  });
  baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });

  /** Starts a script. Yields the response's events one by one. */
  async function start(code: string, options: { key?: string; signal?: AbortSignal } = {}) {
    const response = await fetch(`${baseUrl}/api/v1/vm/run_code`, {
      method: "POST",
      headers: { authorization: `Bearer ${options.key ?? "key"}`, "content-type": "application/json" },
      body: JSON.stringify({ code }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return { response, events: readEvents(response) };
  }

  /** Runs a script to its end. */
  async function run(code: string): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for await (const event of (await start(code)).events) events.push(event);
    return events;
  }

  return { app, baseUrl, hanging, hangs: () => hangs, devices, start, run, close: () => app.close() };
}

/** Parses an event stream by the HTML standard, without comments. */
async function* readEvents(response: Response): AsyncGenerator<RunEvent> {
  let rest = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n").filter((line) => !line.startsWith(":"));
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
      if (lines.length > 0) yield { event: field("event").join(), data: field("data").join("\n") };
    }
  }
}

/** Returns the texts of the events of one kind. */
export const dataOf = (events: RunEvent[], kind: string): string[] =>
  events.filter(({ event }) => event === kind).map(({ data }) => data);
