import { SESSION_LIMIT_MS } from "@terrarium/contract/limits";
import type { Use } from "@terrarium/contract/pricing";
import type { Database } from "@terrarium/platform/db/database";
import { sql, type Expression } from "kysely";
import type { Span } from "./periods.ts";

/**
 * Longest possible interval, because intervals end with their sandbox's lifetime. A span's intervals begin at most this
 * long before it.
 */
const LONGEST_INTERVAL_MS = Math.max(...Object.values(SESSION_LIMIT_MS));

export interface Measured extends Use {
  sandboxesStarted: number;
}

export interface UsageStore {
  /** Returns the usage of an organization's sandboxes in a span. Counts running ones until `now`. */
  measure(organizationId: string, span: Span, now: number): Promise<Measured>;
  /** Records that every metered sandbox still runs. */
  markSeen(now: number): Promise<void>;
  /** Returns the organizations with running sandboxes in a span. */
  listOrganizations(span: Span): Promise<string[]>;
  /** Returns the first start of any sandbox. */
  findFirstStart(): Promise<number | undefined>;
}

export function createUsageStore(db: Database): UsageStore {
  return {
    async measure(organizationId, span, now) {
      const lengthMs = lengthWithin(span, now);
      const { from, to } = span;
      const row = await db
        .selectFrom("usageIntervals")
        .select([
          // As text, because sums may exceed the exact range of a JavaScript number.
          sql<string>`cast(coalesce(sum(${lengthMs} * ${sql.ref("cpu")}), 0) as text)`.as("vcpuMs"),
          sql<string>`cast(coalesce(sum(${lengthMs} * ${sql.ref("memoryMb")}), 0) as text)`.as("memoryMbMs"),
          sql<number>`coalesce(sum(case when ${sql.ref("startedAt")} >= ${bigint(from)} then 1 else 0 end), 0)`.as(
            "sandboxesStarted",
          ),
        ])
        .where("organizationId", "=", organizationId)
        .where("startedAt", "<", to)
        .where("startedAt", ">=", from - LONGEST_INTERVAL_MS)
        .executeTakeFirstOrThrow();
      return {
        vcpuMs: BigInt(row.vcpuMs),
        memoryMbMs: BigInt(row.memoryMbMs),
        sandboxesStarted: row.sandboxesStarted,
      };
    },

    async markSeen(now) {
      await db.updateTable("usageIntervals").set({ seenAt: now }).where("endedAt", "is", null).execute();
    },

    async listOrganizations({ from, to }) {
      const rows = await db
        .selectFrom("usageIntervals")
        .select("organizationId")
        .distinct()
        .where("startedAt", "<", to)
        .where("startedAt", ">=", from - LONGEST_INTERVAL_MS)
        .where((eb) => eb.or([eb("endedAt", "is", null), eb("endedAt", ">", from)]))
        .orderBy("organizationId")
        .execute();
      return rows.map((row) => row.organizationId);
    },

    async findFirstStart() {
      const query = db.selectFrom("usageIntervals").select("startedAt").orderBy("startedAt").limit(1);
      return (await query.executeTakeFirst())?.startedAt;
    },
  };
}

/** SQLite would treat a bare parameter as a floating-point number. */
const bigint = (value: number): Expression<number> => sql<number>`cast(${value} as bigint)`;
const least = (a: Expression<number>, b: Expression<number>) =>
  sql<number>`(case when ${a} < ${b} then ${a} else ${b} end)`;
const greatest = (a: Expression<number>, b: Expression<number>) =>
  sql<number>`(case when ${a} > ${b} then ${a} else ${b} end)`;

/** Returns the length of an interval's part within a span, in milliseconds. */
function lengthWithin({ from, to }: Span, now: number): Expression<number> {
  const soFar = least(sql.ref<number>("expiresAt"), bigint(now));
  const end = least(sql<number>`coalesce(${sql.ref("endedAt")}, ${soFar})`, bigint(to));
  const start = greatest(sql.ref<number>("startedAt"), bigint(from));
  return greatest(sql<number>`${end} - ${start}`, bigint(0));
}
