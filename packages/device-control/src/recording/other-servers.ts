import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Replicas } from "@terrarium/platform/replicas/service";
import type { StorageService } from "@terrarium/platform/storage/service";
import type { FastifyBaseLogger } from "fastify";
import { deviceBusy, type WorkQueue } from "../session/work-queue.ts";
import type { RecordingId, RecordingRecord, RecordingStore } from "./store.ts";

/** Interval and timeout of polls for another server's response. */
const POLL_MS = 200;
export const ANSWER_WITHIN_MS = 15_000;
/** Time after which an uncollected rewind is dropped: the requester has stopped waiting. */
const COLLECT_WITHIN_MS = ANSWER_WITHIN_MS;

/** Requests a recording from its server through the recording's record, and answers such requests. */
export interface OtherServers {
  /**
   * Returns the response of the recording's server; if that server is gone, its stored part. Throws not_recording,
   * device_busy.
   */
  ask(recording: RecordingRecord, lastMs: number): Promise<string | undefined>;
  /** Starts to answer the requests of other servers, and drops responses that they have not collected in time. */
  answerAll(): Promise<void>;
  /** Resolves when all current requests are answered. */
  over(): Promise<void>;
}

interface OtherServersParts {
  store: Pick<RecordingStore, "find" | "ask" | "listAsked" | "answer" | "collect" | "deleteSeen">;
  storage: Pick<StorageService, "finish" | "drop">;
  replica: Pick<Replicas, "id" | "isAlive">;
  log: Pick<FastifyBaseLogger, "warn">;
  turns: Pick<WorkQueue, "run">;
  /** Returns the storage key of this server's part of a recording, if any. */
  resultHere: (recording: RecordingRecord, lastMs: number) => Promise<string | undefined>;
}

export function createOtherServers(
  { store, storage, replica, log, turns, resultHere }: OtherServersParts,
  clock: () => number,
): OtherServers {
  const answering = new Map<string, Promise<void>>();
  /** Rewind responses that may not be collected yet, by storage key. */
  const given = new Map<string, { recording: RecordingRecord; atMs: number }>();

  async function answer(id: RecordingId): Promise<void> {
    const asked = await store.find(id);
    // It was answered or replaced while it waited for its turn.
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

  /** Waits for the turn to send a request: a rewind has one at a time. Throws not_recording, device_busy. */
  async function ask(recording: RecordingRecord, lastMs: number, until: number): Promise<void> {
    const { sandboxId, replicaId } = recording;
    while (!(await store.ask(recording, lastMs))) {
      const now = await store.find(recording);
      if (recording.kind === "film" || now?.replicaId !== replicaId) throw new AppError("not_recording", { sandboxId });
      if (clock() >= until) throw deviceBusy(sandboxId);
      // The server is dead, so it neither responds nor collects.
      if (!(await replica.isAlive(replicaId))) throw new AppError("not_recording", { sandboxId });
      await sleep(POLL_MS);
    }
  }

  /** Runs once at a time and is not awaited: its turn may come late, and other requests follow meanwhile. */
  function beginToAnswer(id: RecordingId): void {
    const { sandboxId, kind } = id;
    const place = `${kind} ${sandboxId}`;
    if (answering.has(place)) return;
    const answered = turns
      .run(sandboxId, () => answer(id))
      .catch((error: unknown) => log.warn({ err: error, sandboxId }, "failed to hand a recording to another server"))
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
        // The recording was ended otherwise, or another one has replaced it.
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
