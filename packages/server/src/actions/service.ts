import { setImmediate as nextTurn } from "node:timers/promises";
import { cutText } from "@terrarium/adb/cut-text";
import { type DeviceAction, type DeviceActionKind, KEPT_ACTIONS } from "@terrarium/contract/actions";
import type { ErrorCode } from "@terrarium/contract/errors";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../base/app-error.ts";
import { actorOf, type Caller } from "../base/caller.ts";
import { storableText } from "../base/storable.ts";
import { newOrderedId } from "../db/ids.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import type { DeviceActionStore, NewDeviceAction } from "./store.ts";

/** Of what was refused for what it asks, or for who asks, nothing was done. */
const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(["outside_screen", "sandbox_not_found", "scope_required"]);
const DETAIL_MAX_CHARS = 200;
/** Databases bound how many values a statement may hold, and SQLite holds the thread while it writes. */
const ROWS_AT_ONCE = 100;
/** About as many are written each time, whoever floods how many devices. */
const ROWS_A_FLUSH = 1_000;

/** What was done, when, and how long it took. */
export interface DoneAction {
  /** Default: a new one. */
  id?: string;
  kind: DeviceActionKind;
  detail: string;
  /** Epoch milliseconds; default: now, less the duration. */
  at?: number;
  durationMs?: number;
  /** Default: ok. */
  outcome?: string;
}

/** Coordinates in pixels as the detail of an action. */
export const points = (...coordinates: number[]): string => coordinates.map(Math.round).join(" ");

export interface DeviceActionService {
  /** The id for an action that is begun now. */
  newId(): string;
  /** Takes note of what was done on a sandbox's device. It costs nothing at once: notes are written with `flush`. */
  note(caller: Caller, sandboxId: string, action: DoneAction): void;
  /** Does some work on a device and takes note of it, unless it is refused for what or who asks: how long it took and how it ended. */
  noting<T>(caller: Caller, sandboxId: string, action: DoneAction, work: () => Promise<T>): Promise<T>;
  /** The newest of a sandbox, newest first. Throws sandbox_not_found. */
  list(caller: Caller, sandboxId: string, limit: number): Promise<DeviceAction[]>;
  /** Writes what was noted so far; while devices are flooded, theirs comes last and waits for the next time. */
  flush(): Promise<void>;
}

export function createDeviceActionService(
  {
    store,
    sandboxes,
    log,
  }: {
    store: DeviceActionStore;
    sandboxes: { get(caller: Caller, sandboxId: string): Promise<Pick<SandboxRecord, "id">> };
    log: Pick<FastifyBaseLogger, "error">;
  },
  clock: () => number = Date.now,
): DeviceActionService {
  /** By sandbox, so that a flood on one costs the others nothing: it pushes out only what would not be kept. */
  const waiting = new Map<string, NewDeviceAction[]>();
  /** One after the other, so that what was noted before is there when this is. */
  let written = Promise.resolve();
  let noted = 0;

  /** What cannot be written is told of and lost: it stops neither the device nor what is noted elsewhere. */
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
        // It may be somebody's own words, which would keep what stands beside them from being written.
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
