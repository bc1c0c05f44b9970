import { ErrorBody } from "@terrarium/contract/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAs, CALLERS, findEndpoints, makeWorld, prepare, TABLE, type World } from "../testing/every-call.ts";

const endpoints = await findEndpoints();

test("the table has every endpoint of the contract", () => {
  expect(Object.keys(TABLE).toSorted()).toEqual([...endpoints.keys()].toSorted());
});

describe("who may call", () => {
  let shared: World;
  beforeAll(async () => {
    shared = await makeWorld();
  });
  afterAll(() => shared.app.remove());

  test.each(Object.entries(TABLE))("%s", async (name, row) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const world = await prepare(shared, row);
    const statuses: Record<string, number> = {};
    const malformed: unknown[] = [];
    for (const caller of CALLERS) {
      const answer = await callAs(world, caller, endpoint, row);
      statuses[caller] = answer.status;
      if (answer.status >= 400 && !ErrorBody.strict().safeParse(answer.body).success) malformed.push(answer.body);
    }
    expect(statuses).toEqual(row.status);
    expect(malformed).toEqual([]);
  });
});
