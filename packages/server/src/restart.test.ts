import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { isListening } from "@terrarium/platform/testing/is-listening";
import { expect, test } from "vitest";
import { z } from "zod";
import { startTestApp } from "./testing/test-app.ts";

/** A server that creates three sandboxes and then endless API keys, and prints acknowledged ones until it is killed. */
const VICTIM = `
  const { startTestApp } = await import(${JSON.stringify(new URL("testing/test-app.ts", import.meta.url).href)});
  const app = await startTestApp({ TERRARIUM_DATA_DIR: process.argv[1] });
  const token = await app.signIn("ada");
  const boxes = await Promise.all([1, 2, 3].map(() => app.call("POST", "/api/v1/boxes", { token, body: { type: "android" } })));
  const teams = await app.call("GET", "/api/v1/organization/get_my_organization_list", { token });
  const organizationId = teams.body[0].id;
  const print = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
  print({ token, organizationId, boxes: boxes.map((box) => box.body.id) });
  for (let i = 0; i < 40; i++) {
    const key = await app.call("POST", "/api/v1/api_key/create_an_api_key", { token, body: { organizationId, name: "key" + i } });
    print({ key: key.body.key });
    if (i === 30) process.kill(process.pid, "SIGKILL");
  }
`;
const Start = z.object({ token: z.string(), organizationId: z.string(), boxes: z.array(z.string()) });
const Key = z.object({ key: z.string() });

const folder = temporaryFolder();

test("a killed server restores everything acknowledged, with its devices", async () => {
  const dataDir = path.join(folder, "data");
  const child = spawn(process.execPath, ["--input-type=module", "--eval", VICTIM, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed, exit] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(exit).toEqual([null, "SIGKILL"]);
  const [first, ...rest] = printed.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]));
  const { token, organizationId, boxes } = Start.parse(first);
  const keys = rest.map((line) => Key.parse(line).key);

  const app = await startTestApp({ TERRARIUM_DATA_DIR: dataDir });
  const body = { organizationId };
  const stored = await app.call("POST", "/api/v1/api_key/get_all_api_key", { token, body });
  const storedKeys = z.array(Key).parse(stored.body);
  expect(keys).toHaveLength(31);
  expect(storedKeys.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));

  const list = await app.call("POST", "/api/v1/sandbox/get_sandbox_list", { token, body });
  expect(list.body).toMatchObject({ total: 3, running: 3 });
  for (const id of boxes) {
    const device = await app.sandboxes.requireDevice(
      { kind: "api-key", apiKeyId: "", organizationId, scope: "manage" },
      id,
    );
    expect(await isListening(device.address.port)).toBe(true);
    await app.call("POST", `/api/v1/boxes/${id}/terminate`, { token });
    expect(await isListening(device.address.port)).toBe(false);
  }
  await app.remove();
});
