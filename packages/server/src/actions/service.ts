import { type DeviceAction, type DeviceActionKind, KEPT_ACTIONS } from "@terrarium/contract/actions";
import type { FastifyBaseLogger } from "fastify";
import { newId } from "../db/ids.ts";
import { AppError } from "../http/app-error.ts";
import type { Caller } from "../http/caller.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import type { DeviceActionStore, NewDeviceAction } from "./store.ts";

const OK = "ok";
const DETAIL_MAX_CHARS = 200;
/** Beyond this, actions that were not written yet are dropped: somebody floods a device. */
const WAITING_MAX = 5_000;

/** What was done, when, and how long it took. */
export interface DoneAction {
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
  /** Takes note of what was done on a sandbox's device. It costs nothing at once: notes are written with `flush`. */
  note(caller: Caller, sandboxId: string, action: DoneAction): void;
  /** Does some work on a device and takes note of it, with how long it took and how it ended. */
  noting<T>(caller: Caller, sandboxId: string, action: DoneAction, work: () => Promise<T>): Promise<T>;
  /** The newest of a sandbox, newest first. Throws sandbox_not_found. */
  list(caller: Caller, sandboxId: string, limit: number): Promise<DeviceAction[]>;
  /** Writes what was noted so far. */
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
  let waiting: NewDeviceAction[] = [];
  /** One after the other, so that what was noted before is there when this is. */
  let written = Promise.resolve();

  async function write(): Promise<void> {
    const actions = waiting;
    waiting = [];
    if (actions.length === 0) return;
    await store.insert(actions);
    for (const sandboxId of new Set(actions.map((action) => action.sandboxId)))
      await store.trim(sandboxId, KEPT_ACTIONS);
  }

  const service: DeviceActionService = {
    note(caller, sandboxId, { kind, detail, durationMs = 0, at = clock() - durationMs, outcome = OK }) {
      if (waiting.length >= WAITING_MAX) return;
      waiting.push({
        id: newId("act", at),
        sandboxId,
        at: Math.round(at),
        ...actorOf(caller),
        kind,
        detail: detail.slice(0, DETAIL_MAX_CHARS),
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
        note(OK);
        return result;
      } catch (error) {
        note(error instanceof AppError ? error.code : "internal");
        throw error;
      }
    },

    async list(caller, sandboxId, limit) {
      await sandboxes.get(caller, sandboxId);
      await service.flush();
      return (await store.newest(sandboxId, limit)).map(({ at, ...action }) => ({
        ...action,
        at: new Date(at).toISOString(),
      }));
    },

    flush() {
      // What could not be written is told of and lost: it stops neither the device nor what is noted next.
      written = written.then(write).catch((error: unknown) => log.error({ err: error }, "actions were not written"));
      return written;
    },
  };
  return service;
}

function actorOf(caller: Caller): Pick<NewDeviceAction, "actorKind" | "actorId"> {
  if (caller.kind === "session") return { actorKind: "user", actorId: caller.userId };
  return { actorKind: "api_key", actorId: caller.apiKeyId };
}
