import { ErrorBody } from "@terrarium/contract/error-body";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { findEndpoints, makeWorld, prepare, TABLE, type World } from "../testing/every-call.ts";
import { oddBodies } from "../testing/odd-bodies.ts";
import type { TestAnswer } from "../testing/test-app.ts";
import type { JsonSchema } from "./openapi-example.ts";

/** A fixed seed gives each run the same bodies, so a failure can be reproduced. */
const SEED = 20_261_122;
const BODIES = 25;
const UNLIMITED = { perAddress: 1_000_000, perCaller: 1_000_000 };

const endpoints = await findEndpoints();
const withBodies = Object.entries(TABLE).flatMap(([name, row]) => {
  const endpoint = endpoints.get(name);
  // MCP responds in JSON-RPC's own form.
  return endpoint?.body === undefined || name === "mcp" ? [] : [{ name, row, endpoint, schema: endpoint.body }];
});
const withForms = withBodies.filter(({ endpoint }) => endpoint.multipart === true);
const withJson = withBodies.filter(({ endpoint }) => endpoint.multipart !== true);

let shared: World;
beforeAll(async () => {
  shared = await makeWorld({}, { rateLimits: { signIn: UNLIMITED, invite: UNLIMITED, write: UNLIMITED } });
});
afterAll(() => shared.app.remove());

/** A valid body succeeds or fails with a reason. The fake device does not support ADB. */
const isSound = ({ status, body }: TestAnswer, isRight: boolean): boolean =>
  isRight ? status < 500 || body?.code === "device_failed" : status === 400;

const isWhole = ({ status, body, headers }: TestAnswer): boolean =>
  status < 400 || ErrorBody.strict().safeParse(body).data?.requestId === headers.get("x-request-id");

test.each(withJson)("$name reports every kind of invalid body", async ({ row, endpoint, schema }) => {
  const world = await prepare(shared, row);
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const path = row.path?.(world, endpoint.path) ?? endpoint.path;
  const bodies = fc.sample(oddBodies(shape, await row.body?.(world)), { seed: SEED, numRuns: BODIES });
  const wrong: string[] = [];
  for (const value of bodies) {
    const body = JSON.stringify(value);
    const answer = await world.app.call(endpoint.method, path, { token: world.tokens.owner, body });
    // The server treats null as no body.
    const isRight = schema.safeParse(JSON.parse(body) ?? undefined).success;
    if (!isSound(answer, isRight) || !isWhole(answer))
      wrong.push(`${body.slice(0, 300)}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  expect(wrong).toEqual([]);
  expect(Object.prototype).not.toHaveProperty("polluted");
});

/** Makes a form of the fields, each as a text or as a file. */
function formOf(value: unknown): FormData {
  const form = new FormData();
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [["apk", value]];
  for (const [index, [name, each]] of fields.entries()) {
    const text = JSON.stringify(each) ?? "";
    if (index % 2 === 0) form.append(String(name), text);
    else form.append(String(name), new Blob([text]), text.slice(0, 30));
  }
  return form;
}

test.each(withForms)("$name reports every kind of invalid form", async ({ row, endpoint, schema }) => {
  const path = row.path?.(shared, endpoint.path) ?? endpoint.path;
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const values = fc.sample(oddBodies(shape, undefined), { seed: SEED, numRuns: BODIES });
  const brokenForm = 'multipart/form-data; boundary="a';
  const wrong: string[] = [];
  for (const [index, value] of values.entries()) {
    const isForm = index % 5 !== 0;
    const answer = await fetch(shared.app.origin + path, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${shared.tokens.key}`, ...(isForm ? {} : { "content-type": brokenForm }) },
      body: isForm ? formOf(value) : JSON.stringify(value),
    });
    const { status, headers } = answer;
    const told = { status, headers, body: await answer.json() };
    // Some fields are checked only after the file is on the device.
    if (!isSound(told, true) || !isWhole(told)) wrong.push(`${JSON.stringify(value)}: ${status} ${told.body.code}`);
  }
  expect(wrong).toEqual([]);
});
