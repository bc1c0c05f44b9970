import { setImmediate as nextTurn } from "node:timers/promises";
import { cutText } from "@terrarium/bounds/cut-text";
import { type DeviceAction, type DeviceActionKind, KEPT_ACTIONS } from "@terrarium/contract/actions";
import type { ErrorCode } from "@terrarium/contract/errors";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { AppError } from "@terrarium/platform/base/app-error";
import { actorOf, type Caller, callerKey } from "@terrarium/platform/base/caller";
import { storableText } from "@terrarium/platform/base/storable";
import { newOrderedId } from "@terrarium/platform/db/ids";
import type { Schema } from "@terrarium/platform/db/schema";
import type { FastifyBaseLogger } from "fastify";
import type { Selectable } from "kysely";
import { RefusalLimit } from "./refusal-limit.ts";

/** Errors of requests that are rejected for their content or their caller, so that nothing happened on the device. */
const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(["outside_screen", "sandbox_not_found", "scope_required"]);
/** Actions on texts that must not be stored. Their error messages could quote these texts. */
const PRIVATE: ReadonlySet<DeviceActionKind> = new Set<DeviceActionKind>(["text", "paste", "clipboard", "proxy"]);
const DETAIL_MAX_CHARS = 200;
const MESSAGE_MAX_CHARS = 300;
/** Addresses in error messages, which may contain passwords and tokens. */
const ADDRESS = /\b[a-z][\w+.-]*:\S+/gi;
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
  message?: string | undefined;
  exitCode?: number | undefined;
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
  /**
   * Runs an action on a device and records its duration and outcome, unless its content or caller is rejected. For a
   * command, `exitCodeOf` reads the exit code from its result.
   */
  noting<T>(
    caller: Caller,
    sandboxId: string,
    action: DoneAction,
    work: () => Promise<T>,
    exitCodeOf?: (result: T) => number,
  ): Promise<T>;
  /**
   * Records a request that was rejected before it became an action, if the caller has access to the sandbox. A client
   * that repeats itself is recorded a few times only. `request`: its method and path.
   */
  refuse(caller: Caller, sandboxId: string, request: string, error: AppError): Promise<void>;
  /** Returns the newest actions of a sandbox, newest first. Throws sandbox_not_found. */
  list(caller: Caller, sandboxId: string, limit: number): Promise<DeviceAction[]>;
  /** Writes queued records. Records of flooded devices come last and may wait for the next flush. */
  flush(): Promise<void>;
}

const storedMessage = (message: string): string =>
  storableText(cutText(message.replaceAll(ADDRESS, "…"), MESSAGE_MAX_CHARS));

export function createDeviceActionService(
  {
    store,
    sandboxes,
    onNote,
    log,
  }: {
    store: DeviceActionStore;
    sandboxes: { get(caller: Caller, sandboxId: string): Promise<{ id: string }> };
    /** Called for each noted action. Must not throw. */
    onNote?: (action: NewDeviceAction) => void;
    log: Pick<FastifyBaseLogger, "error">;
  },
  clock: () => number = Date.now,
): DeviceActionService {
  /** By sandbox, so that a flood on one does not affect others: it displaces only records that would not be kept. */
  const waiting = new Map<string, NewDeviceAction[]>();
  /** Errors of recorded actions. */
  const recorded = new WeakSet<AppError>();
  const refusals = new RefusalLimit();
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
      log.error({ err: error, sandboxId }, "failed to write the action log");
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

    note(caller, sandboxId, action) {
      const { id, kind, detail, durationMs = 0, at = clock() - durationMs, outcome = OUTCOME_OK } = action;
      const { message, exitCode = null } = action;
      const actions = waiting.get(sandboxId) ?? [];
      waiting.set(sandboxId, actions);
      if (actions.length >= KEPT_ACTIONS) actions.shift();
      const done: NewDeviceAction = {
        id: id ?? newId(at),
        sandboxId,
        at: Math.round(at),
        ...actorOf(caller),
        kind,
        // May be a user's own text, which must not make the whole row unstorable.
        detail: storableText(cutText(detail, DETAIL_MAX_CHARS)),
        durationMs: Math.round(durationMs),
        outcome,
        message: message === undefined || PRIVATE.has(kind) ? null : storedMessage(message),
        exitCode,
      };
      actions.push(done);
      onNote?.(done);
    },

    async noting(caller, sandboxId, action, work, exitCodeOf) {
      const at = clock();
      const note = (end: Pick<DoneAction, "outcome" | "message" | "exitCode">) =>
        service.note(caller, sandboxId, { ...action, at, durationMs: clock() - at, ...end });
      try {
        const result = await work();
        note({ exitCode: exitCodeOf?.(result) });
        return result;
      } catch (error) {
        const told = error instanceof AppError ? error : undefined;
        const outcome = told?.code ?? "internal";
        if (!REFUSED.has(outcome)) note({ outcome, message: told?.message });
        if (told && !REFUSED.has(outcome)) recorded.add(told);
        throw error;
      }
    },

    async refuse(caller, sandboxId, request, error) {
      if (recorded.has(error)) return;
      const { code: outcome, message } = error;
      if (!refusals.admit(`${callerKey(caller)} ${sandboxId}`, `${outcome} ${request}`, clock())) return;
      try {
        await sandboxes.get(caller, sandboxId);
      } catch (failure) {
        if (failure instanceof AppError && failure.status < 500) return;
        throw failure;
      }
      service.note(caller, sandboxId, { kind: "refused", detail: request, outcome, message });
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
