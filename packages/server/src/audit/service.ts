import { setImmediate } from "node:timers/promises";
import { cutText } from "@terrarium/bounds/cut-text";
import { AUDIT_EXPORT_MAX_ROWS, AUDIT_RETENTION_DAYS, type AuditEntry } from "@terrarium/contract/audit";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { Allowance } from "@terrarium/platform/base/allowance";
import { actorOf, type Caller, type SessionCaller } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { OrganizationService } from "../organizations/service.ts";
import { createEntryBounds } from "./entry-bounds.ts";
import type { AuditFilter, AuditRecord, AuditStore, Targets } from "./store.ts";

const READERS = ["owner", "admin"] as const;
/** This many take about 10 ms. */
const PORTION_ROWS = 250;
const DAY_MS = 24 * 60 * 60_000;
/**
 * Outcomes that a caller outside the named organization can cause. They are recorded without the organization, so that
 * outsiders cannot fill its log.
 */
const STRANGERS = new Set([
  "organization_not_found",
  "sandbox_not_found",
  "unauthorized",
  "session_required",
  "invite_required",
  "invalid_request",
  "invalid_json",
  "body_too_large",
  "body_too_slow",
  "body_encoded",
]);
/** Outcomes of calls outside of a link's sandbox. */
const NOT_FOR_LINKS = new Set(["session_required", "scope_required"]);
/**
 * Whether a call is not recorded. A flood of rejected calls must not fill the database as well. No team sees the
 * refusals of unknown callers; those of a link's holder would appear under the name of the link's maker.
 */
const isTurnedAway = ({ caller, outcome }: AuditedCall): boolean =>
  outcome === "rate_limited" ||
  // A query of the console itself, on an empty list.
  outcome === "had_api_keys" ||
  (!caller && outcome !== OUTCOME_OK) ||
  (caller?.kind === "box-token" && NOT_FOR_LINKS.has(outcome));
const USER_AGENT_MAX_CHARS = 256;
/** Longer than any permitted name. */
const TARGET_NAME_MAX_CHARS = 128;

/** A call with its result. */
export interface AuditedCall {
  caller: Caller | undefined;
  action: string;
  /** Ids in the call or in its response, by field name. */
  targets: Record<string, string>;
  /** Targets already looked up before the call. The rest is looked up later. */
  known?: Targets | undefined;
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
  /** Looks up a call's targets, with at most one query. Use it before a call that may delete them. Never rejects. */
  lookUp(targets: Record<string, string>): Promise<Targets>;
  /** Records a call, unless it was rejected before authentication. Counts further calls of a frequent caller. */
  record(call: AuditedCall): Promise<void>;
  /**
   * Returns a page (from 1), newest first. Reads no further than an export; `total` is one more than that limit if
   * there are more. Throws organization_not_found, role_required.
   */
  list(
    caller: SessionCaller,
    request: AuditRequest & { page: number; pageSize: number },
  ): Promise<{ data: AuditEntry[]; total: number }>;
  /**
   * Yields all entries, newest first, up to the limit, in portions with pauses for other work. Throws
   * organization_not_found, role_required.
   */
  export(caller: SessionCaller, request: AuditRequest): AsyncGenerator<AuditEntry[]>;
  /** Removes entries older than the retention. */
  forget(): Promise<void>;
}

