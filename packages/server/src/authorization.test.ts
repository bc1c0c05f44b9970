import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "@terrarium/contract/endpoint";
import { ErrorBody } from "@terrarium/contract/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./test-app.ts";

/** Callers: "mine" belongs to the team that owns what is asked for, "foreign" to another. */
const CALLERS = ["none", "bad", "signedOut", "foreignKey", "foreignMember", "key", "member"] as const;
type CallerName = (typeof CALLERS)[number];

type Expected = Record<CallerName, number>;
const expected = (
  refused: number,
  foreignKey: number,
  foreignMember: number,
  key: number,
  member: number,
): Expected => ({
  none: refused,
  bad: refused,
  signedOut: refused,
  foreignKey,
  foreignMember,
  key,
  member,
});

/** Open to all; for users, about themselves; for users, about a team; for programs too, about themselves or a team. */
const PUBLIC = (status: number) => expected(status, status, status, status, status);
const OWN_USER = expected(401, 403, 200, 403, 200);
const TEAM_USER = expected(401, 403, 404, 403, 200);
const OWN_ANY = expected(401, 200, 200, 200, 200);
const TEAM_ANY = expected(401, 404, 404, 200, 200);

interface Row {
  body?: (world: World) => unknown;
  path?: (world: World, path: string) => string;
  status: Expected;
}

const organizationId = (world: World) => ({ organizationId: world.organizationId });
const boxPath = (world: World, path: string) => path.replace("{boxId}", world.sandboxId);
/** The stand-in device does not answer ADB, so that an accepted call fails there: authorisation is over by then. */
const DEVICE_CALL = { ...TEAM_ANY, key: 502, member: 502 };
const uid = (world: World) => ({ uid: world.sandboxId });
const point = { x: 1, y: 1, startX: 1, startY: 1, endX: 2, endY: 2 };

const TABLE: Record<string, Row> = {
  githubCallback: { body: () => ({ code: "none" }), status: PUBLIC(400) },
  googleCallback: { body: () => ({ code: "none" }), status: PUBLIC(400) },
  getLoginClientId: { status: PUBLIC(200) },
  getCurrentUserInfo: { status: OWN_USER },
  getMyOrganizationList: { status: OWN_USER },
  createAnOrganization: { body: () => ({ name: "New" }), status: OWN_USER },
  getAllApiKey: { body: organizationId, status: TEAM_USER },
  createAnApiKey: { body: (world) => ({ ...organizationId(world), name: "another" }), status: TEAM_USER },
  deleteAnApiKey: { body: (world) => ({ ...organizationId(world), apiKeyId: world.spareKeyId }), status: TEAM_USER },
  getAllTemplates: { status: OWN_ANY },
  getSandboxList: { body: organizationId, status: TEAM_ANY },
  createBox: { body: () => ({ type: "android" }), status: OWN_ANY },
  createAndroidBox: { body: () => ({}), status: OWN_ANY },
  listBoxes: { status: OWN_ANY },
  getBox: { path: boxPath, status: TEAM_ANY },
  createAndroid: { body: () => ({}), status: OWN_ANY },
  screenshot: { body: uid, status: DEVICE_CALL },
  click: { body: (world) => ({ ...uid(world), ...point }), status: DEVICE_CALL },
  scroll: { body: (world) => ({ ...uid(world), ...point }), status: DEVICE_CALL },
  drag: { body: (world) => ({ ...uid(world), ...point }), status: DEVICE_CALL },
  keyPress: { body: (world) => ({ ...uid(world), key: "home" }), status: DEVICE_CALL },
  type: { body: (world) => ({ ...uid(world), text: "a" }), status: DEVICE_CALL },
  deviceScreenSize: { body: uid, status: DEVICE_CALL },
  runCode: { body: () => ({ code: "1" }), status: OWN_ANY },
  // These end what the calls above need.
  terminateBox: { path: boxPath, body: () => ({}), status: TEAM_ANY },
  deleteSandbox: {
    body: (world) => ({ ...organizationId(world), sandboxId: world.sandboxId }),
    status: { ...TEAM_ANY, member: 404 },
  },
  logout: { status: OWN_USER },
};

interface World {
  app: TestApp;
  organizationId: string;
  sandboxId: string;
  spareKeyId: string;
  tokens: Record<CallerName, string | undefined>;
}

async function makeTeam(app: TestApp, login: string) {
  const token = await app.signIn(login);
  const team = await app.call("POST", "/api/v1/organization/create_an_organization", {
    token,
    body: { name: `${login}'s Team` },
  });
  const organizationId: string = team.body.id;
  const createKey = async (name: string) =>
    (await app.call("POST", "/api/v1/api_key/create_an_api_key", { token, body: { organizationId, name } })).body;
  return { token, organizationId, key: await createKey("key1"), createKey };
}

async function makeWorld(): Promise<World> {
  const app = await startTestApp();
  const team = await makeTeam(app, "ada");
  const foreign = await makeTeam(app, "eve");
  const sandbox = await app.call("POST", "/api/v1/boxes", { token: team.key.key, body: { type: "android" } });
  const signedOut = await app.signIn("ada");
  await app.call("POST", "/api/v1/auth/logout", { token: signedOut });
  const tokens = {
    none: undefined,
    bad: "x".repeat(43),
    signedOut,
    foreignKey: foreign.key.key,
    foreignMember: foreign.token,
  };
  return {
    app,
    organizationId: team.organizationId,
    sandboxId: sandbox.body.id,
    spareKeyId: (await team.createKey("spare")).id,
    tokens: { ...tokens, key: team.key.key, member: team.token },
  };
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "access" in value && "path" in value && "name" in value;
}

/** Every endpoint that any module of the contract declares. */
async function findEndpoints(): Promise<Map<string, Endpoint>> {
  const folder = fileURLToPath(new URL(".", import.meta.resolve("@terrarium/contract/endpoint")));
  const modules = await Promise.all(readdirSync(folder).map((file): Promise<object> => import(folder + file)));
  const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
  return new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
}

const endpoints = await findEndpoints();

test("the table has every endpoint of the contract", () => {
  expect(Object.keys(TABLE).toSorted()).toEqual([...endpoints.keys()].toSorted());
});

describe("who may call", () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.app.remove());

  test.each(Object.entries(TABLE))("%s", async (name, row) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const statuses: Record<string, number> = {};
    const malformed: unknown[] = [];
    for (const caller of CALLERS) {
      const path = row.path?.(world, endpoint.path) ?? endpoint.path;
      const answer = await world.app.call(endpoint.method, path, {
        token: world.tokens[caller],
        body: row.body?.(world),
      });
      statuses[caller] = answer.status;
      if (answer.status >= 400 && !ErrorBody.strict().safeParse(answer.body).success) malformed.push(answer.body);
    }
    expect(statuses).toEqual(row.status);
    expect(malformed).toEqual([]);
  });
});
