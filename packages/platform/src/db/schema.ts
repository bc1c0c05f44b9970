import type { MeansTables } from "./tables/means.ts";
import type { MoneyTables } from "./tables/money.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { SandboxTables } from "./tables/sandboxes.ts";

/**
 * The tables, equal on SQLite and PostgreSQL. Columns are snake_case in the database and camelCase here; times are
 * epoch milliseconds, JSON is text.
 */
export interface Schema extends PeopleTables, SandboxTables, MoneyTables, MeansTables {}
