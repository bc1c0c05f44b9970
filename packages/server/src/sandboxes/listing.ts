import { setImmediate } from "node:timers/promises";
import type { BoxStatus, BoxType, DeviceType } from "@terrarium/contract/boxes";
import type { ListedStatus, SandboxFilters, SandboxSort } from "@terrarium/contract/sandbox";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";
import type { ListedKind, SandboxCounts, SandboxListStore } from "./list-store.ts";
import { hasLabels } from "./rows.ts";
import type { SandboxRecord } from "./sandbox.ts";
import { BOX_STATUS, deviceTypeOf, statusOf } from "./wire.ts";

export interface ListRequest {
  organizationId: string;
  page: number;
  pageSize: number;
  /** Default: Active. */
  status?: ListedStatus | undefined;
  search?: string | undefined;
  filters?: SandboxFilters | undefined;
  /** Filters of the boxes API: one of these statuses, all these labels, and this device type. */
  boxes?: BoxFilters | undefined;
  sort?: { by: SandboxSort; order: "ascending" | "descending" } | undefined;
}

interface BoxFilters {
  statuses?: readonly BoxStatus[] | undefined;
  labels?: Record<string, string> | undefined;
  types?: readonly BoxType[] | undefined;
  deviceType?: DeviceType | undefined;
}

export interface SandboxPage {
  rows: SandboxRecord[];
  /** Number on all pages. */
  total: number;
  running: number;
  ended: number;
}

const HOUR_MS = 3_600_000;
/** Time after which other work runs. */
const TURN_MS = 8;
/** Limit of one team's waiting searches. Further ones are rejected. */
const WAITING_MAX = 8;

/** Kind of sandboxes that can have a status. */
const KINDS: Record<ListedStatus, ListedKind> = {
  Starting: "Active",
  Running: "Active",
  Active: "Active",
  Stopped: "Active",
  Terminated: "Ended",
  Expired: "Ended",
  Failed: "Ended",
  Ended: "Ended",
  All: "All",
};

/**
 * Creates the listing of a team's sandboxes. Without search, filter, sort and status, it finds a page by counts.
 * Otherwise it reads all of the team's sandboxes, a block at a time, in turns with other work. It runs one list of a
 * team at a time (decision 46). Throws rate_limited.
 */
export function createSandboxListing(store: SandboxListStore, clock: () => number) {
  const waiting = new Map<string, { count: number; last: Promise<unknown> }>();

  async function inTurn<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const queue = waiting.get(organizationId) ?? { count: 0, last: Promise.resolve() };
    if (queue.count >= WAITING_MAX) throw new AppError("rate_limited", { retryAfterSeconds: 1 });
    waiting.set(organizationId, queue);
    queue.count += 1;
    const done = queue.last.then(work);
    queue.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) waiting.delete(organizationId);
    }
  }

  async function look(request: ListRequest, isWanted: (sandbox: SandboxRecord) => boolean): Promise<SandboxPage> {
    const { organizationId, page, pageSize, sort } = request;
    const keyOf = sort && SORT_KEYS[sort.by];
    const nowMs = clock();
    const found: { id: string; key: string | number }[] = [];
    let turnStart = performance.now();
    for await (const rows of store.walk(organizationId, kindOf(request))) {
      for (const row of rows) {
        if (isWanted(row)) found.push({ id: row.id, key: keyOf?.(row, nowMs) ?? 0 });
        if (performance.now() - turnStart < TURN_MS) continue;
        await setImmediate();
        turnStart = performance.now();
      }
    }
    if (sort) {
      const direction = sort.order === "descending" ? -1 : 1;
      found.sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    }
    const ids = found.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id);
    const byId = new Map((await store.findAll(ids)).map((row) => [row.id, row]));
    return {
      rows: ids.flatMap((id) => byId.get(id) ?? []),
      total: found.length,
      ...pick(await store.count(organizationId)),
    };
  }

  return async function list(request: ListRequest): Promise<SandboxPage> {
    const { organizationId, page, pageSize, status = "Active", search = "", filters = {}, boxes = {}, sort } = request;
    const isPlain =
      search.trim() === "" &&
      [...Object.values(filters), ...Object.values(boxes)].every((value) => value === undefined);
    if (isPlain && sort === undefined && isKind(status)) {
      const { rows, counts } = await store.page(organizationId, status, (page - 1) * pageSize, pageSize);
      return { rows, total: totalOf(status, counts), ...pick(counts) };
    }
    return inTurn(organizationId, () => look(request, wanted(request, clock())));
  };
}

