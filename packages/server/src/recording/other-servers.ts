import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../base/app-error.ts";
import type { WorkQueue } from "../devices/work-queue.ts";
import type { Replicas } from "../replicas/service.ts";
import type { StorageService } from "../storage/service.ts";
import type { RecordingId, RecordingRecord, RecordingStore } from "./store.ts";

/** How often is looked whether another server has answered, and for how long. */
const POLL_MS = 200;
export const ANSWER_WITHIN_MS = 15_000;

/** Through the record of a recording, the server that has it is asked for it, and answers. */
export interface OtherServers {
  /** What the server that has it answers; of one that is gone, what it had stored. Throws not_recording. */
  ask(recording: RecordingRecord, lastMs: number): Promise<string | undefined>;
  /** Begins to give other servers what they ask this one for. */
  answerAll(): Promise<void>;
  /** Resolves when all that is being answered is. */
  over(): Promise<void>;
}

interface OtherServersParts {
  store: Pick<RecordingStore, "find" | "ask" | "listAsked" | "answer" | "deleteSeen">;
  storage: Pick<StorageService, "finish">;
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

  async function answer(id: RecordingId): Promise<void> {
    const asked = await store.find(id);
    // Until its turn came it was answered, or another has begun in its place.
    if (asked?.replicaId !== replica.id || asked.askedMs === null) return;
    const key = (await resultHere(asked, asked.askedMs)) ?? asked.storageKey;
    if (key === null) await store.deleteSeen(asked);
    else await store.answer(asked, key);
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
      if (!(await store.ask(recording, lastMs))) throw new AppError("not_recording", { sandboxId });
      const until = clock() + ANSWER_WITHIN_MS;
      while (clock() < until && (await replica.isAlive(replicaId))) {
        await sleep(POLL_MS);
        const now = await store.find(recording);
        if (now && now.askedMs !== null) continue;
        // It was ended otherwise, or another has begun in its place.
        if (!now || (kind === "film" && now.storageKey !== recording.storageKey))
          throw new AppError("not_recording", { sandboxId });
        return now.storageKey ?? undefined;
      }
      if (kind === "rewind" || recording.storageKey === null) return undefined;
      await storage.finish(recording.storageKey);
      return recording.storageKey;
    },

    async answerAll() {
      for (const recording of await store.listAsked(replica.id)) beginToAnswer(recording);
    },

    async over() {
      await Promise.all(answering.values());
    },
  };
}
