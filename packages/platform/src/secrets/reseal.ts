import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import type { SecretBox } from "./secret-box.ts";

const ROWS_PER_QUERY = 100;

/** A column of sealed texts. The owner of each text is the value of the row's key column. */
export interface SealedColumn {
  table: keyof Schema;
  key: string;
  column: string;
  /** Beginnings of the keys of the rows that are sealed. Default: all rows. */
  keysFrom?: readonly string[];
}

/** Seals all stored texts again after the secret has changed. */
export interface Resealing {
  /** Seals what previous secrets sealed. Rejects if the database does. */
  run(): Promise<void>;
  /** Returns the number of texts that `run` has still to seal. */
  countLeft(): Promise<number>;
}

export function createResealing(
  db: Database,
  box: SecretBox,
  columns: readonly SealedColumn[],
  log: Pick<FastifyBaseLogger, "info" | "warn">,
): Resealing {
  return {
    async run() {
      const { resealed, unreadable } = await reseal(db, box, columns);
      if (resealed > 0) log.info({ resealed }, "sealed stored secrets with TERRARIUM_SECRET");
      if (unreadable > 0)
        log.warn({ unreadable }, "no secret opens some stored secrets; list theirs in TERRARIUM_SECRET_PREVIOUS");
    },
    countLeft: () => countOthers(db, box, columns),
  };
}

/** Result of one run: numbers of texts. */
interface Resealed {
  resealed: number;
  /** None of the secrets opens them. */
  unreadable: number;
}

/**
 * Seals all texts of the columns with the current secret that do not carry its key id. A text that changes meanwhile
 * is left alone; the next run sees it. Rejects if the database does.
 */
async function reseal(
  db: Database,
  box: Pick<SecretBox, "open" | "seal" | "currentMark">,
  columns: readonly SealedColumn[],
): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 };
  if (box.currentMark === undefined) return total;
  for (const column of columns) {
    let last = "";
    for (;;) {
      const rows = await readRows(db, column, box.currentMark, last);
      for (const { owner, sealed } of rows) {
        const next = sealAgain(box, sealed, owner);
        if (next === undefined) total.unreadable += 1;
        else if (await replace(db, column, owner, sealed, next)) total.resealed += 1;
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < ROWS_PER_QUERY) break;
      last = end.owner;
    }
  }
  return total;
}

/** Returns the number of texts in the columns that do not carry the current secret's key id. */
async function countOthers(
  db: Database,
  { currentMark }: Pick<SecretBox, "currentMark">,
  columns: readonly SealedColumn[],
): Promise<number> {
  if (currentMark === undefined) return 0;
  let total = 0;
  for (const column of columns) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(column.table)} where ${isOther(column, currentMark)}`.execute(db);
    total += Number(rows[0]?.count ?? 0);
  }
  return total;
}

async function readRows(db: Database, column: SealedColumn, mark: string, after: string) {
  const key = sql.ref(column.key);
  const { rows } = await sql<{ owner: string; sealed: string }>`
    select ${key} as owner, ${sql.ref(column.column)} as sealed from ${sql.table(column.table)}
    where ${isOther(column, mark)} and ${key} > ${after} order by ${key} limit ${sql.lit(ROWS_PER_QUERY)}`.execute(db);
  return rows;
}

/** Returns the condition of the rows whose text does not begin with the mark. */
function isOther({ key, column, keysFrom }: SealedColumn, mark: string) {
  const sealed = sql.ref(column);
  const isSealed = (keysFrom ?? [""]).map((from) => sql`substr(${sql.ref(key)}, 1, ${sql.lit(from.length)}) = ${from}`);
  return sql`${sealed} is not null and substr(${sealed}, 1, ${sql.lit(mark.length)}) <> ${mark} and (${sql.join(isSealed, sql` or `)})`;
}

function sealAgain(box: Pick<SecretBox, "open" | "seal">, sealed: string, owner: string): string | undefined {
  try {
    return box.seal(box.open(sealed, owner), owner);
  } catch {
    return undefined;
  }
}

async function replace(db: Database, column: SealedColumn, owner: string, from: string, to: string): Promise<boolean> {
  const target = sql.ref(column.column);
  const { numAffectedRows } = await sql`
    update ${sql.table(column.table)} set ${target} = ${to}
    where ${sql.ref(column.key)} = ${owner} and ${target} = ${from}`.execute(db);
  return numAffectedRows === 1n;
}
