import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { z } from "zod";

/** A query as sent to the database. */
export interface IssuedQuery {
  sql: string;
  parameters: readonly unknown[];
}

/** For tests: collects one query of each kind. */
export interface QueryCollector {
  onQuery: (query: IssuedQuery) => void;
  queries: () => IssuedQuery[];
}

/** Matches statements about data, except on the migrations' own tables. */
const ABOUT_DATA = /^(select|insert|update|delete|with)\b(?!.*(kysely_migration|sqlite_master|pragma_|pg_catalog))/is;

export function collectQueries(): QueryCollector {
  const bySql = new Map<string, IssuedQuery>();
  return {
    onQuery({ sql, parameters }) {
      if (ABOUT_DATA.test(sql) && !bySql.has(sql)) bySql.set(sql, { sql, parameters });
    },
    queries: () => [...bySql.values()],
  };
}

/** Returns queries for which SQLite reads irrelevant rows of a table, each with its plan. */
export function findScansOnSqlite(file: string, queries: readonly IssuedQuery[]): string[] {
  const database = new DatabaseSync(file);
  try {
    return queries.flatMap(({ sql }) => {
      const steps = database
        .prepare(`explain query plan ${sql}`)
        .all()
        .map((row) => String(row.detail));
      // A query's own subquery or CTE is not a table.
      const own = new Set(
        [...sql.matchAll(/"(\w+)"(?:\([^)]*\))? as \(|\) as "(\w+)"/g)].map(
          ([, named, aliased]) => `SCAN ${named ?? aliased}`,
        ),
      );
      const scans = steps.filter((step) => /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES)/.test(step) && !own.has(step));
      const sorts = steps.some((step) => step.startsWith("USE TEMP B-TREE"));
      return scans.length === 0 || (wantsAll(sql) && !sorts) ? [] : [`${scans.join(", ")}: ${sql}`];
    });
  } finally {
    database.close();
  }
}

const Plan = z.looseObject({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Cond": z.string().optional(),
  get Plans() {
    return z.array(Plan).optional();
  },
});
const Explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan })]) })]);

/**
 * Returns queries for which PostgreSQL reads irrelevant rows. PostgreSQL prefers sequential scans of small tables, so
 * these are disabled where avoidable.
 */
export async function findScansOnPostgres(address: string, queries: readonly IssuedQuery[]): Promise<string[]> {
  const client = new Client(address);
  await client.connect();
  try {
    await client.query("set enable_seqscan = off");
    const found: string[] = [];
    for (const { sql, parameters } of queries) {
      const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters]);
      const [
        {
          "QUERY PLAN": [{ Plan: plan }],
        },
      ] = Explained.parse(rows);
      const steps = stepsOf(plan);
      const scans = steps.filter(isScan).map((step) => `${step["Node Type"]} of ${step["Relation Name"]}`);
      const sorts = steps.some((step) => step["Node Type"].includes("Sort"));
      if (scans.length > 0 && (sorts || !wantsAll(sql))) found.push(`${scans.join(", ")}: ${sql}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

const stepsOf = (plan: z.infer<typeof Plan>): Array<z.infer<typeof Plan>> => [
  plan,
  ...(plan.Plans ?? []).flatMap(stepsOf),
];

/** A walk along a whole index reads as much as the table. */
const isScan = (step: z.infer<typeof Plan>): boolean =>
  step["Node Type"] === "Seq Scan" || (/^(Bitmap )?Index/.test(step["Node Type"]) && step["Index Cond"] === undefined);

/** Whether a query has no condition, so that it returns every row that it reads, in the order of an index. */
const wantsAll = (sql: string): boolean => !/\bwhere\b/i.test(sql);
