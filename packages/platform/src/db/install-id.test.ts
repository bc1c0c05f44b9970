import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../base/config-error.ts";
import { describeOnBothDatabases, providePostgres } from "../testing/both-databases.ts";
import { queryOnce } from "../testing/postgres-cluster.ts";
import { openDatabase } from "./database.ts";
import { readOrCreateInstallId } from "./install-id.ts";
import { connectPostgres } from "./postgres.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

describeOnBothDatabases("the id of an installation", (database) => {
  test("is created once", async () => {
    const id = await readOrCreateInstallId(database());
    expect(id).toMatch(UUID);
    expect(await readOrCreateInstallId(database())).toBe(id);
  });
});

const postgres = providePostgres();

/** Creates a PostgreSQL database with the settings of a backup. */
async function restore(settings: { key: string; value: string }[]) {
  const address = await postgres.createDatabase("migrated");
  const db = await openDatabase(connectPostgres(address, () => {}).dialect);
  onTestFinished(() => db.destroy());
  if (settings.length > 0) await db.insertInto("settings").values(settings).execute();
  return { db, address };
}

/** Returns the two statements that the error of a copy suggests. */
const remedies = (error: unknown): string[] =>
  error instanceof ConfigError
    ? [...error.message.matchAll(/"(delete [^"]+)"/g)].map(([, statement = ""]) => statement)
    : [];

test("rejects a restored database until declared moved or copied", async () => {
  const original = await restore([]);
  const id = await readOrCreateInstallId(original.db);
  const backup = await original.db.selectFrom("settings").selectAll().execute();
  const [moved, beside] = [await restore(backup), await restore(backup)];
  const refusal = await readOrCreateInstallId(moved.db).catch((error: unknown) => error);
  const [takesItsPlace = "", isBeside = ""] = remedies(refusal);
  await expect(readOrCreateInstallId(beside.db)).rejects.toThrow(ConfigError);

  await queryOnce(moved.address, takesItsPlace);
  expect(await readOrCreateInstallId(moved.db)).toBe(id);
  await queryOnce(beside.address, isBeside);
  const other = await readOrCreateInstallId(beside.db);
  expect(other).toMatch(UUID);
  expect(other).not.toBe(id);
  expect(await readOrCreateInstallId(beside.db)).toBe(other);
  expect(await readOrCreateInstallId(original.db)).toBe(id);
});

test("fails if the database is lost while it is identified", async () => {
  const { db } = await restore([]);
  const lost = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === "RawNode") throw new DatabaseUnavailableError("the connection broke");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(readOrCreateInstallId(lost)).rejects.toThrow("the connection broke");
});
