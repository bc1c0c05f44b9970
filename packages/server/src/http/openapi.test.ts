import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ERRORS } from "@terrarium/contract/errors";
import { contractEndpoints } from "@terrarium/contract/reflection/contract-exports";
import { TAGS } from "@terrarium/contract/tags";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, Answer | { $ref: string }>;
}
interface Answer {
  description: string;
  content?: Record<string, { example?: unknown }>;
}

let app: TestApp;
let document: {
  openapi: string;
  servers: unknown[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answer> };
};
beforeAll(async () => {
  app = await startTestApp();
  document = (await app.call("GET", "/api/v1/openapi.json")).body;
});
afterAll(() => app.remove());
const operations = () => Object.values(document.paths).flatMap((each) => Object.values(each));
const answerOf = ({ responses }: Operation, status: string): Answer | undefined => {
  const answer = responses[status];
  return answer && "$ref" in answer ? document.components.responses[path.basename(answer.$ref)] : answer;
};

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(document.openapi).toMatch(/^3\.1/);
  expect(document.servers).toHaveLength(1);
});

test("contains every call once, with a described tag", async () => {
  const names = operations().map(({ operationId }) => operationId);
  const served = (await contractEndpoints()).map(({ name }) => name);
  expect(served.filter((name) => names.filter((each) => each === name).length !== 1)).toEqual([]);
  const used = new Set(operations().flatMap(({ tags }) => tags ?? []));
  expect([...used].toSorted()).toEqual(Object.keys(TAGS).toSorted());
});

test("bodies declare that they accept no other fields", async () => {
  const lenient = new Set((await contractEndpoints()).flatMap((each) => (each.ignoresUnknownFields ? each.name : [])));
  const isOpen = (schema: unknown): boolean => {
    if (typeof schema !== "object" || schema === null) return false;
    const isOpenObject = "properties" in schema && !("additionalProperties" in schema);
    return isOpenObject || Object.values(schema).some(isOpen);
  };
  const open = operations().filter(({ operationId, requestBody }) => !lenient.has(operationId) && isOpen(requestBody));
  expect(open.map(({ operationId }) => operationId)).toEqual([]);
});

test("a trailing slash leads to the same call", async () => {
  const lost: string[] = [];
  for (const { method, name, path } of await contractEndpoints()) {
    const { body } = await app.call(method, `${path.replaceAll(/\{\w+\}/g, "x")}/`);
    if (body?.code === "not_found") lost.push(name);
  }
  expect(lost).toEqual([]);
});

test("every call declares its errors by status", async () => {
  const served = new Set((await contractEndpoints()).map(({ name }) => name));
  const wrong = operations()
    .filter(({ operationId }) => served.has(operationId))
    .flatMap((operation) => {
      const { operationId, responses } = operation;
      const told = Object.keys(responses).filter((status) => Number(status) >= 400);
      const misplaced = told.flatMap((status) =>
        [...(answerOf(operation, status)?.description ?? "").matchAll(/`(\w+)`/g)]
          .filter(([, code = ""]) => ERRORS[code as keyof typeof ERRORS].status !== Number(status))
          .map(([, code]) => `${operationId}: ${code}`),
      );
      return told.length === 0 ? [operationId] : misplaced;
    });
  expect(wrong).toEqual([]);
});

test("nearly every call has request and response examples", async () => {
  const contents = operations().flatMap((operation) => [
    operation.requestBody?.content["application/json"],
    answerOf(operation, "200")?.content?.["application/json"],
  ]);
  const there = contents.filter((content) => content !== undefined);
  expect(there.length).toBeGreaterThan(80);
  expect(there.filter(({ example }) => example !== undefined).length / there.length).toBeGreaterThan(0.85);
});
