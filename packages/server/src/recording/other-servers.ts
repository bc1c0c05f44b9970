import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../base/app-error.ts";
import { deviceBusy, type WorkQueue } from "../devices/work-queue.ts";
import type { Replicas } from "../replicas/service.ts";
import type { StorageService } from "../storage/service.ts";
import type { RecordingId, RecordingRecord, RecordingStore } from "./store.ts";

/** How often is looked whether another server has answered, and for how long. */
const POLL_MS = 200;
export const ANSWER_WITHIN_MS = 15_000;
/** An answer about a rewind that is not collected by then is dropped: whoever asked has stopped waiting. */
const COLLECT_WITHIN_MS = ANSWER_WITHIN_MS;

/** Through the record of a recording, the server that has it is asked for it, and answers. */
export interface OtherServers {
  /** What the server that has it answers; of one that is gone, what it had stored. Throws not_recording, device_busy. */
  ask(recording: RecordingRecord, lastMs: number): Promise<string | undefined>;
  /** Begins to give other servers what they ask this one for, and drops the answers that they have not collected in time. */
  answerAll(): Promise<void>;
  /** Resolves when all that is being answered is. */
  over(): Promise<void>;
}

interface OtherServersParts {
  store: Pick<RecordingStore, "find" | "ask" | "listAsked" | "answer" | "collect" | "deleteSeen">;
  storage: Pick<StorageService, "finish" | "drop">;
  replica: Pick<Replicas, "id" | "isAlive">;
  log: Pick<FastifyBaseLogger, "warn">;
  turns: Pick<WorkQueue, "run">;
  /** The storage key of what this server has of a recording, if it has any. */
  resultHere: (recording: RecordingRecord, lastMs: number) => Promise<string | undefined>;
}

export function createOtherServers(
  { store, storage, replica, log, turns, resultHere }: OtherServersParts,
  clock: () => number,
): OtherServers {
  const answering = new Map<string, Promise<void>>();
  /** Answers about rewinds that may not be collected yet, by storage key. */
  const given = new Map<string, { recording: RecordingRecord; atMs: number }>();

  async function answer(id: RecordingId): Promise<void> {
    const asked = await store.find(id);
    // Until its turn came it was answered, or another has begun in its place.
    if (asked?.replicaId !== replica.id || asked.askedMs === null) return;
    const key = (await resultHere(asked, asked.askedMs)) ?? asked.storageKey;
    if (key === null) {
      await store.deleteSeen(asked);
      return;
    }
    const isGiven = await store.answer(asked, key);
    if (asked.kind === "film") return;
    if (isGiven) given.set(key, { recording: asked, atMs: clock() });
    else await storage.drop(key);
  }

  async function dropUncollected(): Promise<void> {
    for (const [key, { recording, atMs }] of given) {
      if (clock() - atMs < COLLECT_WITHIN_MS) continue;
      if (await store.collect(recording, key)) await storage.drop(key);
      given.delete(key);
    }
  }

  /** Waits for the turn to ask: a rewind has one request at a time. Throws not_recording, device_busy. */
  async function ask(recording: RecordingRecord, lastMs: number, until: number): Promise<void> {
    const { sandboxId, replicaId } = recording;
    while (!(await store.ask(recording, lastMs))) {
      const now = await store.find(recording);
      if (recording.kind === "film" || now?.replicaId !== replicaId) throw new AppError("not_recording", { sandboxId });
      if (clock() >= until) throw deviceBusy(sandboxId);
      // Nobody answers or collects any more.
      if (!(await replica.isAlive(replicaId))) throw new AppError("not_recording", { sandboxId });
      await sleep(POLL_MS);
    }
  }

  /** Once at a time, and nobody waits for it: its turn may be long in coming, and others are asked for meanwhile. */
  function beginToAnswer(id: RecordingId): void {
    const { sandboxId, kind } = id;
    const place = `${kind} ${sandboxId}`;
    if (answering.has(place)) return;
    const answered = turns
      .run(sandboxId, () => answer(id))
      .catch((error: unknown) => log.warn({ err: error, sandboxId }, "a recording was not given to another server"))
      .finally(() => answering.delete(place));
    answering.set(place, answered);
  }

  return {
    async ask(recording, lastMs) {
      const { sandboxId, kind, replicaId } = recording;
      const until = clock() + ANSWER_WITHIN_MS;
      await ask(recording, lastMs, until);
      while (clock() < until && (await replica.isAlive(replicaId))) {
        await sleep(POLL_MS);
        const now = await store.find(recording);
        if (now && now.askedMs !== null) continue;
        // It was ended otherwise, or another has begun in its place.
        if (!now || (kind === "film" && now.storageKey !== recording.storageKey))
          throw new AppError("not_recording", { sandboxId });
        const { storageKey } = now;
        if (storageKey === null) return undefined;
        if (kind === "rewind" && !(await store.collect(recording, storageKey))) return undefined;
        return storageKey;
      }
      if (kind === "rewind" || recording.storageKey === null) return undefined;
      await storage.finish(recording.storageKey);
      return recording.storageKey;
    },

    async answerAll() {
      await dropUncollected();
      for (const recording of await store.listAsked(replica.id)) beginToAnswer(recording);
    },

    async over() {
      await Promise.all(answering.values());
    },
  };
}