export function createAuditService(
  {
    store,
    organizations,
    allowance,
    log,
  }: {
    store: AuditStore;
    organizations: Pick<OrganizationService, "requireRole">;
    allowance: Allowance;
    log: Pick<FastifyBaseLogger, "error">;
  },
  clock: () => number = Date.now,
): AuditService {
  const bounds = createEntryBounds(allowance, clock);
  const lookUp = async (targets: Record<string, string>): Promise<Targets> => {
    try {
      return await store.findTargets(targets);
    } catch (error) {
      log.error({ err: error }, "failed to look up the names of a call's targets");
      return {};
    }
  };

  /** Converts rows, with the current names of users among the targets. */
  async function toEntries(organizationId: string, rows: readonly AuditRecord[]): Promise<AuditEntry[]> {
    const entries = rows.map(toWire);
    const ids = new Set(entries.flatMap(({ targets: { userId } }) => userId ?? []));
    const users = ids.size === 0 ? [] : await store.findUsers(organizationId, [...ids]);
    const userById = new Map(users.map((user) => [user.id, user]));
    for (const { targets, targetNames, outcome } of entries) {
      const user = userById.get(targets.userId ?? "");
      // A refused call must not reveal a stranger's name by the id.
      if (user && (user.isMember || outcome === OUTCOME_OK)) targetNames.userId = user.name;
    }
    return entries;
  }

  return {
    lookUp,

    async record(call) {
      if (isTurnedAway(call)) return;
      const { caller, targets } = call;
      const now = clock();
      const known = isStranger(call) ? {} : { ...call.known, ...(await lookUp(without(targets, call.known))) };
      const organizationId = organizationOf(call, known);
      const entry = {
        id: newId("aud", now),
        organizationId,
        at: now,
        ...auditedActor(caller),
        action: call.action,
        targets: JSON.stringify(targets),
        targetNames: namesOf(known, organizationId),
        ip: call.ip,
        userAgent: call.userAgent === undefined ? null : cutText(call.userAgent, USER_AGENT_MAX_CHARS),
        outcome: call.outcome,
        requestId: call.requestId,
      };
      const insert = () => store.insert(entry);
      await bounds.keep({ ...entry, caller }, insert, (other) => store.countMore(other));
    },

    async list(caller, { page, pageSize, ...request }) {
      await organizations.requireRole(caller, request.organizationId, READERS);
      const filter = toFilter(request);
      const first = (page - 1) * pageSize;
      const size = Math.min(pageSize, AUDIT_EXPORT_MAX_ROWS - first);
      const rows = size > 0 ? await store.page(filter, first, size) : [];
      const total = await store.count(filter, AUDIT_EXPORT_MAX_ROWS + 1);
      return { data: await toEntries(request.organizationId, rows), total };
    },

    async *export(caller, request) {
      await organizations.requireRole(caller, request.organizationId, READERS);
      const filter = toFilter(request);
      let last: AuditRecord | undefined;
      for (let told = 0; told < AUDIT_EXPORT_MAX_ROWS; told += PORTION_ROWS) {
        const rows = await store.pageAfter(filter, last, Math.min(PORTION_ROWS, AUDIT_EXPORT_MAX_ROWS - told));
        yield await toEntries(request.organizationId, rows);
        if (rows.length < PORTION_ROWS) return;
        last = rows.at(-1);
        await setImmediate();
      }
    },

    forget: () => store.deleteBefore(clock() - AUDIT_RETENTION_DAYS * DAY_MS),
  };
}

const without = (targets: Record<string, string>, known: Targets = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(targets).filter(([field]) => !Object.hasOwn(known, field)));

const isStranger = ({ caller, outcome }: AuditedCall): boolean =>
  (!caller || caller.kind === "session") && STRANGERS.has(outcome);

function organizationOf(call: AuditedCall, { sandboxId }: Targets): string | null {
  if (call.caller && call.caller.kind !== "session") return call.caller.organizationId;
  if (isStranger(call)) return null;
  return call.targets.organizationId ?? sandboxId?.organizationId ?? null;
}

/** Returns the names as JSON for the log of an organization, without names of others' things. null: none. */
function namesOf(known: Targets, organizationId: string | null): string | null {
  const names: Record<string, string> = {};
  for (const [field, target] of Object.entries(known)) {
    if (!target || (target.organizationId !== null && target.organizationId !== organizationId)) continue;
    const { name, templateName } = target;
    if (name !== null)
      names[field] = field === "inviteId" ? new Date(Number(name)).toISOString() : cutText(name, TARGET_NAME_MAX_CHARS);
    if (templateName !== null) names.templateId = cutText(templateName, TARGET_NAME_MAX_CHARS);
  }
  return Object.keys(names).length === 0 ? null : JSON.stringify(names);
}

function auditedActor(caller: Caller | undefined): { actorKind: AuditEntry["actorKind"]; actorId: string | null } {
  if (!caller) return { actorKind: "anonymous", actorId: null };
  return actorOf(caller);
}

const toFilter = ({ from, to, ...request }: AuditRequest): AuditFilter => ({
  ...request,
  from: from === undefined ? undefined : Date.parse(from),
  to: to === undefined ? undefined : Date.parse(to),
});

const Texts = z.record(z.string(), z.string());

const toWire = ({ at, targets, targetNames, ...entry }: AuditRecord): AuditEntry => ({
  id: entry.id,
  actorKind: entry.actorKind,
  actorId: entry.actorId,
  actorName: entry.actorName,
  action: entry.action,
  ip: entry.ip,
  userAgent: entry.userAgent,
  outcome: entry.outcome,
  requestId: entry.requestId,
  more: entry.more,
  at: new Date(at).toISOString(),
  targets: readTexts(targets),
  targetNames: targetNames === null ? {} : readTexts(targetNames),
});

/** Returns no texts for unreadable targets or names, so that the row hides no others. */
function readTexts(text: string): Record<string, string> {
  try {
    return Texts.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
