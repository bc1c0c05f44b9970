import { LISTED_RECORDINGS, type listRecordings } from "@terrarium/contract/box-recording";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import { RECORDING } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, ownerKey } from "@terrarium/platform/base/caller";
import { Slots, takeAll } from "@terrarium/platform/base/slots";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import type { Replicas } from "@terrarium/platform/replicas/service";
import type { StorageService } from "@terrarium/platform/storage/service";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceAccess } from "../access/device-access.ts";
import { requireScreen } from "../access/kinds.ts";
import type { DeviceSession, DeviceSessions } from "../device/device-session.ts";
import { deviceBusy, WorkQueue } from "../session/work-queue.ts";
import { ANSWER_WITHIN_MS, createOtherServers } from "./other-servers.ts";
import { NoFilmError } from "./recorder.ts";
import { RecordingMemory } from "./recording-memory.ts";
import { type RunningFilm, startFilm } from "./running-film.ts";
import { type RunningRewind, startRewind } from "./running-rewind.ts";
import type { RecordingId, RecordingRecord, RecordingStore } from "./store.ts";

/** Calls about the recordings of one sandbox run one after the other, and so does a server's work on them. */
const TURNS = { running: 1, waiting: 8, longestWaitMs: ANSWER_WITHIN_MS, runningTotal: Infinity };

/** Films of screens, which need no viewer. Each is on the server that started it; any server can end it. */
export interface RecordingService {
  /** Throws recording_unavailable, and the errors of reaching the device. */
  start(caller: Caller, sandboxId: string): Promise<void>;
  /** Returns the storage key. Throws not_recording. */
  stop(caller: Caller, sandboxId: string): Promise<string>;
  enableRewind(caller: Caller, sandboxId: string): Promise<void>;
  disableRewind(caller: Caller, sandboxId: string): Promise<void>;
  /** Returns the storage key. Throws not_recording. */
  extractRewind(caller: Caller, sandboxId: string, lastMs?: number): Promise<string>;
  /** Returns the newest stored recordings, newest first, and the start of the one in progress. */
  list(caller: Caller, sandboxId: string): Promise<ResponseOf<typeof listRecordings>>;
  /** Starts to answer the requests of other servers. */
  answerOthers(): Promise<void>;
  /** Ends all recordings properly when the server ends. */
  closeAll(): Promise<void>;
}

interface RecordingParts {
  store: RecordingStore;
  storage: Pick<StorageService, "begin" | "append" | "finish" | "drop" | "list">;
  sandboxes: DeviceAccess & { get(caller: Caller, sandboxId: string): Promise<unknown> };
  devices: Pick<DeviceSessions, "get">;
  replica: Pick<Replicas, "id" | "isAlive">;
  log: Pick<FastifyBaseLogger, "warn">;
}

