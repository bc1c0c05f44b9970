import type { DatabaseSync } from "node:sqlite";
/**
 * Evaluates conditions and sort orders of content queries, which are SQLite text. SQLite itself parses them, on a
 * temporary in-memory table per query. The text comes from any shell user: docs/internals/decisions/0058 describes how
 * it is limited to queries about these rows.
 */
import { hostElapsedMs } from "../host-time.ts";
import { ContentError, type ContentRow } from "./content-provider.ts";

/** Time limit of a query, checked between rows. */
const MAX_MS = 1_000;

const LIMITS = {
  /** Limit of one value, and of values combined from several. */
  length: 256 * 1024,
  sqlLength: 8 * 1024,
  exprDepth: 100,
  functionArg: 8,
  likePatternLength: 1_000,
  compoundSelect: 1,
  attach: 0,
  variableNumber: 100,
} as const;

const MAX_ORDER_COLUMNS = 4;

/** Functions that read a single row and never lengthen a text. */
const allowedFunctions: ReadonlySet<string> = new Set(
  "abs coalesce date datetime glob ifnull instr julianday length like lower ltrim nullif round rtrim strftime substr substring time trim typeof unicode unixepoch upper".split(
    " ",
  ),
);

/** Returns the rows for which a condition is true. Throws ContentError with SQLite's message. */
export function rowsWhere(rows: readonly ContentRow[], integers: ReadonlySet<string>, condition: string): ContentRow[] {
  return ask(rows, integers, `SELECT rowid, (${condition}\n) IS TRUE FROM content`, ([, isTrue]) => isTrue === 1);
}

/**
 * Returns the rows sorted by an `ORDER BY` clause, which may end with LIMIT. SQLite sorts all rows in one step without
 * time checks, so only a few plain columns are allowed, and no computed values. Throws ContentError.
 */
export function rowsOrdered(rows: readonly ContentRow[], integers: ReadonlySet<string>, order: string): ContentRow[] {
  if (!/^[\w\s,]+$/.test(order) || order.split(",").length > MAX_ORDER_COLUMNS)
    throw new ContentError(`the order must be made of one to ${MAX_ORDER_COLUMNS} columns: ${order}`);
  return ask(rows, integers, `SELECT rowid FROM content ORDER BY ${order}`, () => true);
}

/** Returns the rows with the numbers in a query's first result column, filtered by `accepts`. */
function ask(
  rows: readonly ContentRow[],
  integers: ReadonlySet<string>,
  query: string,
  accepts: (answer: unknown[]) => boolean,
): ContentRow[] {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return [];
  // Loaded on first use, so that an idle phone does not keep it in memory.
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(":memory:", { enableDoubleQuotedStringLiterals: true });
  try {
    fill(database, rows, columns, integers);
    Object.assign(database.limits, LIMITS);
    confine(database, sqlite.constants);
    const endsAtMs = hostElapsedMs() + MAX_MS;
    const statement = database.prepare(query);
    statement.setReturnArrays(true);
    const found: ContentRow[] = [];
    for (const answer of statement.iterate() as Iterable<unknown>) {
      if (hostElapsedMs() > endsAtMs) throw new ContentError(`the query takes longer than ${MAX_MS} ms`);
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

/** Restricts statements to a single SELECT on the rows with allowed functions. */
function confine(database: DatabaseSync, constants: typeof import("node:sqlite").constants): void {
  const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION } = constants;
  let selects = 0;
  database.setAuthorizer((action, first, second) => {
    if (action === SQLITE_SELECT) return selects++ === 0 ? SQLITE_OK : SQLITE_DENY;
    if (action === SQLITE_READ) return first === "content" ? SQLITE_OK : SQLITE_DENY;
    return action === SQLITE_FUNCTION && allowedFunctions.has((second ?? "").toLowerCase()) ? SQLITE_OK : SQLITE_DENY;
  });
}
