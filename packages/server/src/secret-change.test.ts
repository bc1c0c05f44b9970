import type { Database } from "@terrarium/platform/db/database";
import { openSecretBox, WrongSecretError } from "@terrarium/platform/secrets/open-secret-box";
import { createResealing } from "@terrarium/platform/secrets/reseal";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { expect, test } from "vitest";
import { SEALED_COLUMNS } from "./app-services.ts";

const SILENT = { info() {}, warn() {} };
const OLD = "a".repeat(32);
const NEW = "b".repeat(32);
const CHANGING = { secret: NEW, previous: [OLD] };
/** More than one query reads. */
const SANDBOXES = Array.from({ length: 250 }, (_, index) => `sbx_${String(index).padStart(3, "0")}`);

const open = (db: Database, secret: string, previous: string[] = []) => openSecretBox(db, { secret, previous });
const resealing = async (db: Database) =>
  createResealing(db, await openSecretBox(db, CHANGING), SEALED_COLUMNS, SILENT);
const rows = (db: Database) => db.selectFrom("sandboxes").select(["id", "adbKeySealed"]).orderBy("id").execute();

async function fill(db: Database): Promise<string> {
  const box = await open(db, OLD);
  await db.insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
  await db.insertInto("settings").values({ key: "other", value: "not sealed" }).execute();
  const row = (id: string, index: number) => ({
    ...newSandboxRow(id, index + 1),
    state: "running" as const,
    adbKeySealed: index === 7 ? null : box.seal(`key of ${id}`, id),
  });
  await db.insertInto("sandboxes").values(SANDBOXES.map(row)).execute();
  return box.fingerprint("github 7");
}

describeOnBothDatabases("a change of the secret", (database) => {
  test("seals all texts again, after which the old one is not needed", async () => {
    const fingerprint = await fill(database());
    const change = await resealing(database());
    expect(await change.countLeft()).toBe(SANDBOXES.length - 1 + 2);
    await change.run();
    expect(await change.countLeft()).toBe(0);
    const box = await open(database(), NEW);
    for (const { id, adbKeySealed } of await rows(database()))
      expect(adbKeySealed && box.open(adbKeySealed, id)).toBe(id === "sbx_007" ? null : `key of ${id}`);
    expect(box.fingerprint("github 7")).toBe(fingerprint);
    const other = await database().selectFrom("settings").select("value").where("key", "=", "other").execute();
    expect(other).toEqual([{ value: "not sealed" }]);
    await expect(open(database(), OLD)).rejects.toThrow(WrongSecretError);
  });

  test("can be taken back while both are listed", async () => {
    const fingerprint = await fill(database());
    await (await resealing(database())).run();
    const back = { secret: OLD, previous: [NEW] };
    const box = await openSecretBox(database(), back);
    await createResealing(database(), box, SEALED_COLUMNS, SILENT).run();
    expect((await open(database(), OLD)).fingerprint("github 7")).toBe(fingerprint);
  });

  test("keeps and counts texts that no secret opens", async () => {
    await fill(database());
    await database().updateTable("sandboxes").set({ adbKeySealed: "damaged" }).where("id", "=", "sbx_100").execute();
    const change = await resealing(database());
    await change.run();
    expect(await change.countLeft()).toBe(1);
    expect((await rows(database()))[100]).toEqual({ id: "sbx_100", adbKeySealed: "damaged" });
  });

  test("is refused without the earlier secret", async () => {
    await open(database(), OLD);
    await open(database(), OLD);
    await expect(open(database(), NEW)).rejects.toThrow(WrongSecretError);
    await open(database(), NEW, [OLD]);
  });

  test("covers every sealed column", async () => {
    const tables = await database().introspection.getTables();
    const sealed = tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) => (/sealed$/i.test(column.name) ? [`${plain(name)}.${plain(column.name)}`] : [])),
    );
    const covered = SEALED_COLUMNS.map(({ table, column }) => `${plain(table)}.${plain(column)}`);
    expect(sealed.length).toBeGreaterThan(3);
    expect(covered).toEqual(expect.arrayContaining(sealed));
  });
});

/** Returns a name without the difference between `camelCase` and `snake_case`. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();
