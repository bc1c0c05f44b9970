import { getAuditLog } from "@terrarium/contract/audit";
import { listBoxes } from "@terrarium/contract/boxes";
import { getSandboxList, LISTED_STATUSES } from "@terrarium/contract/sandbox";
import { getUsage, getUsageBreakdown, USAGE_DIMENSIONS } from "@terrarium/contract/usage";
import { sqliteFile } from "@terrarium/platform/db/configured-database";
import { openDatabase } from "@terrarium/platform/db/database";
import { sqliteDialect } from "@terrarium/platform/db/sqlite";
import { providePostgres, temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { findScansOnPostgres, findScansOnSqlite } from "@terrarium/platform/testing/query-plans";
import { expect, onTestFinished, test } from "vitest";
import { callAs, findEndpoints, makeWorld, prepare, TABLE, type World } from "./testing/every-call.ts";

const postgres = providePostgres();
const folder = temporaryFolder();

const SCANS = [
  "select id from users where name = $1",
  "select id from sandboxes order by template_name limit $1",
  "update sandboxes set cpu = 1 where cpu = $1",
].map((sql) => ({ sql, parameters: [1] }));
const LOOKUPS = [
  "select name from users where id = $1",
  "select id from templates order by created_at, id limit $1",
].map((sql) => ({ sql, parameters: [1] }));

test("detects full table scans on SQLite", async () => {
  const file = `${folder}/plans.db`;
  await (await openDatabase(sqliteDialect(file))).destroy();
  expect(findScansOnSqlite(file, [...SCANS, ...LOOKUPS])).toHaveLength(SCANS.length);
});

/** Makes every API call as a user and as a program, and lists with every filter. */
async function callEverything(world: World): Promise<void> {
  const endpoints = await findEndpoints();
  for (const [name, row] of Object.entries(TABLE)) {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const prepared = await prepare(world, row);
    for (const caller of ["key", "owner"] as const) await callAs(prepared, caller, endpoint, row);
  }
}

async function filterEverything({ app, sessions, organizationId }: World): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await app.call("POST", path, { token: sessions.owner, body: { organizationId, ...body } });
    expect(answer.status).toBe(200);
  };
  const span = { from: "2026-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" };
  const choices = [{}, { actorId: "usr_1" }, { action: "createBox" }, { outcome: "ok" }, { outcome: "error" }];
  for (const choice of choices) for (const when of [{}, span]) await ask(getAuditLog.path, { ...choice, ...when });
  await ask(getUsage.path, { period: "yearly" });
  for (const by of USAGE_DIMENSIONS) await ask(getUsageBreakdown.path, { period: "yearly", by, label: "job" });
  for (const choice of ["status=running,pending", "status=terminated", "labels[a]=1", "deviceType=physical"]) {
    const answer = await app.call("GET", `${listBoxes.path}?${choice}`, { token: sessions.owner });
    expect(answer.status).toBe(200);
  }
  for (const status of LISTED_STATUSES)
    for (const choice of [{}, { search: "sbx_" }, { filters: { cpu: 2 } }, { sort: { by: "timeLeft" } }])
      await ask(getSandboxList.path, { ...choice, status });
}

async function issueEverything(environment: Record<string, string>): Promise<World> {
  const world = await makeWorld(environment);
  onTestFinished(() => world.app.remove());
  await filterEverything(world);
  await callEverything(world);
  return world;
}

test("no call scans a whole table on SQLite", async () => {
  const { app } = await issueEverything({});
  expect(findScansOnSqlite(sqliteFile(app), app.queries())).toEqual([]);
});

test("no call scans a whole table on PostgreSQL", async () => {
  const address = await postgres.createDatabase();
  const { app } = await issueEverything({ DATABASE_URL: address });
  expect(app.queries().length).toBeGreaterThan(80);
  expect(await findScansOnPostgres(address, [...SCANS, ...LOOKUPS])).toHaveLength(SCANS.length);
  expect(await findScansOnPostgres(address, app.queries())).toEqual([]);
});
