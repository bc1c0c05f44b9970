import { setImmediate } from "node:timers/promises";
import { AUDIT_EXPORT_MAX_ROWS, AUDIT_RETENTION_DAYS, type AuditEntry } from "@terrarium/contract/audit";
import { z } from "zod";
import { newId } from "../db/ids.ts";
import type { Caller, SessionCaller } from "../http/caller.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { AuditFilter, AuditRecord, AuditStore } from "./store.ts";

const READERS = ["owner", "admin"] as const;
/** As many take some 10 ms. */
const PORTION_ROWS = 250;
const DAY_MS = 24 * 60 * 60_000;
/** With these outcomes it is not known that the caller is of the organization named, whose log strangers shall not fill. */
const STRANGERS = new Set([
  "organization_not_found",
  "sandbox_not_found",
  "unauthorized",
  "session_required",
  "invalid_request",
]);
/** Turned away at the door: whoever floods the server with such calls shall not fill the database as well. */
const isTurnedAway = ({ caller, outcome }: AuditedCall): boolean =>
  outcome === "rate_limited" || (!caller && (outcome === "unauthorized" || outcome === "forbidden_origin"));
const USER_AGENT_MAX_CHARS = 256;

/** A call as it was answered. */
export interface AuditedCall {
  caller: Caller | undefined;
  action: string;
  /** Ids that the call named or that its answer made known, by the name of the field. */
  targets: Record<string, string>;
  ip: string;
  userAgent: string | undefined;
  /** ok, or the error code. */
  outcome: string;
  requestId: string;
}

interface AuditRequest {
  organizationId: string;
  actorId?: string | undefined;
  action?: string | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditService {
  /** Keeps a call, unless it was turned away before anything was known of it. */
  record(call: AuditedCall): Promise<void>;
  /** A page (from 1), newest first. Throws organization_not_found, role_required. */
  list(
    caller: SessionCaller,
    request: AuditRequest & { page: number; pageSize: number },
  ): Promise<{ data: AuditEntry[]; total: number }>;
  /**
   * All of it, newest first, up to the limit; in portions, between which others have their turn. Throws
   * organization_not_found, role_required.
   */
  export(caller: SessionCaller, request: AuditRequest): AsyncGenerator<AuditEntry[]>;
  /** Removes what is older than the retention. */
  forget(): Promise<void>;
}

export function createAuditService(
  { store, organizations }: { store: AuditStore; organizations: Pick<OrganizationService, "requireRole"> },
  clock: () => number = Date.now,
): AuditService {
  async function organizationOf({ caller, targets, outcome }: AuditedCall): Promise<string | null> {
    if (caller?.kind === "api-key") return caller.organizationId;
    if (STRANGERS.has(outcome)) return null;
    if (targets.organizationId !== undefined) return targets.organizationId;
    const { sandboxId } = targets;
    return sandboxId === undefined ? null : ((await store.findOrganizationOfSandbox(sandboxId)) ?? null);
  }

  return {
    async record(call) {
      if (isTurnedAway(call)) return;
      const { caller, targets } = call;
      const now = clock();
      await store.insert({
        id: newId("aud", now),
        organizationId: await organizationOf(call),
        at: now,
        ...actorOf(caller),
        action: call.action,
        targets: JSON.stringify(targets),
        ip: call.ip,
        userAgent: call.userAgent?.slice(0, USER_AGENT_MAX_CHARS) ?? null,
        outcome: call.outcome,
        requestId: call.requestId,
      });
    },

    async list(caller, { page, pageSize, ...request }) {
      await organizations.requireRole(caller, request.organizationId, READERS);
      const filter = toFilter(request);
      const rows = await store.page(filter, (page - 1) * pageSize, pageSize);
      return { data: rows.map(toWire), total: await store.count(filter) };
    },

    async *export(caller, request) {
      await organizations.requireRole(caller, request.organizationId, READERS);
      const filter = toFilter(request);
      let last: AuditRecord | undefined;
      for (let told = 0; told < AUDIT_EXPORT_MAX_ROWS; told += PORTION_ROWS) {
        const rows = await store.pageAfter(filter, last, Math.min(PORTION_ROWS, AUDIT_EXPORT_MAX_ROWS - told));
        yield rows.map(toWire);
        if (rows.length < PORTION_ROWS) return;
        last = rows.at(-1);
        await setImmediate();
      }
    },

    forget: () => store.deleteBefore(clock() - AUDIT_RETENTION_DAYS * DAY_MS),
  };
}

function actorOf(caller: Caller | undefined): { actorKind: AuditEntry["actorKind"]; actorId: string | null } {
  if (!caller) return { actorKind: "anonymous", actorId: null };
  if (caller.kind === "session") return { actorKind: "user", actorId: caller.userId };
  return { actorKind: "api_key", actorId: caller.apiKeyId };
}

const toFilter = ({ from, to, ...request }: AuditRequest): AuditFilter => ({
  ...request,
  from: from === undefined ? undefined : Date.parse(from),
  to: to === undefined ? undefined : Date.parse(to),
});

const Targets = z.record(z.string(), z.string());

const toWire = ({ at, targets, ...entry }: AuditRecord): AuditEntry => ({
  id: entry.id,
  actorKind: entry.actorKind,
  actorId: entry.actorId,
  actorName: entry.actorName,
  action: entry.action,
  ip: entry.ip,
  userAgent: entry.userAgent,
  outcome: entry.outcome,
  requestId: entry.requestId,
  at: new Date(at).toISOString(),
  targets: readTargets(targets),
});

/** A row whose targets cannot be read says nothing of them, and hides no other. */
function readTargets(text: string): Record<string, string> {
  try {
    return Targets.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
