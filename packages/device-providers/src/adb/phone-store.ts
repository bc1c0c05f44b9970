import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Selectable } from "kysely";
import { z } from "zod";

/** Model, release, size and battery of a phone, as last read. */
export const PhoneFacts = z.object({
  model: z.string(),
  release: z.string(),
  widthPx: z.number(),
  heightPx: z.number(),
  batteryPercent: z.number().optional(),
  temperatureC: z.number().optional(),
});
export type PhoneFacts = z.infer<typeof PhoneFacts>;

/** The content of a phone without a user: its packages, settings and number of accounts. */
export const PhoneBaseline = z.object({
  packages: z.array(z.string()),
  settings: z.record(z.string(), z.record(z.string(), z.string())),
  accounts: z.number(),
});
export type PhoneBaseline = z.infer<typeof PhoneBaseline>;

type Row = Selectable<Schema["phones"]>;
export type Phone = Omit<Row, "facts" | "baseline"> & {
  facts: PhoneFacts | undefined;
  /** Undefined if the phone was never cleaned; "unreadable" if the stored baseline cannot be parsed. */
  baseline: PhoneBaseline | "unreadable" | undefined;
};

/** Consecutive failed checks after which a phone is offline. */
export const OFFLINE_FAILURES = 3;
/** Consecutive failed cleanings after which a phone is quarantined. */
const QUARANTINE_FAILURES = 3;

/**
 * The phones of all servers on the database. Each change is one conditional statement, so that exactly one of several
 * servers succeeds.
 */
export interface PhoneStore {
  /** Adds unknown phones; they are cleaned before the first lease. */
  add(routes: readonly string[]): Promise<void>;
  list(): Promise<Phone[]>;
  ofSandbox(sandboxId: string): Promise<Phone | undefined>;
  /** Leases a free phone to a sandbox; resolves with undefined if another lease was faster. */
  lease(route: string, sandboxId: string, now: number): Promise<Phone | undefined>;
  /** Ends the lease of a sandbox and marks its phone for cleaning. Resolves with the phone's route. */
  release(sandboxId: string): Promise<string | undefined>;
  /** Claims the check of a phone that was not checked since `notSince`. Resolves with whether it did. */
  claimCheck(route: string, now: number, notSince: number): Promise<boolean>;
  /**
   * Records a successful check. A quarantined phone that was offline is cleaned again, because a person has probably
   * handled it.
   */
  answered(route: string, facts: PhoneFacts, now: number): Promise<void>;
  /** Records a failed check. Resolves with the updated phone. */
  missed(route: string, detail: string): Promise<Phone | undefined>;
  /** Claims the cleaning of a phone until the given time. Resolves with whether it did. */
  claimCleaning(route: string, now: number, until: number): Promise<boolean>;
  /**
   * Extends a cleaning claim, identified by its end, unless another server has claimed the phone. Resolves with whether
   * it did.
   */
  keepCleaning(route: string, claimedUntil: number, until: number): Promise<boolean>;
  /**
   * Records a successful cleaning by the claim with the given end (default: unclaimed), and the phone's new baseline.
   */
  cleaned(route: string, claimedUntil?: number, baseline?: PhoneBaseline): Promise<void>;
  /**
   * Records a failed cleaning by the claim with the given end. The phone is cleaned again from the time `again`, or
   * quarantined.
   */
  notCleaned(route: string, claimedUntil: number, detail: string, again: number): Promise<void>;
}