export function createRecordingService(
  { store, storage, sandboxes, devices, replica, log }: RecordingParts,
  clock: () => number = Date.now,
  memory = new RecordingMemory(),
): RecordingService {
  const calls = new WorkQueue(TURNS);
  /**
   * A call that waits for another server releases its turn: that server may request a recording of the same sandbox.
   */
  const turns = new WorkQueue(TURNS);
  const extractedByUser = new Slots(RECORDING.extracted.perUser);
  const extractedInAll = new Slots(RECORDING.extracted.total);
  const films = new Map<string, RunningFilm>();
  const rewinds = new Map<string, RunningRewind>();

  const inTurn = <Result>(sandboxId: string, work: () => Promise<Result>) =>
    calls.run(sandboxId, () => turns.run(sandboxId, work));

  /** Runs work on the recordings of a sandbox that the caller may use. Callers without access take no turn. */
  async function withSession<Result>(
    caller: Caller,
    sandboxId: string,
    work: (session: DeviceSession) => Promise<Result>,
  ): Promise<Result> {
    const device = requireScreen(await sandboxes.requireDevice(caller, sandboxId), "A recording");
    return inTurn(sandboxId, async () => work(await devices.get(device)));
  }

  /** Records a recording started here. Returns the one that it replaces. */
  async function record(id: RecordingId, storageKey: string | null): Promise<RecordingRecord | undefined> {
    for (;;) {
      const before = await store.find(id);
      // Otherwise another server has started or ended one meanwhile.
      if (await store.put({ ...id, replicaId: replica.id, storageKey, askedMs: null }, before)) return before;
    }
  }
  /** Drops the uncollected response in the record of a rewind. */
  async function dropAnswer(rewind: RecordingRecord | undefined): Promise<void> {
    if (rewind && rewind.storageKey !== null) await storage.drop(rewind.storageKey);
  }
  const joinMemory = (caller: Caller) => (give: () => void) => memory.join(ownerKey(caller), give);

  /** Converts the error of a screen that cannot be recorded. */
  const told = (sandboxId: string) => (error: unknown) => {
    throw error instanceof NoFilmError
      ? new AppError("recording_unavailable", { sandboxId, detail: error.message })
      : error;
  };

  /** Keeps it in the map until it ends. */
  function keep<Running extends { over: Promise<void> }>(
    all: Map<string, Running>,
    sandboxId: string,
    running: Running,
  ): void {
    all.set(sandboxId, running);
    void running.over.then(() => void (all.get(sandboxId) === running && all.delete(sandboxId)));
  }

  async function resultHere(
    { sandboxId, kind, storageKey }: RecordingRecord,
    lastMs: number,
  ): Promise<string | undefined> {
    if (kind === "rewind") return rewinds.get(sandboxId)?.extract(lastMs);
    const film = films.get(sandboxId);
    // Another server may have replaced the one here.
    if (film?.storageKey !== storageKey) return undefined;
    films.delete(sandboxId);
    await film.finish();
    return film.storageKey;
  }

  const others = createOtherServers({ store, storage, replica, log, turns, resultHere }, clock);

  async function requireRecording(id: RecordingId): Promise<RecordingRecord> {
    const recording = await store.find(id);
    if (!recording) throw new AppError("not_recording", { sandboxId: id.sandboxId });
    return recording;
  }

  async function resultOf(recording: RecordingRecord, lastMs: number): Promise<string> {
    const { sandboxId, kind } = recording;
    const isHere = recording.replicaId === replica.id || (kind === "rewind" && rewinds.has(sandboxId));
    const here = await turns.run(sandboxId, () => resultHere(recording, lastMs));
    const key = here ?? (isHere ? undefined : await others.ask(recording, lastMs));
    // It ended by itself before, or its server did.
    const storageKey = key ?? (kind === "film" ? recording.storageKey : null);
    if (storageKey === null) throw new AppError("not_recording", { sandboxId });
    return storageKey;
  }

  async function beginRewind(caller: Caller, sandboxId: string, session: DeviceSession): Promise<void> {
    if (rewinds.has(sandboxId)) return;
    const parts = { sandboxId, session, storage, joinMemory: joinMemory(caller) };
    const rewind = await startRewind(parts, clock).catch(told(sandboxId));
    try {
      await dropAnswer(await record({ sandboxId, kind: "rewind" }, null));
    } catch (error) {
      rewind.close();
      throw error;
    }
    keep(rewinds, sandboxId, rewind);
  }

  /** Returns the stored film of a record, unless it is complete. */
  const unfinishedOf = ({ storageKey }: RecordingRecord, stored: Awaited<ReturnType<typeof filmsOf>>) =>
    stored.find((film) => film.storageKey === storageKey && !film.isWhole);

  const filmsOf = (sandboxId: string) => storage.list(sandboxId, "video/mp4", LISTED_RECORDINGS);

  /** Starts a recording. One in progress is discarded; one that has ended by itself stays. */
  async function beginFilm(caller: Caller, sandboxId: string, session: DeviceSession): Promise<void> {
    const id = { sandboxId, kind: "film" } as const;
    const parts = { sandboxId, session, storage, joinMemory: joinMemory(caller), log };
    const film = await startFilm(parts, clock).catch(told(sandboxId));
    const before = films.get(sandboxId);
    let replaced: RecordingRecord | undefined;
    try {
      replaced = await record(id, film.storageKey);
    } catch (error) {
      await film.finish();
      await storage.drop(film.storageKey);
      throw error;
    }
    keep(films, sandboxId, film);
    const unfinished = replaced && unfinishedOf(replaced, await filmsOf(sandboxId));
    await before?.finish();
    if (unfinished) await storage.drop(unfinished.storageKey);
  }

  return {
    start: (caller, sandboxId) => withSession(caller, sandboxId, (session) => beginFilm(caller, sandboxId, session)),

    async stop(caller, sandboxId) {
      await sandboxes.get(caller, sandboxId);
      return calls.run(sandboxId, async () => {
        const film = await requireRecording({ sandboxId, kind: "film" });
        const storageKey = await resultOf(film, 0);
        // Another server has replaced it, or was asked to end it and has responded.
        if (!(await store.deleteSeen(film))) throw new AppError("not_recording", { sandboxId });
        return storageKey;
      });
    },

    enableRewind: (caller, sandboxId) =>
      withSession(caller, sandboxId, (session) => beginRewind(caller, sandboxId, session)),

    async disableRewind(caller, sandboxId) {
      await sandboxes.get(caller, sandboxId);
      await inTurn(sandboxId, async () => {
        rewinds.get(sandboxId)?.close();
        await dropAnswer(await store.delete({ sandboxId, kind: "rewind" }));
      });
    },

    async extractRewind(caller, sandboxId, lastMs = RECORDING.defaultRewindMs) {
      await sandboxes.requireDevice(caller, sandboxId);
      const release = takeAll([extractedByUser, ownerKey(caller)], [extractedInAll, ""]);
      if (!release) throw deviceBusy(sandboxId);
      try {
        return await calls.run(sandboxId, async () =>
          resultOf(await requireRecording({ sandboxId, kind: "rewind" }), lastMs),
        );
      } finally {
        release();
      }
    },

    async list(caller, sandboxId) {
      await sandboxes.get(caller, sandboxId);
      const [stored, film, rewind] = await Promise.all([
        filmsOf(sandboxId),
        store.find({ sandboxId, kind: "film" }),
        store.find({ sandboxId, kind: "rewind" }),
      ]);
      const running = film && unfinishedOf(film, stored);
      return {
        // A recording that ended before the first frame is empty.
        data: stored
          .filter(({ isWhole, sizeBytes }) => isWhole && sizeBytes > 0)
          .map(({ storageKey, createdAt, durationMs, sizeBytes }) => ({
            storageKey,
            createdAt: toTimestamp(createdAt),
            durationMs,
            sizeBytes,
          })),
        recordingSince: running === undefined ? null : toTimestamp(running.createdAt),
        rewindEnabled: rewind !== undefined,
      };
    },

    async answerOthers() {
      await others.answerAll();
      for (const [sandboxId, rewind] of rewinds)
        if ((await store.find({ sandboxId, kind: "rewind" }))?.replicaId !== replica.id) rewind.close();
      for (const [sandboxId, film] of films)
        if ((await store.find({ sandboxId, kind: "film" }))?.storageKey !== film.storageKey) void film.finish();
    },

    async closeAll() {
      for (const rewind of rewinds.values()) rewind.close();
      await Promise.all([others.over(), ...films.values().map((film) => film.finish())]);
    },
  };
}
