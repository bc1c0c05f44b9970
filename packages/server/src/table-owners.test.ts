import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Schema } from "@terrarium/platform/db/schema";
import { expect, test } from "vitest";

interface Table {
  /** Folder of the stores that create, change and delete its rows. */
  owner: string;
  /** Further folders that read it, in queries that the owner's service could not answer as well. */
  read?: readonly string[];
  /** Further folders that change it, in one transaction with a change of their own tables. */
  changed?: readonly string[];
}

/** Owner of each table, and folders that share it. */
const TABLES: Readonly<Record<keyof Schema, Table>> = {
  // Deleting an account records that it received its credits.
  settings: { owner: "db", read: ["billing", "users"], changed: ["billing", "users"] },
  // A redeemed code and the credits of the first team are recorded with the user.
  users: {
    owner: "users",
    read: ["actions", "audit", "box-tokens", "budgets", "invite-codes", "organizations", "snapshots", "usage"],
    changed: ["invite-codes", "organizations"],
  },
  sessions: { owner: "auth" },
  localIdentities: { owner: "auth" },
  // Creating a team's first API key is recorded with the team.
  organizations: { owner: "organizations", read: ["billing", "budgets"], changed: ["api-keys"] },
  memberships: { owner: "organizations", read: ["audit", "budgets"] },
  firstSteps: { owner: "first-steps" },
  inviteLinks: { owner: "invites", read: ["audit"] },
  inviteCodes: { owner: "invite-codes" },
  // Keys of a leaving member are assigned to the owner.
  apiKeys: {
    owner: "api-keys",
    read: ["actions", "audit", "box-tokens", "snapshots", "usage"],
    changed: ["organizations"],
  },
  templates: { owner: "templates", read: ["audit"] },
  // A team is deleted with all its sandboxes. Sandboxes of a leaving member are assigned to the owner.
  sandboxes: {
    owner: "sandboxes",
    read: ["actions", "audit", "box-tokens", "last-states", "storage"],
    changed: ["organizations"],
  },
  sandboxBlocks: { owner: "sandboxes" },
  publicPorts: { owner: "ports" },
  keepsakes: { owner: "last-states" },
  usageIntervals: { owner: "usage" },
  usageLabels: { owner: "usage" },
  budgets: { owner: "budgets" },
  budgetNotifications: { owner: "budgets" },
  mails: { owner: "mail" },
  subscriptions: { owner: "billing" },
  unwantedSubscriptions: { owner: "billing" },
  invoices: { owner: "billing" },
  auditEntries: { owner: "audit" },
  // They are deleted before their sandbox.
  deviceActions: { owner: "actions", read: ["sandboxes"], changed: ["sandboxes"] },
  idempotencyKeys: { owner: "idempotency" },
  replicas: { owner: "replicas", read: ["sandboxes"] },
  scriptRuns: { owner: "runner" },
  rateWindows: { owner: "http" },
  phones: { owner: "adb" },
  boxTokens: { owner: "box-tokens" },
  recordings: { owner: "recording" },
  storedObjects: { owner: "storage", changed: ["organizations"] },
  storedParts: { owner: "storage" },
  snapshots: { owner: "snapshots", changed: ["organizations"] },
  snapshotParts: { owner: "snapshots" },
  webhooks: { owner: "webhooks" },
  webhookDeliveries: { owner: "webhooks" },
};

const PACKAGES = path.resolve(import.meta.dirname, "../..");
const SOURCES = "{platform,device-control,device-providers,server}/src/*/**/*.ts";
/** Matches table names in Kysely calls, and in manually composed queries. */
const READ = /(?:selectFrom|(?:inner|left)Join)\(\s*"(\w+)|\btable: "(\w+)"/g;
const CHANGED = /(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/g;

/** Matches common table expressions, which are not tables. */
const MADE_UP = /with(?:Recursive)?\(\s*"(\w+)/g;

/** Returns all uses of tables, as "folder table". The folder is an area of a package. */
function findUses(pattern: RegExp): string[] {
  const files = globSync(SOURCES, { cwd: PACKAGES }).filter(
    (file) => !/\/src\/db\/|\/testing\/|\.test\.ts$/.test(file),
  );
  const uses = files.flatMap((file) => {
    const source = readFileSync(path.join(PACKAGES, file), "utf8");
    const madeUp = new Set([...source.matchAll(MADE_UP)].map(([, name]) => name));
    return [...source.matchAll(pattern)]
      .map(([, called, named]) => called ?? named)
      .filter((name) => !madeUp.has(name))
      .map((name) => `${file.split(path.sep)[2]} ${name}`);
  });
  return [...new Set(uses)].toSorted();
}

const byOthers = (uses: readonly string[]): string[] =>
  uses.filter((use) => !Object.entries(TABLES).some(([name, { owner }]) => use === `${owner} ${name}`));
const declared = (kind: "read" | "changed"): string[] =>
  Object.entries(TABLES)
    .flatMap(([name, table]) => (table[kind] ?? []).map((folder) => `${folder} ${name}`))
    .toSorted();

test("stores read only their own and declared shared tables", () => {
  expect(byOthers(findUses(READ))).toEqual(declared("read"));
});

test("stores change other tables only in shared transactions", () => {
  expect(byOthers(findUses(CHANGED))).toEqual(declared("changed"));
});
