import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiKey } from "@terrarium/contract/api-key";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createBox, firstTeam, getBox, screenshot } from "../e2e/support/api.ts";
import { metric, REPLICA } from "../e2e/support/replicas.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import {
  type PostgresCluster,
  queryOnce,
  startPostgresCluster,
} from "../packages/platform/src/testing/postgres-cluster.ts";
import { type DeviceHost, startDeviceHost } from "../packages/server/src/testing/replicas/start-device-host.ts";

const MIGRATIONS = "packages/platform/src/db/migrations";
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();

/**
 * Returns the commit before the newest one that adds or removes a migration, or HEAD if a change is uncommitted. Edits of
 * existing migrations change only texts. A merge counts as one commit, because a branch may rename its migrations in it.
 */
function findOldVersion(): string | undefined {
  const paths = ["--", MIGRATIONS, ":(exclude)*.test.ts"];
  try {
    if (git("status", "--porcelain", ...paths) !== "") return git("rev-parse", "HEAD");
    const newest = git(
      "log",
      "-1",
      "--first-parent",
      "-m",
      "--format=%H",
      "--no-renames",
      "--diff-filter=AD",
      ...paths,
    );
    return git("rev-parse", "--verify", "--quiet", `${newest}~1`);
  } catch {
    return undefined;
  }
}

const old = findOldVersion();
if (old === undefined)
  process.stderr.write(
    "\nterrarium: THE TEST OF A ROLLING UPGRADE DOES NOT RUN HERE: it needs the history of the repository: git fetch --unshallow\n\n",
  );

/** Checks out the sources of a commit, with the packages installed here. */
function layOut(commit: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-old-"));
  const archive = path.join(folder, "sources.tar");
  execFileSync("git", ["archive", "--output", archive, commit, "packages", "package.json"]);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  const scope = "@terrarium";
  mkdirSync(path.join(folder, "node_modules", scope), { recursive: true });
  // The development dependencies contain @fastify/swagger-ui for the older version.
  for (const name of readdirSync("node_modules"))
    if (name !== scope) symlinkSync(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
  for (const name of readdirSync(path.join(folder, "packages"))) {
    symlinkSync(path.join(folder, "packages", name), path.join(folder, "node_modules", scope, name));
    symlinkSync(path.resolve("packages", name, "node_modules"), path.join(folder, "packages", name, "node_modules"));
  }
  return folder;
}

describe.skipIf(old === undefined)("the version before the newest schema change, beside this one", () => {
  let postgres: PostgresCluster;
  let host: DeviceHost;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let before: TestServer;
  let now: TestServer;
  let token: string;

  beforeAll(async () => {
    postgres = await startPostgresCluster();
    await queryOnce(postgres.address("postgres"), "create database rolling");
    host = await startDeviceHost();
    folder = layOut(String(old));
    environment = {
      DATABASE_URL: postgres.address("rolling"),
      TERRARIUM_SECRET: "of-two-versions-that-share-a-database",
      TEST_DEVICE_HOST: host.url,
      TEST_SERVER_FOLDER: folder,
    };
    const program = "packages/server/src/testing/replicas/old-replica.ts";
    before = await startServer(environment, undefined, [], program);
    token = await signIn(before.origin, "ada");
  });
  afterAll(async () => {
    await now?.stop();
    await before?.stop();
    await host?.stop();
    await postgres?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const both = () => [before, now];
  async function work(on: TestServer, other: TestServer): Promise<void> {
    const box = await createBox(on.origin, token, { name: `of ${on.origin}` });
    expect((await getBox(other.origin, token, box.id)).status).toBe("running");
    await screenshot(other.origin, token, box.id);
    const team = await firstTeam(other.origin, token);
    const key = ApiKey.parse(
      await (
        await post(on.origin, "/api/v1/api_key/create_an_api_key", { organizationId: team.id, name: "both" }, token)
      ).json(),
    );
    const list = await post(other.origin, "/api/v1/api_key/get_all_api_key", { organizationId: team.id }, token);
    expect(
      z
        .array(ApiKey)
        .parse(await list.json())
        .map((each) => each.key),
    ).toContain(key.key);
    for (const path of ["sandbox/get_sandbox_list", "usage/get_usage", "budget/get_budget", "billing/get_billing"]) {
      const answer = await post(
        on.origin,
        `/api/v1/${path}`,
        { organizationId: team.id, page: 1, pageSize: 10 },
        token,
      );
      expect([path, answer.status]).not.toEqual([path, 500]);
    }
    await post(other.origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
    expect((await getBox(on.origin, token, box.id)).status).toBe("terminated");
  }

  test("survives the migration, restarts and shares the data", async () => {
    const box = await createBox(before.origin, token);
    now = await startServer(environment, undefined, [], REPLICA);
    await screenshot(now.origin, token, box.id);
    await work(before, now);
    await work(now, before);
    await before.halt();
    await before.restart();
    await work(before, now);
    await before.kill();
    await expect.poll(() => metric(now.origin, "terrarium_leader")).toBe(1);
    await before.restart();
    for (const each of both()) expect((await fetch(`${each.origin}/readyz`)).status).toBe(200);
    await post(now.origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
  });
});
