import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readOrCreatePhoneKey } from "@terrarium/device-providers/adb/phone-keys";
import { startTestPhones } from "@terrarium/device-providers/testing/test-phones";
import { sqliteFile } from "@terrarium/platform/db/configured-database";
import { openDatabase } from "@terrarium/platform/db/database";
import { sqliteDialect } from "@terrarium/platform/db/sqlite";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { driveWholeChain } from "../testing/whole-chain.ts";

const SECRET = "a secret that is long enough for tests";
const folder = temporaryFolder();

test("runs the whole chain twice on the same phone", async () => {
  const { phones, remove } = await startTestPhones(1);
  const file = path.join(folder, "templates.yaml");
  writeFileSync(
    file,
    `templates: [{ id: pixel, name: Pixel, provider: adb, cpu: 4, memory: 4096, screen: { width: 200, height: 400, density: 100 } }]`,
  );
  // Create the key before the server starts. The server's first connection to the phone would otherwise use an unknown
  // key.
  const dataDir = path.join(folder, "data");
  mkdirSync(dataDir);
  const database = await openDatabase(sqliteDialect(sqliteFile({ dataDir })));
  for (const { route, allow } of phones)
    allow((await readOrCreatePhoneKey(database, createSecretBox(SECRET), route)).authorizedKey);
  await database.destroy();
  const app = await startTestApp({
    TERRARIUM_DATA_DIR: dataDir,
    TERRARIUM_PROVIDERS: "adb",
    TERRARIUM_TEMPLATES: file,
    TERRARIUM_ADB_DEVICES: phones.map(({ route }) => route).join(","),
    TERRARIUM_SECRET: SECRET,
  });
  onTestFinished(async () => {
    await app.remove();
    await remove();
  });
  const first = await driveWholeChain(app, "pixel", { width: 360, height: 640 });
  const second = await driveWholeChain(app, "pixel", { width: 360, height: 640 });
  expect(second.id).not.toBe(first.id);
  const { body: templates } = await app.call("GET", "/api/v1/template/get_all_templates", { token: second.token });
  expect(templates.find(({ id }: { id: string }) => id === "pixel").phones).toEqual([
    expect.objectContaining({ model: expect.any(String), batteryPercent: expect.any(Number) }),
  ]);
});
