import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { openConfiguredDatabase, sqliteFile } from "@terrarium/platform/db/configured-database";
import { readConfig } from "./config.ts";
import { createInviteCodeService } from "./invite-codes/service.ts";
import { createInviteCodeStore } from "./invite-codes/store.ts";

const UNIT_MS: Partial<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };
const MAX_USES = 1_000_000;
const USAGE = "npm run invite-code -- [--uses N] [--expires 30d]";

/**
 * Implements the operator's command: creates an invite code in the database of the server with these settings, running
 * or not. Returns the text to print. Throws ConfigError.
 */
export async function makeInviteCode(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<string> {
  const { uses, expiresInMs } = readArguments(args);
  const config = readConfig(environment);
  if (!config.databaseUrl && !existsSync(sqliteFile(config)))
    throw new ConfigError(`TERRARIUM_DATA_DIR ${config.dataDir} holds no database: start the server there first`);
  const db = await openConfiguredDatabase(config);
  try {
    const made = await createInviteCodeService(createInviteCodeStore(db)).create({ uses, expiresInMs });
    const until = made.expiresAt === null ? "" : `, until ${new Date(made.expiresAt).toISOString()}`;
    return `${made.code}\nGood for ${uses === 1 ? "one user" : `${uses} users`}${until}.`;
  } finally {
    await db.destroy();
  }
}

function readArguments(args: readonly string[]): { uses: number; expiresInMs: number | undefined } {
  let given;
  try {
    const options = { uses: { type: "string", default: "1" }, expires: { type: "string" } } as const;
    given = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}; ${USAGE}`, { cause: error });
  }
  const uses = Number(given.uses);
  if (!Number.isInteger(uses) || uses < 1 || uses > MAX_USES)
    throw new ConfigError(`--uses ${given.uses}: give how many users it is for, 1 to ${MAX_USES}; ${USAGE}`);
  return { uses, expiresInMs: given.expires === undefined ? undefined : readDurationMs(given.expires) };
}

function readDurationMs(text: string): number {
  const [, digits, unit = ""] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined)
    throw new ConfigError(`--expires ${text}: give days, hours or minutes, such as 30d; ${USAGE}`);
  return Number(digits) * unitMs;
}
