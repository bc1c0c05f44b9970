import { SESSION_LIMIT_MS, USAGE_BREAKDOWN } from "@terrarium/contract/limits";
import { PRICE, type Use } from "@terrarium/contract/pricing";
import type { UsageDimension } from "@terrarium/contract/usage";
import type { Database } from "@terrarium/platform/db/database";
import { sql, type Expression } from "kysely";
import type { Span } from "./periods.ts";

/**
 * Longest possible interval, because intervals end with their sandbox's lifetime. A span's intervals begin at most this
 * long before it.
 */
const LONGEST_INTERVAL_MS = Math.max(...Object.values(SESSION_LIMIT_MS));

/** Megabytes that cost as much as one virtual CPU. */
const MB_PER_VCPU = (PRICE.microDollarsPerVcpuHour * 1024) / PRICE.microDollarsPerGbHour;

export interface Measured extends Use {
  sandboxesStarted: number;
}

/** Usage of the sandboxes with one template, API key, creator or label value. */
interface MeasuredGroup extends Measured {
  id: string | null;
  name: string | null;
  isRecorded: boolean;
}

/** What usage is grouped by; `label` is the key for the dimension label. */
export interface Grouping {
  by: UsageDimension;
  label: string;
}

export interface UsageStore {
  /** Returns the usage of an organization's sandboxes in a span. Counts running ones until `now`. */
  measure(organizationId: string, span: Span, now: number): Promise<Measured>;
  /** Returns the usage of those of an organization's sandboxes that ran, until `now`, by id. */
  measureEach(organizationId: string, sandboxIds: readonly string[], now: number): Promise<Map<string, Use>>;
  /** Returns the groups with the highest costs in a span, at most `limit`. */
  measureBy(
    grouping: Grouping,
    organizationId: string,
    span: Span,
    now: number,
    limit: number,
  ): Promise<MeasuredGroup[]>;
  /** Returns the label keys of the newest sandboxes that started in a span. */
  listLabels(organizationId: string, span: Span): Promise<string[]>;
  /** Records that every metered sandbox still runs. */
  markSeen(now: number): Promise<void>;
  /** Returns the organizations with running sandboxes in a span. */
  listOrganizations(span: Span): Promise<string[]>;
  /** Returns the first start of an organization's sandboxes, or of any sandbox. */
  findFirstStart(organizationId?: string): Promise<number | undefined>;
}