const isKind = (status: ListedStatus): status is ListedKind =>
  status === "Active" || status === "Ended" || status === "All";

const totalOf = (kind: ListedKind, { active, ended }: SandboxCounts): number =>
  (kind === "Ended" ? 0 : active) + (kind === "Active" ? 0 : ended);

const pick = ({ running, ended }: SandboxCounts) => ({ running, ended });

/** Returns the kind of sandboxes that a request needs. */
function kindOf({ status = "Active", boxes }: ListRequest): ListedKind {
  const kinds = new Set(boxes?.statuses?.map((wire) => (ENDED.has(wire) ? "Ended" : "Active")));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? only : KINDS[status];
}

const ENDED: ReadonlySet<BoxStatus> = new Set(["terminated", "error"]);

/** Whether a sandbox has the status, passes all filters and contains the search text. */
function wanted({ status = "Active", search = "", filters = {}, boxes = {} }: ListRequest, nowMs: number) {
  const { startedWithinHours, cpu, memory } = filters;
  const { statuses, labels = {}, types, deviceType } = boxes;
  const startedFrom = startedWithinHours === undefined ? -Infinity : nowMs - startedWithinHours * HOUR_MS;
  const text = search.trim().toLowerCase();
  return (sandbox: SandboxRecord): boolean =>
    (isKind(status) || statusOf(sandbox) === status) &&
    (statuses === undefined || statuses.includes(BOX_STATUS[statusOf(sandbox)])) &&
    (types === undefined || types.includes(boxTypeOf(sandbox))) &&
    (deviceType === undefined || deviceTypeOf(sandbox) === deviceType) &&
    hasLabels(sandbox.metadata, labels) &&
    sandbox.startedAt >= startedFrom &&
    (cpu === undefined || sandbox.cpu === cpu) &&
    (memory === undefined || sandbox.memoryMb === memory) &&
    (text === "" || textsOf(sandbox).some((candidate) => candidate.toLowerCase().includes(text)));
}

const textsOf = ({ id, name, templateId, metadata }: SandboxRecord): string[] => [
  id,
  name ?? "",
  templateId,
  ...Object.entries(metadata).map(([key, value]) => `${key}: ${value}`),
];

type SortKey = (sandbox: SandboxRecord, nowMs: number) => string | number;

const SORT_KEYS: Record<SandboxSort, SortKey> = {
  id: ({ id }) => id,
  // Sandboxes without a name sort after all names.
  name: ({ name }) => (name === null ? "\u{10ffff}" : natural(name)),
  template: ({ templateName }) => natural(templateName),
  cpu: ({ cpu }) => cpu,
  memory: ({ memoryMb }) => memoryMb,
  started: ({ startedAt }) => startedAt,
  // Unknown while a sandbox starts or is stopped.
  timeLeft: ({ state, expiresAt }, nowMs) =>
    state === "ended" ? 0 : state === "running" ? Math.max(0, expiresAt - nowMs) : Infinity,
  status: statusOf,
};

const DIGITS = 16;
/** Padded numbers sort "phone-2" before "Phone-10". */
const natural = (text: string): string =>
  text.toLowerCase().replaceAll(/\d+/g, (number) => number.padStart(DIGITS, "0"));
