import { ApiKey } from "@terrarium/contract/api-key";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { SERVER_PROGRAM } from "../tools/build.ts";
import { createBox, firstTeam, getBox, screenshot } from "./support/api.ts";
import { post, signIn, startServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await signIn(server.origin, "ada");
});
afterAll(() => server.stop());

test("a killed server recovers its running devices", async () => {
  const box = await createBox(server.origin, token, { templateId: "tpl_phone" });
  await post(server.origin, "/api/v1/gbox/android/type", { uid: box.id, text: "hello" }, token);

  await server.kill();
  await server.restart();

  expect((await getBox(server.origin, token, box.id)).status).toBe("running");
  const picture = await screenshot(server.origin, token, box.id);
  expect([picture.width, picture.height]).toEqual([720, 1600]);

  expect((await post(server.origin, `/api/v1/boxes/${box.id}/terminate`, {}, token)).status).toBe(200);
  expect((await getBox(server.origin, token, box.id)).status).toBe("terminated");
});

test("kill -9 during writes loses no acknowledged data", async () => {
  const team = await firstTeam(server.origin, token);
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let index = 0; ; index += 1) {
      const name = `key-${writer}-${index}`;
      const answer = await post(
        server.origin,
        "/api/v1/api_key/create_an_api_key",
        { organizationId: team.id, name },
        token,
      ).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 429) continue;
      const body = await answer.json().catch(() => undefined);
      if (answer.ok && body !== undefined) acknowledged.push(ApiKey.parse(body).key);
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await server.kill();
  await Promise.all(writers);
  await server.restart();

  const list = await post(server.origin, "/api/v1/api_key/get_all_api_key", { organizationId: team.id }, token);
  const keys = z.array(ApiKey).parse(await list.json());
  expect(keys.map((key) => key.key)).toEqual(expect.arrayContaining(acknowledged));
});

test("rejects a second server on the same data directory", async () => {
  const { spawnSync } = await import("node:child_process");
  const second = spawnSync(process.execPath, [SERVER_PROGRAM], {
    env: { ...process.env, PORT: "0", TERRARIUM_DATA_DIR: server.dataDir },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(second.status).toBe(1);
  expect(second.stderr + second.stdout).toContain(server.dataDir);
});