export function createUsageStore(db: Database): UsageStore {
  return {
    async measure(organizationId, span, now) {
      const row = await within(db, organizationId, span).select(sums(span, now)).executeTakeFirstOrThrow();
      return toMeasured(row);
    },

    async measureBy({ by, label }, organizationId, span, now, limit) {
      const isRecorded = sql<number>`case when ${sql.ref("templateId")} is null then 0 else 1 end`;
      const length = sql`cast(${lengthWithin(span, now)} as double precision)`;
      const size = sql`(${sql.ref("cpu")} * ${sql.lit(MB_PER_VCPU)} + ${sql.ref("memoryMb")})`;
      const rows = await within(db, organizationId, span)
        .$if(by === "label", (query) =>
          query.leftJoin("usageLabels as label", (join) =>
            join.onRef("label.sandboxId", "=", "usageIntervals.sandboxId").on("label.key", "=", label),
          ),
        )
        .where((eb) => eb.or([eb("endedAt", "is", null), eb("endedAt", ">", span.from)]))
        .select(sums(span, now))
        .select([ID_OF[by].as("id"), nameOf(db, by).as("name"), isRecorded.as("isRecorded")])
        .groupBy([ID_OF[by], isRecorded])
        // Costs, in another unit and as floating-point numbers, because exact products may exceed the range of integers.
        .orderBy(sql`sum(${length} * ${size})`, "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id, name, isRecorded: recorded, ...row }) => ({
        id,
        name,
        isRecorded: recorded === 1,
        ...toMeasured(row),
      }));
    },

    async measureEach(organizationId, sandboxIds, now) {
      if (sandboxIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("usageIntervals")
        .select(["sandboxId", "organizationId", ...sums({ from: 0, to: now }, now)])
        // Not by organization: the database would read all intervals of the team.
        .where("sandboxId", "in", sandboxIds)
        .groupBy(["sandboxId", "organizationId"])
        .execute();
      const own = rows.filter((row) => row.organizationId === organizationId);
      return new Map(own.map((row) => [row.sandboxId, toMeasured(row)]));
    },

    async listLabels(organizationId, { from, to }) {
      const newest = db
        .selectFrom("usageIntervals")
        .select("sandboxId")
        .where("organizationId", "=", organizationId)
        .where("startedAt", ">=", from)
        .where("startedAt", "<", to)
        .orderBy("startedAt", "desc")
        .limit(USAGE_BREAKDOWN.labelledSandboxes);
      const rows = await db
        .selectFrom(newest.as("newest"))
        .innerJoin("usageLabels", "usageLabels.sandboxId", "newest.sandboxId")
        .select("usageLabels.key")
        .distinct()
        .orderBy("usageLabels.key")
        .execute();
      return rows.map(({ key }) => key);
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

    async findFirstStart(organizationId) {
      const query = db.selectFrom("usageIntervals").select("startedAt").orderBy("startedAt").limit(1);
      const ofTeam = organizationId === undefined ? query : query.where("organizationId", "=", organizationId);
      return (await ofTeam.executeTakeFirst())?.startedAt;
    },
  };
}

/** Expression of the id of a group. The label is joined. */
const ID_OF = {
  template: sql<string | null>`${sql.ref("templateId")}`,
  apiKey: sql<string | null>`${sql.ref("creatorKeyId")}`,
  member: sql<string | null>`${sql.ref("creatorId")}`,
  label: sql<string | null>`${sql.ref("label.value")}`,
} satisfies Record<UsageDimension, unknown>;

function nameOf(db: Database, by: UsageDimension) {
  const keyName = db.selectFrom("apiKeys").select("name").whereRef("id", "=", sql.ref("usageIntervals.creatorKeyId"));
  const userName = db.selectFrom("users").select("name").whereRef("id", "=", sql.ref("usageIntervals.creatorId"));
  return {
    template: sql<string | null>`max(${sql.ref("templateName")})`,
    apiKey: sql<string | null>`${keyName}`,
    member: sql<string | null>`${userName}`,
    label: sql<string | null>`null`,
  }[by];
}

/** Selects the intervals of an organization that may lie in a span. */
const within = (db: Database, organizationId: string, { from, to }: Span) =>
  db
    .selectFrom("usageIntervals")
    .where("usageIntervals.organizationId", "=", organizationId)
    .where("startedAt", "<", to)
    .where("startedAt", ">=", from - LONGEST_INTERVAL_MS);

function sums(span: Span, now: number) {
  const lengthMs = lengthWithin(span, now);
  return [
    // As text, because sums may exceed the exact range of a JavaScript number.
    sql<string>`cast(coalesce(sum(${lengthMs} * ${sql.ref("cpu")}), 0) as text)`.as("vcpuMs"),
    sql<string>`cast(coalesce(sum(${lengthMs} * ${sql.ref("memoryMb")}), 0) as text)`.as("memoryMbMs"),
    sql<number>`coalesce(sum(case when ${sql.ref("startedAt")} >= ${bigint(span.from)} then 1 else 0 end), 0)`.as(
      "sandboxesStarted",
    ),
  ] as const;
}

const toMeasured = (row: { vcpuMs: string; memoryMbMs: string; sandboxesStarted: number }): Measured => ({
  vcpuMs: BigInt(row.vcpuMs),
  memoryMbMs: BigInt(row.memoryMbMs),
  sandboxesStarted: row.sandboxesStarted,
});

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
