import type { Endpoint } from "@terrarium/contract/endpoint";
import { contractEndpoints } from "@terrarium/contract/reflection/contract-exports";
import { GboxClient } from "@terrarium/sdk/gbox-client";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createProgram } from "../../../../cli/src/program.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { REQUEST_BODIES } from "../request-examples.ts";
import type { CodeSample } from "./request-example.ts";

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
  "x-codeSamples": CodeSample[];
}
interface Call {
  endpoint: Endpoint;
  operation: Operation;
}

let app: TestApp;
let calls: Call[];
beforeAll(async () => {
  app = await startTestApp();
  const { paths } = (await app.call("GET", "/api/v1/openapi.json")).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  calls = (await contractEndpoints()).map((endpoint) => {
    const operation = operations.find(({ operationId }) => operationId === endpoint.name);
    if (!operation) throw new Error(`${endpoint.name} is not in the document`);
    return { endpoint, operation };
  });
});
afterAll(() => app.remove());

const sampleOf = ({ operation }: Call, label: CodeSample["label"]) =>
  operation["x-codeSamples"].find((sample) => sample.label === label)?.source;
const withSample = (label: CodeSample["label"]) =>
  calls.flatMap((call) => {
    const source = sampleOf(call, label);
    return source === undefined ? [] : [{ ...call, source }];
  });
const patternOf = ({ path }: Endpoint) =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((part) => RegExp.escape(part))
      .join("[^/]+")}$`,
  );

test("every example body matches its call", async () => {
  const wrong = Object.entries(REQUEST_BODIES).filter(([name, body]) => {
    const call = calls.find(({ endpoint }) => endpoint.name === name);
    return call?.endpoint.body?.safeParse(body).success !== true;
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test("every call has a curl sample with its address and a valid body", () => {
  const wrong = calls.filter((call) => {
    const source = sampleOf(call, "curl") ?? "";
    const { endpoint } = call;
    const [, method = "GET", path = ""] = /^curl(?: -X (\w+))? "\$TERRARIUM_BASE_URL([^"?]+)/.exec(source) ?? [];
    if (method !== endpoint.method || !patternOf(endpoint).test(path)) return true;
    const [, json] = /-d '(.*)'$/m.exec(source) ?? [];
    return json !== undefined && endpoint.body?.safeParse(JSON.parse(json)).success !== true;
  });
  expect(wrong.map(({ endpoint }) => endpoint.name)).toEqual([]);
});

/** Calls that the SDK makes as another one with the same effect. */
const SAME: Readonly<Record<string, string>> = { createAndroidBox: "createBox", createLinuxBox: "createBox" };

test("each SDK sample makes the call of its operation", async () => {
  const made: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url);
    const method = init.method ?? "GET";
    made.push({ method, path: pathname, body: init.body });
    const call = calls.find(({ endpoint }) => endpoint.method === method && patternOf(endpoint).test(pathname));
    const content = call?.operation.responses["200"]?.content?.["application/json"];
    return Response.json(content?.example ?? null);
  });
  vi.stubEnv("TERRARIUM_API_KEY", "trm_test");
  const samples = withSample("SDK");
  expect(samples.length).toBeGreaterThan(80);
  const wrong: string[] = [];
  for (const { endpoint, source } of samples) {
    const code = source.replaceAll(/^import .*\n/gm, "");
    const run = new AsyncFunction("TerrariumClient", "GboxClient", "readFile", "console", code);
    await run(TerrariumClient, GboxClient, async () => new Uint8Array(3), { log: () => undefined });
    const expected = calls.find((call) => call.endpoint.name === (SAME[endpoint.name] ?? endpoint.name))?.endpoint;
    const last = made.at(-1);
    const isSame = expected && last?.method === expected.method && patternOf(expected).test(last.path);
    const isValid = typeof last?.body !== "string" || expected?.body?.safeParse(JSON.parse(last.body)).success === true;
    if (!isSame || !isValid) wrong.push(`${endpoint.name}: ${last?.method} ${last?.path}`);
  }
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect(wrong).toEqual([]);
});

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

test("each CLI sample is accepted by the command line", async () => {
  const samples = withSample("CLI");
  expect(samples.length).toBeGreaterThan(20);
  const accepted: string[] = [];
  for (const { endpoint, source } of samples) {
    const program = createProgram("0.1.0", "json");
    for (const leaf of leavesOf(program)) leaf.action(() => void accepted.push(endpoint.name));
    const [, ...words] = source.split(" ").map((word) => word.replaceAll("'", ""));
    await program.parseAsync(words, { from: "user" });
  }
  expect(accepted).toEqual(samples.map(({ endpoint }) => endpoint.name));
});

type Command = Pick<ReturnType<typeof createProgram>, "action" | "commands">;

const leavesOf = ({ commands }: Pick<Command, "commands">): Command[] =>
  (commands as unknown as Command[]).flatMap((each) => (each.commands.length > 0 ? leavesOf(each) : [each]));
