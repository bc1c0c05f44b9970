import { MICRO_DOLLARS_PER_DOLLAR, type PlanName } from "@terrarium/contract/pricing";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization } from "@terrarium/platform/db/locks";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Selectable } from "kysely";

type InvoiceRow = Selectable<Schema["invoices"]>;
export type InvoiceRecord = Omit<InvoiceRow, "vcpuMs" | "memoryMbMs"> & {
  vcpuMs: bigint;
  memoryMbMs: bigint;
};

type Amounts = Pick<InvoiceRecord, "vcpuMs" | "memoryMbMs" | "usageMicroDollars">;

/** An organization's usage of a month. Earlier invoices may have billed a part of it. */
type BilledMonth = Pick<InvoiceRecord, "organizationId" | "periodFrom" | "periodTo" | "issuedAt"> & {
  /** Number of that month's first invoice. Later ones get -2, -3. */
  number: string;
  used: Amounts;
};

/** An invoice to collect, and the subscription with the payment method for it. */
type OpenInvoice = Pick<InvoiceRecord, "id" | "organizationId" | "dueCents" | "periodFrom"> & {
  stripeSubscriptionId: string;
};

interface PlanChange {
  organizationId: string;
  stripeSubscriptionId: string;
  plan: PlanName;
  /** The subscription's previous plan; the same if this event did not change it. */
  planBefore: PlanName;
  /** Time of the event by Stripe. Several events can have the same time. */
  eventAt: number;
}

export interface OrphanedSubscription {
  organizationId: string;
  stripeSubscriptionId: string;
  plan: PlanName;
}

export interface BillingStore {
  /** Returns the newest subscription of an organization, which may have ended. */
  findSubscription(organizationId: string): Promise<{ stripeSubscriptionId: string; plan: PlanName } | undefined>;
  /**
   * Applies a change of plan, unless a newer one was applied, or one of the same time that does not lead to it. Applies
   * the end of a subscription only if no other one is current. A second, concurrently bought subscription is recorded
   * as unwanted.
   */
  changePlan(change: PlanChange): Promise<"applied" | "unwanted" | "ignored" | "no-organization">;
  /** Returns subscriptions to cancel. */
  listUnwanted(): Promise<string[]>;
  removeUnwanted(stripeSubscriptionId: string): Promise<void>;
  /** Returns subscriptions of deleted organizations. */
  listOrphans(): Promise<OrphanedSubscription[]>;
  removeSubscription(organizationId: string): Promise<void>;
  findOrganizationName(organizationId: string): Promise<string | undefined>;
  /** Newest first. Parse each with `toRecord`. */
  listInvoices(organizationId: string): Promise<InvoiceRow[]>;
  findInvoice(organizationId: string, id: string): Promise<InvoiceRecord | undefined>;
  /**
   * Issues an invoice for a month's unbilled usage. Applies the remaining credits to its cost, in millionths of a
   * dollar. Returns its number, or undefined if everything is billed.
   */
  issue(
    month: BilledMonth,
    settle: (usageMicroDollars: number, creditsLeft: number) => Settlement,
  ): Promise<string | undefined>;
  /** Returns due invoices of teams with a paid plan without a payment request so far. */
  listOpenInvoices(): Promise<OpenInvoice[]>;
  /** Sets a payment's state: paid stays paid, and only an open one becomes asked. Returns whether it changed. */
  changePayment(organizationId: string, id: string, payment: "asked" | "refused" | "paid"): Promise<boolean>;
  /**
   * Returns the granted credits, the rest after all invoices, and the billed usage since the start of the last invoiced
   * month: in millionths of a dollar.
   */
  sumInvoices(organizationId: string): Promise<{
    creditsGiven: number;
    creditsLeft: number;
    lastMonth: number;
    billedSince: number;
  }>;
  /** Returns the time until which all invoices exist. */
  readInvoicedThrough(): Promise<number | undefined>;
  writeInvoicedThrough(time: number): Promise<void>;
}

export interface Settlement {
  creditsMicroDollars: number;
  dueCents: number;
}

