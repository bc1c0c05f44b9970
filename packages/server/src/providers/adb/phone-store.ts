import type { Selectable } from "kysely";
import { z } from "zod";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** What a phone is and how it does, as it said last. */
export const PhoneFacts = z.object({
  model: z.string(),
  release: z.string(),
  widthPx: z.number(),
  heightPx: z.number(),
  batteryPercent: z.number().optional(),
  temperatureC: z.number().optional(),
});
export type PhoneFacts = z.infer<typeof PhoneFacts>;

/** What belongs to a phone, whoever used it: its packages and settings, and how many accounts it has. */
export const PhoneBaseline = z.object({
  packages: z.array(z.string()),
  settings: z.record(z.string(), z.record(z.string(), z.string())),
  accounts: z.number(),
});
export type PhoneBaseline = z.infer<typeof PhoneBaseline>;

type Row = Selectable<Schema["phones"]>;
export type Phone = Omit<Row, "facts" | "baseline"> & {
  facts: PhoneFacts | undefined;
  /** Undefined of one that was never cleaned; "unreadable" of one of which it is no more known. */
  baseline: PhoneBaseline | "unreadable" | undefined;
};

/** After so many checks in a row that failed a phone is offline. */
export const OFFLINE_FAILURES = 3;
/** After so many cleanings in a row that failed it is quarantined. */
const QUARANTINE_FAILURES = 3;

/**
 * The phones of all servers on the database. Each change is one statement that says what it expects, so that of several
 * servers one makes it.
 */
export interface PhoneStore {
  /** Adds phones that were not known; they are cleaned before anybody gets them. */
  add(routes: readonly string[]): Promise<void>;
  list(): Promise<Phone[]>;
  ofSandbox(sandboxId: string): Promise<Phone | undefined>;
  /** Gives a free phone to a sandbox; undefined if somebody else was faster. */
  lease(route: string, sandboxId: string, now: number): Promise<Phone | undefined>;
  /** Takes back the phone of a sandbox: it is to be cleaned. Answers its route. */
  release(sandboxId: string): Promise<string | undefined>;
  /** Whether a phone that nobody has asked since is the caller's to ask. */
  claimCheck(route: string, now: number, notSince: number): Promise<boolean>;
  /** It answered. One that was quarantined and had been offline is cleaned once more: somebody had it in hand. */
  answered(route: string, facts: PhoneFacts, now: number): Promise<void>;
  /** It did not answer. Answers what is known of it then. */
  missed(route: string, detail: string): Promise<Phone | undefined>;
  /** Whether a phone is the caller's to clean until then. */
  claimCleaning(route: string, now: number, until: number): Promise<boolean>;
  /** It goes on, unless it is another's by now, who claimed it until another time. Answers whether it does. */
  keepCleaning(route: string, claimedUntil: number, until: number): Promise<boolean>;
  /** It is done, by whoever claimed it until then (default: nobody did), with what belongs to the phone from now on. */
  cleaned(route: string, claimedUntil?: number, baseline?: PhoneBaseline): Promise<void>;
  /** It could not be cleaned by whoever claimed it until then: tried again from a time on, or quarantined. */
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
      // Who was used least lately comes first, so that all wear alike.
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
  // It is asked of the phone again.
  facts: readJson(PhoneFacts, row.facts),
  baseline: readJson(PhoneBaseline, row.baseline) ?? (row.baseline === null ? undefined : "unreadable"),
});

/** What cannot be read is not known, and hides no other phone. */
function readJson<Said>(schema: z.ZodType<Said>, text: string | null): Said | undefined {
  if (text === null) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
