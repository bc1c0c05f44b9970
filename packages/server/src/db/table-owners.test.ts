import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Schema } from "./schema.ts";

interface Table {
  /** The folder whose stores make, change and delete its rows. */
  owner: string;
  /** Folders that read it besides, in queries that a call of the owner's service could not answer as well. */
  read?: readonly string[];
  /** Folders that change it too, since it must happen in one transaction with a change of their own. */
  changed?: readonly string[];
}

/** Whose each table is, and which are shared with whom. */
const TABLES: Readonly<Record<keyof Schema, Table>> = {
  // That a deleted account was given its credits is noted as it is deleted.
  settings: { owner: "db", read: ["billing", "users"], changed: ["billing", "users"] },
  // A redeemed code, and the credits of the first team, are noted with the user.
  users: {
    owner: "users",
    read: ["actions", "audit", "box-tokens", "budgets", "invite-codes", "organizations", "snapshots"],
    changed: ["invite-codes", "organizations"],
  },
  sessions: { owner: "auth" },
  localIdentities: { owner: "auth" },
  // With a team's first API key it is noted that it had one.
  organizations: { owner: "organizations", read: ["billing", "budgets"], changed: ["api-keys"] },
  memberships: { owner: "organizations", read: ["audit", "budgets"] },
  inviteLinks: { owner: "invites", read: ["audit"] },
  inviteCodes: { owner: "invite-codes" },
  // Those of a member who leaves count for the owner from then on.
  apiKeys: {
    owner: "api-keys",
    read: ["actions", "audit", "box-tokens", "snapshots"],
    changed: ["organizations"],
  },
  templates: { owner: "templates", read: ["audit"] },
  // A team is disbanded with all its sandboxes; what a member made who leaves counts for the owner from then on.
  sandboxes: {
    owner: "sandboxes",
    read: ["actions", "audit", "box-tokens", "keepsakes", "storage"],
    changed: ["organizations"],
  },
  sandboxBlocks: { owner: "sandboxes" },
  keepsakes: { owner: "keepsakes" },
  usageIntervals: { owner: "usage" },
  budgets: { owner: "budgets" },
  budgetNotifications: { owner: "budgets" },
  mails: { owner: "mail" },
  subscriptions: { owner: "billing" },
  unwantedSubscriptions: { owner: "billing" },
  invoices: { owner: "billing" },
  auditEntries: { owner: "audit" },
  // They are removed before their sandbox is.
  deviceActions: { owner: "actions", read: ["sandboxes"], changed: ["sandboxes"] },
  idempotencyKeys: { owner: "idempotency" },
  replicas: { owner: "replicas", read: ["sandboxes"] },
  scriptRuns: { owner: "runner" },
  rateWindows: { owner: "http" },
  phones: { owner: "providers" },
  boxTokens: { owner: "box-tokens" },
  recordings: { owner: "recording" },
  storedObjects: { owner: "storage", changed: ["organizations"] },
  storedParts: { owner: "storage" },
  snapshots: { owner: "snapshots", changed: ["organizations"] },
  snapshotParts: { owner: "snapshots" },
  webhooks: { owner: "webhooks" },
  webhookDeliveries: { owner: "webhooks" },
};

const SOURCES = path.resolve(fileURLToPath(import.meta.url), "../..");
/** The calls of Kysely that name a table, and what stands for one in a query that is put together by hand. */
const READ = /(?:selectFrom|(?:inner|left)Join)\(\s*"(\w+)|\btable: "(\w+)"/g;
const CHANGED = /(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/g;

/** What a query makes up for itself is no table. */
const MADE_UP = /with(?:Recursive)?\(\s*"(\w+)/g;

/** Each use of a table, as "folder table". */
function findUses(pattern: RegExp): string[] {
  const files = globSync("*/**/*.ts", { cwd: SOURCES }).filter(
    (file) => !/^(db|testing)\/|\/testing\/|\.test\.ts$/.test(file),
  );
  const uses = files.flatMap((file) => {
    const source = readFileSync(path.join(SOURCES, file), "utf8");
    const madeUp = new Set([...source.matchAll(MADE_UP)].map(([, name]) => name));
    return [...source.matchAll(pattern)]
      .map(([, called, named]) => called ?? named)
      .filter((name) => !madeUp.has(name))
      .map((name) => `${file.split(path.sep, 1)[0]} ${name}`);
  });
  return [...new Set(uses)].toSorted();
}

const byOthers = (uses: readonly string[]): string[] =>
  uses.filter((use) => !Object.entries(TABLES).some(([name, { owner }]) => use === `${owner} ${name}`));
const declared = (kind: "read" | "changed"): string[] =>
  Object.entries(TABLES)
    .flatMap(([name, table]) => (table[kind] ?? []).map((folder) => `${folder} ${name}`))
    .toSorted();

test("a store reads its own tables, and those that are declared to be shared with it", () => {
  expect(byOthers(findUses(READ))).toEqual(declared("read"));
});

test("a store changes its own tables, and others only where one transaction must change both", () => {
  expect(byOthers(findUses(CHANGED))).toEqual(declared("changed"));
});
