import { devToolsPath } from "@terrarium/contract/box-browser";
import { commandSocketPath } from "@terrarium/contract/box-commands";
import { adbSocketPath } from "@terrarium/contract/box-links";
import { fileContentPath, filesPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAs, CALLERS, findEndpoints, makeWorld, TABLE, type World } from "../testing/every-call.ts";

const TOKENS = CALLERS.filter((caller) => caller.endsWith("Token"));
const endpoints = await findEndpoints();

describe("tokens of an ended sandbox", () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
    const { sandboxId, tokens } = world;
    await world.app.call("POST", `/api/v1/boxes/${sandboxId}/terminate`, { token: tokens.key, body: {} });
  });
  afterAll(() => world.app.remove());

  test("leave the sandbox visible to its team", async () => {
    const { sandboxId, tokens } = world;
    const details = await world.app.call("GET", `/api/v1/boxes/${sandboxId}`, { token: tokens.key });
    expect(details).toMatchObject({ status: 200, body: { status: "terminated" } });
  });

  test.each(TOKENS)("are rejected on every call for %s", async (caller) => {
    const statuses: Record<string, number> = {};
    for (const [name, row] of Object.entries(TABLE)) {
      const endpoint = endpoints.get(name);
      if (!endpoint || endpoint.access === "public") continue;
      statuses[name] = (await callAs(world, caller, endpoint, row)).status;
    }
    expect(Object.keys(statuses).length).toBeGreaterThan(50);
    expect(Object.entries(statuses).filter(([, status]) => status !== 401)).toEqual([]);
  });

  test.each(TOKENS)("are rejected for files, ADB, commands and DevTools of %s", async (caller) => {
    const { app, sandboxId, tokens } = world;
    const token = tokens[caller];
    const paths = [
      filesPath(sandboxId, "/sdcard"),
      fileContentPath(sandboxId, "/sdcard/a"),
      adbSocketPath(sandboxId),
      commandSocketPath(sandboxId, "command"),
      commandSocketPath(sandboxId, "runCode"),
      `${devToolsPath(sandboxId)}/json/version`,
    ];
    for (const path of paths) expect([path, (await app.call("GET", path, { token })).status]).toEqual([path, 401]);
  });
});
