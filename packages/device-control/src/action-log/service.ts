import { setImmediate as nextTurn } from "node:timers/promises";
import { cutText } from "@terrarium/bounds/cut-text";
import { type DeviceAction, type DeviceActionKind, KEPT_ACTIONS } from "@terrarium/contract/actions";
import type { ErrorCode } from "@terrarium/contract/errors";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { AppError } from "@terrarium/platform/base/app-error";
import { actorOf, type Caller } from "@terrarium/platform/base/caller";
import { storableText } from "@terrarium/platform/base/storable";
import { newOrderedId } from "@terrarium/platform/db/ids";
import type { Schema } from "@terrarium/platform/db/schema";
import type { FastifyBaseLogger } from "fastify";
import type { Selectable } from "kysely";

/** Errors of requests that are rejected for their content or their caller, so that nothing happened on the device. */
const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(["outside_screen", "sandbox_not_found", "scope_required"]);
const DETAIL_MAX_CHARS = 200;
/** Databases limit the number of values in a statement, and SQLite blocks the thread while it writes. */
const ROWS_AT_ONCE = 100;
/** Approximate number of rows in each flush, whatever number of devices is flooded. */
const ROWS_A_FLUSH = 1_000;

/** An action with its time and duration. */
export interface DoneAction {
  /** Default: a new one. */
  id?: string;
  kind: DeviceActionKind;
  detail: string;
  /** Epoch milliseconds. Default: now, minus the duration. */
  at?: number;
  durationMs?: number;
  /** Default: ok. */
  outcome?: string;
}

/** Returns pixel coordinates in the form of an action's detail. */
export const points = (...coordinates: number[]): string => coordinates.map(Math.round).join(" ");

export type NewDeviceAction = Selectable<Schema["deviceActions"]>;
type DeviceActionRecord = Omit<NewDeviceAction, "actorId" | "sandboxId"> & { actorName: string | null };

export interface DeviceActionStore {
  /** Adds up to about a hundred actions of a sandbox, if it still exists, and removes all but its `kept` newest. */
  add(sandboxId: string, actions: readonly NewDeviceAction[], kept: number, now: number): Promise<void>;
  /** Newest first. */
  newest(sandboxId: string, limit: number): Promise<DeviceActionRecord[]>;
}

export interface DeviceActionService {
  /** Returns the id for an action that begins now. */
  newId(): string;
  /** Queues a record of an action on a sandbox's device. `flush` writes it. */
  note(caller: Caller, sandboxId: string, action: DoneAction): void;
  /** Runs an action on a device and records its duration and outcome, unless its content or caller is rejected. */
  noting<T>(caller: Caller, sandboxId: string, action: DoneAction, work: () => Promise<T>): Promise<T>;
  /** Returns the newest actions of a sandbox, newest first. Throws sandbox_not_found. */
  list(caller: Caller, sandboxId: string, limit: number): Promise<DeviceAction[]>;
  /** Writes queued records. Records of flooded devices come last and may wait for the next flush. */
  flush(): Promise<void>;
}

export function createDeviceActionService(
  {
    store,
    sandboxes,
    log,
  }: {
    store: DeviceActionStore;
    sandboxes: { get(caller: Caller, sandboxId: string): Promise<{ id: string }> };
    log: Pick<FastifyBaseLogger, "error">;
  },
  clock: () => number = Date.now,
): DeviceActionService {
  /** By sandbox, so that a flood on one does not affect others: it displaces only records that would not be kept. */
  const waiting = new Map<string, NewDeviceAction[]>();
  /** Writes run one after the other, so that earlier records are stored first. */
  let written = Promise.resolve();
  let noted = 0;

  /** A failed write is logged and its records are lost. It affects neither the device nor other records. */
  async function writeOf(sandboxId: string): Promise<number> {
    const actions = waiting.get(sandboxId) ?? [];
    waiting.delete(sandboxId);
    try {
      for (let from = 0; from < actions.length; from += ROWS_AT_ONCE) {
        await store.add(sandboxId, actions.slice(from, from + ROWS_AT_ONCE), KEPT_ACTIONS, clock());
        await nextTurn();
      }
    } catch (error) {
      log.error({ err: error, sandboxId }, "actions were not written");
    }
    return actions.length;
  }

  async function writeSome(): Promise<void> {
    const fewestFirst = [...waiting].toSorted(([, a], [, b]) => a.length - b.length);
    let room = ROWS_A_FLUSH;
    for (const [sandboxId] of fewestFirst) if (room > 0) room -= await writeOf(sandboxId);
  }

  const inOrder = (write: () => Promise<unknown>): Promise<void> =>
    (written = written.then(async () => void (await write())));

  const newId = (at: number): string => newOrderedId("act", at, noted++);

  const service: DeviceActionService = {
    newId: () => newId(clock()),

    note(caller, sandboxId, { id, kind, detail, durationMs = 0, at = clock() - durationMs, outcome = OUTCOME_OK }) {
      const actions = waiting.get(sandboxId) ?? [];
      waiting.set(sandboxId, actions);
      if (actions.length >= KEPT_ACTIONS) actions.shift();
      actions.push({
        id: id ?? newId(at),
        sandboxId,
        at: Math.round(at),
        ...actorOf(caller),
        kind,
        // May be a user's own text, which must not make the whole row unstorable.
        detail: storableText(cutText(detail, DETAIL_MAX_CHARS)),
        durationMs: Math.round(durationMs),
        outcome,
      });
    },

    async noting(caller, sandboxId, action, work) {
      const at = clock();
      const note = (outcome: string) =>
        service.note(caller, sandboxId, { ...action, at, durationMs: clock() - at, outcome });
      try {
        const result = await work();
        note(OUTCOME_OK);
        return result;
      } catch (error) {
        const outcome = error instanceof AppError ? error.code : "internal";
        if (!REFUSED.has(outcome)) note(outcome);
        throw error;
      }
    },

    async list(caller, sandboxId, limit) {
      await sandboxes.get(caller, sandboxId);
      await inOrder(() => writeOf(sandboxId));
      return (await store.newest(sandboxId, limit)).map(({ at, ...action }) => ({
        ...action,
        at: new Date(at).toISOString(),
      }));
    },

    flush: () => inOrder(writeSome),
  };
  return service;
}
