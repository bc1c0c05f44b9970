import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BLOCK_SIZE } from "../../packages/server/src/sandboxes/blocks.ts";
import type { TestServer } from "./server.ts";

export interface PastSandbox {
  /** Default: a sandbox that does not exist any more. */
  sandboxId?: string;
  cpu: number;
  memoryMb: number;
  startedAt: Date;
  /** At most an hour, the longest lifetime of the Hobby plan. */
  minutes: number;
}

const BUSY_TIMEOUT_MS = 10_000;

/** Waits while the server writes. */
const open = (server: TestServer) =>
  new DatabaseSync(path.join(server.dataDir, "terrarium.db"), { timeout: BUSY_TIMEOUT_MS });

/** Inserts past usage into a server's database: no test can wait for a month. */
export function addPastUsage(server: TestServer, organizationId: string, sandboxes: readonly PastSandbox[]): void {
  const db = open(server);
  const insert = db.prepare(
    "insert into usage_intervals (sandbox_id, organization_id, cpu, memory_mb, started_at, expires_at, seen_at, ended_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  for (const [index, { sandboxId, cpu, memoryMb, startedAt, minutes }] of sandboxes.entries()) {
    const start = startedAt.getTime();
    const end = start + minutes * 60_000;
    insert.run(sandboxId ?? `sbx_past_${start}_${index}`, organizationId, cpu, memoryMb, start, end, end, end);
  }
  db.close();
}

/** Inserts the invoice of March 2026 into a server's database: an hour of 2 CPUs and 2 GB, covered by credits. */
export function addPastInvoice(server: TestServer, organizationId: string): void {
  const db = open(server);
  db.prepare(
    "insert into invoices (id, organization_id, period_from, period_to, issued_at, vcpu_ms, memory_mb_ms, usage_micro_dollars, credits_micro_dollars, due_cents) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(
    "INV-202603-TEST",
    organizationId,
    Date.UTC(2026, 2),
    Date.UTC(2026, 3),
    Date.UTC(2026, 3),
    "7200000",
    String(2048 * 3_600_000),
    50_000,
    50_000,
    0,
  );
  db.close();
}

/**
 * Inserts snapshots into a server's database: one of a deleted box, and one from an older server without origin data.
 */
export function addPastSnapshots(server: TestServer, organizationId: string): void {
  const db = open(server);
  const insert = db.prepare(
    "insert into snapshots (id, organization_id, name, size_bytes, is_whole, created_at, sandbox_id, sandbox_name, template_id, template_name, actor_kind, actor_id) values (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)",
  );
  const origin = ["sbx_past_1", "checkout-build", "tpl_desktop", "Desktop", "api_key", "key_past"];
  insert.run("snp_past_2", organizationId, "checkout-tools", 734_003_200, Date.UTC(2026, 2, 4), ...origin);
  const unknown = Array.from({ length: 6 }, () => null);
  insert.run("snp_past_1", organizationId, "browser-profile.2026-03", 1_234_567, Date.UTC(2026, 2, 3), ...unknown);
  db.close();
}

/**
 * Inserts deleted sandboxes into a server's database, one per time, newest first, with the same list data as real ones.
 * The team must have no others.
 */
export function addEndedSandboxes(
  server: TestServer,
  organizationId: string,
  startedAt: readonly Date[],
  metadataOf = (index: number): Record<string, string> => ({ number: String(index) }),
): void {
  const db = open(server);
  db.exec("begin immediate");
  const insert = db.prepare(
    "insert into sandboxes (id, organization_id, number, template_id, template_name, cpu, memory_mb, width_px, height_px, metadata, state, created_at, started_at, updated_at, expires_at, ended_at, end_reason) values (?, ?, ?, 'tpl_small_phone', 'Small phone', ?, ?, 480, 800, ?, 'ended', ?, ?, ?, ?, ?, 'user')",
  );
  for (const [index, date] of startedAt.entries()) {
    const start = date.getTime();
    const end = start + 60_000;
    const isLarge = index % 2 === 1;
    const id = `sbx_ended${String(index).padStart(3, "0")}`;
    const metadata = JSON.stringify(metadataOf(index));
    insert.run(
      id,
      organizationId,
      startedAt.length - index,
      isLarge ? 2 : 1,
      isLarge ? 2048 : 1024,
      metadata,
      start,
      start,
      end,
      end,
      end,
    );
  }
  // The list uses these counts to find its pages (docs/internals/decisions/0020).
  db.prepare(
    `insert into sandbox_blocks (organization_id, block, size) select organization_id, number / ${BLOCK_SIZE}, count(*) from sandboxes where organization_id = ? group by 1, 2`,
  ).run(organizationId);
  db.exec("commit");
  db.close();
}

/** Changes the port at which the server finds a sandbox's device, from the next use on. */
export function moveDevice(server: TestServer, sandboxId: string, port: number): void {
  const db = open(server);
  db.prepare("update sandboxes set device_host = '127.0.0.1', device_port = ? where id = ?").run(port, sandboxId);
  db.close();
}
