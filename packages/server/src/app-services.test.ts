import { executeBoxCommands } from "@terrarium/contract/box-commands";
import { createBox } from "@terrarium/contract/boxes";
import { createAndroid } from "@terrarium/contract/gbox-android";
import { createInviteLink } from "@terrarium/contract/invite";
import { createAnOrganization } from "@terrarium/contract/organization";
import { deleteSandbox } from "@terrarium/contract/sandbox";
import { providePostgres } from "@terrarium/platform/testing/both-databases";
import { queryOnce } from "@terrarium/platform/testing/postgres-cluster";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeWorld } from "./testing/every-call.ts";

const YEAR_MS = 365 * 24 * 60 * 60_000;
const postgres = providePostgres();

/** Returns the time and count columns that contain at least this value. */
async function columnsBeyond(address: string, value: number): Promise<string[]> {
  const columns = await queryOnce(
    address,
    "select table_name || '.' || column_name as name, table_name || ' where ' || column_name as place from information_schema.columns where table_schema = 'public' and data_type = 'bigint'",
  );
  expect(columns.length).toBeGreaterThan(20);
  const asked = columns.map(({ name, place }) => `select '${String(name)}' as name from ${String(place)} >= ${value}`);
  return (await queryOnce(address, asked.join(" union "))).map(({ name }) => String(name));
}

test("all writes use the database's clock, despite a wrong machine clock", async () => {
  const address = await postgres.createDatabase("migrated");
  const startedAt = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { app, organizationId, sandboxId, sessions, tokens } = await makeWorld({ DATABASE_URL: address });
  vi.setSystemTime(startedAt + 10 * YEAR_MS);
  try {
    await app.call("POST", createAnOrganization.path, { token: await app.signIn("late"), body: { name: "Late" } });
    const expiresAt = Math.floor(startedAt / 1000) + 2 * 24 * 60 * 60;
    const calls = [
      [executeBoxCommands.path.replace("{boxId}", sandboxId), { command: "id" }],
      [createInviteLink.path, { organizationId, expiresAt }],
      [deleteSandbox.path, { organizationId, sandboxId }],
    ] as const;
    const statuses = [];
    for (const [path, body] of calls)
      statuses.push((await app.call("POST", path, { token: sessions.owner, body })).status);
    // The device does not run commands, but the command is recorded all the same.
    expect(statuses).toEqual([502, 200, 200]);
    const newIds = [];
    for (const path of [createBox.path, createAndroid.path]) {
      const { body } = await app.call("POST", path, { token: tokens.key, body: {} });
      newIds.push(body.id ?? body.uid);
    }
    const madeAt = newIds.map((id) => Number.parseInt(String(id).slice("sbx_".length, "sbx_".length + 9), 36));
    expect(madeAt.filter((at) => Math.abs(at - startedAt) < YEAR_MS)).toHaveLength(newIds.length);
  } finally {
    await app.remove();
  }
  expect(await columnsBeyond(address, startedAt - YEAR_MS)).toEqual(
    expect.arrayContaining(["sessions.created_at", "device_actions.at", "audit_entries.at"]),
  );
  expect(await columnsBeyond(address, startedAt + YEAR_MS)).toEqual([]);
});