export function createPhoneStore(db: Database): PhoneStore {
  const update = (route: string) => db.updateTable("phones").where("route", "=", route);
  const updateClaimed = (route: string, claimedUntil: number) =>
    update(route).where("state", "=", "cleaning").where("cleaningUntil", "=", claimedUntil);
  const isChanged = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => numUpdatedRows > 0n;
  return {
    async add(routes) {
      if (routes.length === 0) return;
      const rows = routes.map((route) => ({ route, state: "cleaning" as const, ...UNSEEN }));
      await db
        .insertInto("phones")
        .values(rows)
        .onConflict((conflict) => conflict.column("route").doNothing())
        .execute();
    },

    async list() {
      // Least recently used phones come first, for even wear.
      return (await db.selectFrom("phones").selectAll().orderBy("leasedAt").orderBy("route").execute()).map(toPhone);
    },

    async ofSandbox(sandboxId) {
      const query = db.selectFrom("phones").selectAll().where("sandboxId", "=", sandboxId);
      const row = await query.executeTakeFirst();
      return row && toPhone(row);
    },

    async lease(route, sandboxId, now) {
      const row = await update(route)
        .set({ state: "leased", sandboxId, leasedAt: now })
        .where("state", "=", "free")
        .where("failures", "<", OFFLINE_FAILURES)
        .returningAll()
        .executeTakeFirst();
      return row && toPhone(row);
    },

    async release(sandboxId) {
      const row = await db
        .updateTable("phones")
        .set({ state: "cleaning", sandboxId: null, cleaningUntil: 0, cleaningFailures: 0 })
        .where("sandboxId", "=", sandboxId)
        .returning("route")
        .executeTakeFirst();
      return row?.route;
    },

    claimCheck: async (route, now, notSince) =>
      isChanged(
        await update(route).set({ checkedAt: now }).where("checkedAt", "<=", notSince).executeTakeFirstOrThrow(),
      ),

    async answered(route, facts, now) {
      await update(route)
        .set({ state: "cleaning", cleaningFailures: 0, cleaningUntil: 0 })
        .where("state", "=", "quarantined")
        .where("failures", ">=", OFFLINE_FAILURES)
        .execute();
      await update(route)
        .set({ failures: 0, seenAt: now, facts: JSON.stringify(facts) })
        .execute();
    },

    async missed(route, detail) {
      const row = await update(route)
        .set((eb) => ({ failures: eb("failures", "+", 1), detail }))
        .returningAll()
        .executeTakeFirst();
      return row && toPhone(row);
    },

    claimCleaning: async (route, now, until) =>
      isChanged(
        await update(route)
          .set({ cleaningUntil: until })
          .where("state", "=", "cleaning")
          .where("cleaningUntil", "<=", now)
          .executeTakeFirstOrThrow(),
      ),

    keepCleaning: async (route, claimedUntil, until) =>
      isChanged(await updateClaimed(route, claimedUntil).set({ cleaningUntil: until }).executeTakeFirstOrThrow()),

    async cleaned(route, claimedUntil = 0, baseline) {
      await updateClaimed(route, claimedUntil)
        .set({ state: "free", cleaningUntil: 0, cleaningFailures: 0, detail: null })
        .$if(baseline !== undefined, (query) => query.set({ baseline: JSON.stringify(baseline) }))
        .execute();
    },

    async notCleaned(route, claimedUntil, detail, again) {
      const row = await updateClaimed(route, claimedUntil)
        .set((eb) => ({ cleaningFailures: eb("cleaningFailures", "+", 1), cleaningUntil: again, detail }))
        .returning("cleaningFailures")
        .executeTakeFirst();
      if (!row || row.cleaningFailures < QUARANTINE_FAILURES) return;
      await update(route).set({ state: "quarantined" }).where("state", "=", "cleaning").execute();
    },
  };
}

const UNSEEN = { leasedAt: 0, checkedAt: 0, seenAt: 0, failures: 0, cleaningUntil: 0, cleaningFailures: 0 };

const toPhone = (row: Row): Phone => ({
  ...row,
  // Unreadable facts are read from the phone again.
  facts: readJson(PhoneFacts, row.facts),
  baseline: readJson(PhoneBaseline, row.baseline) ?? (row.baseline === null ? undefined : "unreadable"),
});

/** Text that cannot be parsed counts as unknown, so that it hides no other phone. */
function readJson<Said>(schema: z.ZodType<Said>, text: string | null): Said | undefined {
  if (text === null) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
