import path from "node:path";
import { type Database, openDatabase } from "../../packages/platform/src/db/database.ts";
import { newId } from "../../packages/platform/src/db/ids.ts";
import { sqliteDialect } from "../../packages/platform/src/db/sqlite.ts";
import { hashToken, newToken } from "../../packages/platform/src/secrets/secret-box.ts";
import { countIn } from "../../packages/server/src/sandboxes/blocks.ts";

const TEAMS = 1_000;
const SANDBOXES = 100_000;
/** One team has far more sandboxes than the others, so its pages are deep. */
const BUSY_TEAM_SANDBOXES = 20_000;
const BUSY_TEAM_YEAR_INTERVALS = 200_000;
export const BUSY_TEAM_AUDIT_ENTRIES = 200_000;
const RUNNING_PER_TEAM = 5;
const ROWS_PER_INSERT = 500;
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/** A team with one user (its owner), signed in, and an API key. */
export interface SeededTeam {
  organizationId: string;
  sandboxes: number;
  session: string;
  apiKey: string;
}

/** Fills the SQLite database of a running server, like `seed`. */
export async function seedSqlite(dataDir: string): Promise<SeededTeam[]> {
  const db = await openDatabase(sqliteDialect(path.join(dataDir, "terrarium.db")));
  try {
    return await seed(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Fills the database of a running server: 1,000 teams with 100,000 sandboxes, the first team with 20,000 of them,
 * 200,000 metered intervals in the past year and as many audit entries. Must run after the server's start, which would
 * end running sandboxes without a device.
 */
export async function seed(db: Database): Promise<SeededTeam[]> {
  const now = Date.now();
  const teams: SeededTeam[] = [];
  await db.transaction().execute(async (transaction) => {
    for (let i = 0; i < TEAMS; i += 1) teams.push(await seedTeam(transaction, i, now));
    const [busy] = teams;
    if (!busy) throw new Error("no team");
    await seedHistory(transaction, busy.organizationId, now);
  });
  return teams;
}

async function seedTeam(db: Database, index: number, now: number): Promise<SeededTeam> {
  const others = Math.floor((SANDBOXES - BUSY_TEAM_SANDBOXES) / (TEAMS - 1));
  const team = {
    organizationId: newId("org", now),
    sandboxes: index === 0 ? BUSY_TEAM_SANDBOXES : others,
    session: newToken(),
    apiKey: `trm_${newToken()}`,
  };
  const { organizationId } = team;
  const userId = newId("usr", now);
  const created = { createdAt: now, updatedAt: now };
  const person = { provider: "seed", providerUserId: userId, name: `User ${index}`, avatar: null, inviteCode: null };
  await db
    .insertInto("users")
    .values({ id: userId, ...person, email: null, ...created })
    .execute();
  await db
    .insertInto("sessions")
    .values({
      id: newId("ses", now),
      userId,
      tokenHash: hashToken(team.session),
      createdAt: now,
      expiresAt: now + YEAR_MS,
    })
    .execute();
  await db
    .insertInto("organizations")
    .values({ id: organizationId, name: `Team ${index}`, createdAt: now })
    .execute();
  await db.insertInto("memberships").values({ organizationId, userId, role: "owner", createdAt: now }).execute();
  const key = { keyHash: hashToken(team.apiKey), keySealed: "", ...created };
  await db
    .insertInto("apiKeys")
    .values({ id: newId("key", now), organizationId, name: "key1", ...key })
    .execute();
  const rows = Array.from({ length: team.sandboxes }, (_, i) => sandboxRow(organizationId, i, now, team.sandboxes - i));
  await insertMany(rows, async (some) => {
    await db.insertInto("sandboxes").values(some).execute();
    await countIn(db, some);
  });
  return team;
}

/** The newest few are running; the others have ended within the last day. */
function sandboxRow(organizationId: string, index: number, now: number, number: number) {
  const isRunning = index < RUNNING_PER_TEAM;
  const createdAt = now - index * 4_000;
  return {
    id: newId("sbx", createdAt),
    organizationId,
    number,
    templateId: "tpl_phone",
    templateName: "Phone",
    cpu: 2,
    memoryMb: 2048,
    widthPx: 720,
    heightPx: 1600,
    metadata: JSON.stringify({ run: String(index), branch: "main" }),
    state: isRunning ? ("running" as const) : ("ended" as const),
    createdAt,
    startedAt: createdAt + 400,
    updatedAt: createdAt + 400,
    expiresAt: now + 60 * MINUTE_MS,
    endedAt: isRunning ? null : createdAt + 3_000,
    endReason: isRunning ? null : ("user" as const),
    deviceHost: isRunning ? "127.0.0.1" : null,
    devicePort: isRunning ? 5555 : null,
    adbKeySealed: null,
  };
}

async function seedHistory(db: Database, organizationId: string, now: number): Promise<void> {
  const stepMs = YEAR_MS / BUSY_TEAM_YEAR_INTERVALS;
  const intervals = Array.from({ length: BUSY_TEAM_YEAR_INTERVALS }, (_, i) => {
    const startedAt = Math.round(now - i * stepMs);
    const times = { startedAt, expiresAt: startedAt + 60 * MINUTE_MS, seenAt: startedAt + 5 * MINUTE_MS };
    const sandboxId = newId("sbx", startedAt);
    return { sandboxId, organizationId, cpu: 2, memoryMb: 2048, ...times, endedAt: times.seenAt };
  });
  await insertMany(intervals, (some) => db.insertInto("usageIntervals").values(some).execute());
  const entries = Array.from({ length: BUSY_TEAM_AUDIT_ENTRIES }, (_, i) => {
    const at = now - i * 60_000;
    return {
      id: newId("aud", at),
      organizationId,
      at,
      actorKind: "user" as const,
      actorId: null,
      apiKeyName: null,
      action: i % 2 === 0 ? "createBox" : "terminateBox",
      targets: "{}",
      ip: "127.0.0.1",
      userAgent: "seed",
      outcome: "ok",
      requestId: `req_${i}`,
    };
  });
  await insertMany(entries, (some) => db.insertInto("auditEntries").values(some).execute());
}

async function insertMany<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await insert(rows.slice(start, start + ROWS_PER_INSERT));
}
