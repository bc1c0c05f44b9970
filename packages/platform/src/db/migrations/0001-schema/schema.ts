import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { ConfigError } from "../../../base/config-error.ts";
import { EARLIER_MIGRATIONS } from "./earlier-migrations.ts";
import { createMeans } from "./means.ts";
import { createMoney } from "./money.ts";
import { createPeople } from "./people.ts";
import { createSandboxes } from "./sandboxes.ts";

/**
 * Creates all tables. A database in which earlier versions created them is adopted without a change: Kysely records this
 * migration beside theirs (decision 144). Throws ConfigError if some of theirs are missing. Names are in camelCase; the
 * database's CamelCasePlugin converts them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  const missing = EARLIER_MIGRATIONS.filter((name) => !executed.has(name));
  if (missing.length === 0) return;
  if (missing.length < EARLIER_MIGRATIONS.length)
    throw new ConfigError(
      `The database comes from a version that is too old for this one: it lacks the migration ${missing[0]}. Start the previous version once, then this one again.`,
    );
  await createPeople(db);
  await createSandboxes(db);
  await createMoney(db);
  await createMeans(db);
}