const READ_AT_ONCE = 500;
/** Precision of the times of Stripe's events. */
const PRECISION_MS = 1_000;
const INVOICED_THROUGH = "billing.invoicedThrough";

/** Throws SyntaxError if its amounts are not numbers. */
export const toRecord = (row: InvoiceRow): InvoiceRecord => ({
  ...row,
  vcpuMs: BigInt(row.vcpuMs),
  memoryMbMs: BigInt(row.memoryMbMs),
});

export function createBillingStore(db: Database): BillingStore {
  const sumInvoices = async (database: Database, organizationId: string) => {
    const rows = await database
      .selectFrom("invoices")
      .select(["creditsMicroDollars", "periodFrom", "usageMicroDollars"])
      .where("organizationId", "=", organizationId)
      .execute();
    const team = await database
      .selectFrom("organizations")
      .select("creditsDollars")
      .where("id", "=", organizationId)
      .executeTakeFirst();
    const creditsGiven = (team?.creditsDollars ?? 0) * MICRO_DOLLARS_PER_DOLLAR;
    const lastMonth = Math.max(0, ...rows.map((row) => row.periodFrom));
    const ofLastMonth = rows.filter((row) => row.periodFrom === lastMonth);
    return {
      creditsGiven,
      creditsLeft: creditsGiven - rows.reduce((sum, row) => sum + row.creditsMicroDollars, 0),
      lastMonth,
      billedSince: ofLastMonth.reduce((sum, row) => sum + row.usageMicroDollars, 0),
    };
  };

  return {
    findSubscription: (organizationId) =>
      db
        .selectFrom("subscriptions")
        .select(["stripeSubscriptionId", "plan"])
        .where("organizationId", "=", organizationId)
        .executeTakeFirst(),

    changePlan: ({ organizationId, planBefore, ...change }) =>
      db.transaction().execute(async (transaction) => {
        const { plan, stripeSubscriptionId } = change;
        if (!(await lockOrganization(transaction, organizationId)))
          return plan === "hobby" ? "ignored" : "no-organization";
        const current = await transaction
          .selectFrom("subscriptions")
          .selectAll()
          .where("organizationId", "=", organizationId)
          .executeTakeFirst();
        const isCurrent = current?.stripeSubscriptionId === stripeSubscriptionId;
        // Without another subscription, the end is stored: Stripe may report the start after it.
        if (!isCurrent && current?.plan === "pro") {
          if (plan === "hobby") return "ignored";
          await transaction
            .insertInto("unwantedSubscriptions")
            .values({ stripeSubscriptionId })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          return "unwanted";
        }
        const newerMs = current ? current.eventAt - change.eventAt : -Infinity;
        if (newerMs >= (isCurrent ? 1 : PRECISION_MS)) return "ignored";
        // The plans before and after each event show their order.
        if (isCurrent && newerMs === 0 && current.plan !== planBefore) return "ignored";
        await transaction
          .insertInto("subscriptions")
          .values({ organizationId, ...change })
          .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(change))
          .execute();
        return "applied";
      }),

    listUnwanted: async () => {
      const rows = await db.selectFrom("unwantedSubscriptions").select("stripeSubscriptionId").execute();
      return rows.map((row) => row.stripeSubscriptionId);
    },

    async removeUnwanted(stripeSubscriptionId) {
      await db.deleteFrom("unwantedSubscriptions").where("stripeSubscriptionId", "=", stripeSubscriptionId).execute();
    },

    async listOrphans() {
      const orphans: OrphanedSubscription[] = [];
      for (let after = ""; ;) {
        const page = await db
          .selectFrom("subscriptions")
          .select(["organizationId", "stripeSubscriptionId", "plan"])
          .select((eb) =>
            eb
              .selectFrom("organizations")
              .select("organizations.id")
              .whereRef("organizations.id", "=", "subscriptions.organizationId")
              .as("known"),
          )
          .where("organizationId", ">", after)
          .orderBy("organizationId")
          .limit(READ_AT_ONCE)
          .execute();
        for (const { known, ...subscription } of page) if (known === null) orphans.push(subscription);
        const last = page.at(-1);
        if (!last || page.length < READ_AT_ONCE) return orphans;
        after = last.organizationId;
      }
    },

    async removeSubscription(organizationId) {
      await db.deleteFrom("subscriptions").where("organizationId", "=", organizationId).execute();
    },

    async findOrganizationName(organizationId) {
      const query = db.selectFrom("organizations").select("name").where("id", "=", organizationId);
      return (await query.executeTakeFirst())?.name;
    },

    async listInvoices(organizationId) {
      const query = db.selectFrom("invoices").selectAll().where("organizationId", "=", organizationId);
      return query.orderBy("periodFrom", "desc").orderBy("id", "desc").execute();
    },

    async findInvoice(organizationId, id) {
      const query = db.selectFrom("invoices").selectAll().where("id", "=", id);
      const row = await query.where("organizationId", "=", organizationId).executeTakeFirst();
      return row && toRecord(row);
    },

    issue: ({ number, used, ...month }, settle) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId } = month;
        // An organization's invoices are created one after the other, so that no usage is billed twice and no credit
        // applied twice.
        if (!(await lockOrganization(transaction, organizationId))) return undefined;
        const billed = await transaction
          .selectFrom("invoices")
          .select(["vcpuMs", "memoryMbMs", "usageMicroDollars"])
          .where("organizationId", "=", organizationId)
          .where("periodFrom", "=", month.periodFrom)
          .execute();
        const rest = restOf(used, billed);
        if (rest.usageMicroDollars <= 0) return undefined;
        const { creditsLeft } = await sumInvoices(transaction, organizationId);
        const id = billed.length === 0 ? number : `${number}-${billed.length + 1}`;
        const row = { ...month, ...rest, id, vcpuMs: String(rest.vcpuMs), memoryMbMs: String(rest.memoryMbMs) };
        const settlement = settle(rest.usageMicroDollars, creditsLeft);
        await transaction
          .insertInto("invoices")
          .values({ ...row, ...settlement, payment: "open" })
          .execute();
        return id;
      }),

    listOpenInvoices: () =>
      db
        .selectFrom("invoices")
        .innerJoin("subscriptions", "subscriptions.organizationId", "invoices.organizationId")
        .select(["id", "invoices.organizationId", "dueCents", "periodFrom", "stripeSubscriptionId"])
        .where("payment", "=", "open")
        .where("dueCents", ">", 0)
        .where("plan", "=", "pro")
        .execute(),

    async changePayment(organizationId, id, payment) {
      const changed = await db
        .updateTable("invoices")
        .set({ payment })
        .where("id", "=", id)
        .where("organizationId", "=", organizationId)
        .where("payment", "in", payment === "asked" ? ["open"] : ["open", "asked", "refused"])
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },

    sumInvoices: (organizationId) => sumInvoices(db, organizationId),

    async readInvoicedThrough() {
      const query = db.selectFrom("settings").select("value").where("key", "=", INVOICED_THROUGH);
      const value = (await query.executeTakeFirst())?.value;
      return value === undefined ? undefined : Number(value);
    },

    async writeInvoicedThrough(time) {
      const value = String(time);
      await db
        .insertInto("settings")
        .values({ key: INVOICED_THROUGH, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },
  };
}

/** Returns the usage that is not yet billed. Never negative. */
function restOf(used: Amounts, billed: ReadonlyArray<{ [Name in keyof Amounts]: string | number }>): Amounts {
  const rest = { ...used };
  for (const { vcpuMs, memoryMbMs, usageMicroDollars } of billed) {
    rest.vcpuMs -= BigInt(vcpuMs);
    rest.memoryMbMs -= BigInt(memoryMbMs);
    rest.usageMicroDollars -= Number(usageMicroDollars);
  }
  const atLeast0 = (value: bigint) => (value < 0n ? 0n : value);
  return { ...rest, vcpuMs: atLeast0(rest.vcpuMs), memoryMbMs: atLeast0(rest.memoryMbMs) };
}
