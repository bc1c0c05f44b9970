import { BOX_RIGHTS, type BoxRight, withImplied } from "@terrarium/contract/box-rights";
import type { Endpoint } from "@terrarium/contract/endpoint";
import { ErrorBody } from "@terrarium/contract/error-body";
import { permits, type Scope } from "@terrarium/contract/scope";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAs, CALLERS, findEndpoints, makeWorld, prepare, TABLE, type World } from "../testing/every-call.ts";

const CHALLENGE = 'Bearer realm="Terrarium"';
const endpoints = await findEndpoints();
const names = Object.keys(TABLE);
/** Calls that the table makes after the end of the sandbox and its tokens. */
const AFTER_THE_END = new Set(names.slice(names.indexOf("releaseFleetDevice") + 1));

test("the table has every endpoint of the contract", () => {
  expect(Object.keys(TABLE).toSorted()).toEqual([...endpoints.keys()].toSorted());
});

test("the table has a scope for every API key call", () => {
  const takesKeys = ({ access }: Endpoint) => access === "session-or-api-key";
  const scoped = Object.entries(TABLE).flatMap(([name, { scope }]) => (scope === undefined ? [] : [name]));
  expect(scoped.toSorted()).toEqual(
    [...endpoints.values()]
      .filter(takesKeys)
      .map(({ name }) => name)
      .toSorted(),
  );
});

describe("access to every call", () => {
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
      const challenge = caller === "none" ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
      if (answer.status === 401 && answer.headers.get("www-authenticate") !== challenge) malformed.push(answer.headers);
      if (answer.status >= 400 && !ErrorBody.strict().safeParse(answer.body).success) malformed.push(answer.body);
    }
    const { scope = "read", status } = row;
    const asKey = (held: Scope) => (permits(held, scope) ? status.key : 403);
    const isOfBox = endpoint.path.includes("{boxId}") && row.givesAccess !== true;
    const asToken = (right: BoxRight) => {
      if (endpoint.access === "public") return status.key;
      if (AFTER_THE_END.has(name)) return 401;
      const isGranted = withImplied([right]).includes(row.right ?? "shell");
      return isOfBox && isGranted ? asKey("drive") : 403;
    };
    expect(statuses).toEqual({
      ...status,
      readKey: asKey("read"),
      driveKey: asKey("drive"),
      ...Object.fromEntries(BOX_RIGHTS.map((right) => [`${right}Token`, asToken(right)])),
    });
    expect(malformed).toEqual([]);
  });
});
