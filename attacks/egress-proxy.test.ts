import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { egressFlood } from "./support/egress-flood.ts";
import { runInside, whyNoLinux } from "./support/linux.ts";

const FLOOD_S = 8;
/** Descriptors for a connection to the egress proxy, one to its target, and lookups. An unlimited flood uses thousands. */
const MOST_DESCRIPTORS = 300;
const MOST_MEMORY_MB = 300;

describeWhere(await whyNoLinux(), "the way out of a Linux sandbox", () => {
  let server: TestServer;
  let hostile: string;
  let other: string;
  let boxId: string;

  beforeAll(async () => {
    server = await startServer({ TERRARIUM_DEVICE_EGRESS: "public" });
    hostile = await signIn(server.origin, "mallory");
    other = await signIn(server.origin, "bob");
    boxId = (await createBox(server.origin, hostile, { expiresIn: "30m", templateId: "tpl_linux" })).id;
  });
  afterAll(() => server?.stop());

  const descriptors = () => readdirSync(`/proc/${server.pid()}/fd`).length;
  const memoryMb = () =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid()}/status`, "utf8"))?.[1]) / 1024;

  test("stays within limits under pipelined requests and serves others", async () => {
    const before = { descriptors: descriptors(), memoryMb: memoryMb() };
    const most = { ...before };
    const state = { isOver: false };
    const flood = runInside(server.origin, hostile, boxId, egressFlood(FLOOD_S), "60s").finally(
      () => (state.isOver = true),
    );
    const statuses = new Set<number>();
    while (!state.isOver) {
      statuses.add((await fetch(`${server.origin}/healthz`)).status);
      statuses.add((await post(server.origin, "/api/v1/organization/get_my_organization_list", {}, other)).status);
      most.descriptors = Math.max(most.descriptors, descriptors());
      most.memoryMb = Math.max(most.memoryMb, memoryMb());
    }
    expect(await flood).toMatchObject({ stdout: "flooded\n", exitCode: 0 });
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(most.descriptors - before.descriptors).toBeLessThan(MOST_DESCRIPTORS);
    expect(most.memoryMb - before.memoryMb).toBeLessThan(MOST_MEMORY_MB);
  });
});
