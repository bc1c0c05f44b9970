/**
 * Conditions and orders of content queries, which are text of SQLite's. SQLite itself reads them, over a table in
 * memory that lasts as long as the question. The text comes from whoever has a shell: docs/internals/decisions/0058 says what
 * keeps it from more than asking about these rows.
 */
import type { DatabaseSync } from "node:sqlite";
import { ContentError, type ContentRow } from "./content-provider.ts";

/** How long one question may take; it is looked at between rows. */
const maxMs = 1_000;

const limits = {
  /** Of one value, and of what is made of several. */
  length: 256 * 1024,
  sqlLength: 8 * 1024,
  exprDepth: 100,
  functionArg: 8,
  likePatternLength: 1_000,
  compoundSelect: 1,
  attach: 0,
  variableNumber: 100,
} as const;

const maxOrderColumns = 4;

/** Functions that look at one row, and make of a text nothing that is longer. */
const allowedFunctions: ReadonlySet<string> = new Set(
  "abs coalesce date datetime glob ifnull instr julianday length like lower ltrim nullif round rtrim strftime substr substring time trim typeof unicode unixepoch upper".split(
    " ",
  ),
);

/** The rows for which a condition is true. Throws ContentError in SQLite's words. */
export function rowsWhere(rows: readonly ContentRow[], integers: ReadonlySet<string>, condition: string): ContentRow[] {
  return ask(rows, integers, `SELECT rowid, (${condition}\n) IS TRUE FROM content`, ([, isTrue]) => isTrue === 1);
}

/**
 * The rows in the order of `ORDER BY`, which may end with a LIMIT. SQLite works it out for all rows in one step, in
 * which no time is looked at: so it is by a few columns and by nothing that is computed. Throws ContentError.
 */
export function rowsOrdered(rows: readonly ContentRow[], integers: ReadonlySet<string>, order: string): ContentRow[] {
  if (!/^[\w\s,]+$/.test(order) || order.split(",").length > maxOrderColumns)
    throw new ContentError(`the order must be made of one to ${maxOrderColumns} columns: ${order}`);
  return ask(rows, integers, `SELECT rowid FROM content ORDER BY ${order}`, () => true);
}

/** Those of the rows whose numbers a query gives first in its answers, if `accepts` takes them. */
function ask(
  rows: readonly ContentRow[],
  integers: ReadonlySet<string>,
  query: string,
  accepts: (answer: unknown[]) => boolean,
): ContentRow[] {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return [];
  // Loaded by the first that asks: a phone at rest does not have it.
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(":memory:", { enableDoubleQuotedStringLiterals: true });
  try {
    fill(database, rows, columns, integers);
    Object.assign(database.limits, limits);
    confine(database, sqlite.constants);
    const endsAtMs = performance.now() + maxMs;
    const statement = database.prepare(query);
    statement.setReturnArrays(true);
    const found: ContentRow[] = [];
    for (const answer of statement.iterate() as Iterable<unknown>) {
      if (performance.now() > endsAtMs) throw new ContentError(`the query takes longer than ${maxMs} ms`);
      if (!Array.isArray(answer) || !accepts(answer)) continue;
      const row = rows[Number(answer[0]) - 1];
      if (row) found.push(row);
    }
    return found;
  } catch (error) {
    if (!(error instanceof Error) || !("errstr" in error)) throw error;
    throw new ContentError(`${error.message} (${String(error.errstr)}), while compiling: ${query}`);
  } finally {
    database.close();
  }
}

function fill(
  database: DatabaseSync,
  rows: readonly ContentRow[],
  columns: readonly string[],
  integers: ReadonlySet<string>,
): void {
  const declared = columns.map((column) => `"${column}" ${integers.has(column) ? "INTEGER" : "TEXT"}`);
  database.exec(`CREATE TABLE content (${declared.join(", ")}); BEGIN`);
  const insert = database.prepare(`INSERT INTO content VALUES (${columns.map(() => "?").join(", ")})`);
  for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  database.exec("COMMIT");
}

/** From now on a statement may read the rows by one SELECT and functions that are allowed, and nothing else. */
function confine(database: DatabaseSync, constants: typeof import("node:sqlite").constants): void {
  const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION } = constants;
  let selects = 0;
  database.setAuthorizer((action, first, second) => {
    if (action === SQLITE_SELECT) return selects++ === 0 ? SQLITE_OK : SQLITE_DENY;
    if (action === SQLITE_READ) return first === "content" ? SQLITE_OK : SQLITE_DENY;
    return action === SQLITE_FUNCTION && allowedFunctions.has((second ?? "").toLowerCase()) ? SQLITE_OK : SQLITE_DENY;
  });
}
