import { RECORDING } from "@terrarium/contract/limits";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../base/app-error.ts";
import { type Caller, ownerKey } from "../base/caller.ts";
import { Slots, takeAll } from "../base/slots.ts";
import type { DeviceSession, DeviceSessions } from "../devices/device-session.ts";
import { deviceBusy, WorkQueue } from "../devices/work-queue.ts";
import type { Replicas } from "../replicas/service.ts";
import { requireScreen } from "../sandboxes/kinds.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";
import type { StorageService } from "../storage/service.ts";
import { ANSWER_WITHIN_MS, createOtherServers } from "./other-servers.ts";
import { NoFilmError } from "./recorder.ts";
import { RecordingMemory } from "./recording-memory.ts";
import { type RunningFilm, startFilm } from "./running-film.ts";
import { type RunningRewind, startRewind } from "./running-rewind.ts";
import type { RecordingId, RecordingRecord, RecordingStore } from "./store.ts";

/** Calls about the recordings of one sandbox are made one after the other, and so is what a server does with them. */
const TURNS = { running: 1, waiting: 8, longestWaitMs: ANSWER_WITHIN_MS, runningTotal: Infinity };

/** Films of what screens show, which need no viewer. Each is on the server that was asked to begin it; any may be asked to end it. */
export interface RecordingService {
  /** Throws recording_unavailable, and what reaching the device does. */
  start(caller: Caller, sandboxId: string): Promise<void>;
  /** Answers the storage key. Throws not_recording. */
  stop(caller: Caller, sandboxId: string): Promise<string>;
  enableRewind(caller: Caller, sandboxId: string): Promise<void>;
  disableRewind(caller: Caller, sandboxId: string): Promise<void>;
  /** Answers the storage key. Throws not_recording. */
  extractRewind(caller: Caller, sandboxId: string, lastMs?: number): Promise<string>;
  /** Begins to give other servers what they ask this one for. */
  answerOthers(): Promise<void>;
  /** At the end of the server: ends all in order. */
  closeAll(): Promise<void>;
}

interface RecordingParts {
  store: RecordingStore;
  storage: Pick<StorageService, "begin" | "append" | "finish" | "drop">;
  sandboxes: Pick<SandboxAccess, "requireDevice"> & { get(caller: Caller, sandboxId: string): Promise<unknown> };
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
  /** Whose call asks another server does not have it meanwhile: that one may ask for a recording of the same sandbox. */
  const turns = new WorkQueue(TURNS);
  const extractedByUser = new Slots(RECORDING.extracted.perUser);
  const extractedInAll = new Slots(RECORDING.extracted.total);
  const films = new Map<string, RunningFilm>();
  const rewinds = new Map<string, RunningRewind>();

  const inTurn = <Result>(sandboxId: string, work: () => Promise<Result>) =>
    calls.run(sandboxId, () => turns.run(sandboxId, work));

  /** Work on the recordings of a sandbox whose device the caller may use. Who may not takes nobody's turn. */
  async function withSession<Result>(
    caller: Caller,
    sandboxId: string,
    work: (session: DeviceSession) => Promise<Result>,
  ): Promise<Result> {
    const device = requireScreen(await sandboxes.requireDevice(caller, sandboxId), "A recording");
    return inTurn(sandboxId, async () => work(await devices.get(device)));
  }

  /** Notes one that has begun here; answers the one whose place it takes. */
  async function record(id: RecordingId, storageKey: string | null): Promise<RecordingRecord | undefined> {
    for (;;) {
      const before = await store.find(id);
      // Else another server has put or ended one meanwhile.
      if (await store.put({ ...id, replicaId: replica.id, storageKey, askedMs: null }, before)) return before;
    }
  }
  /** Drops the answer that nobody has collected from the record of a rewind. */
  async function dropAnswer(rewind: RecordingRecord | undefined): Promise<void> {
    if (rewind && rewind.storageKey !== null) await storage.drop(rewind.storageKey);
  }
  const joinMemory = (caller: Caller) => (give: () => void) => memory.join(ownerKey(caller), give);

  /** Says of a screen that cannot be recorded that it cannot. */
  const told = (sandboxId: string) => (error: unknown) => {
    throw error instanceof NoFilmError
      ? new AppError("recording_unavailable", { sandboxId, detail: error.message })
      : error;
  };

  /** Keeps it among those of its kind until it is over. */
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
    // Another server may have begun one in place of what goes on here.
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
    // Only the latest is kept, from when it has begun.
    await before?.finish();
    if (replaced && replaced.storageKey !== null) await storage.drop(replaced.storageKey);
  }

  return {
    start: (caller, sandboxId) => withSession(caller, sandboxId, (session) => beginFilm(caller, sandboxId, session)),

    async stop(caller, sandboxId) {
      await sandboxes.get(caller, sandboxId);
      return calls.run(sandboxId, async () => {
        const film = await requireRecording({ sandboxId, kind: "film" });
        const storageKey = await resultOf(film, 0);
        // Another server has begun one in its place, with which this one went, or was asked to end it and has answered.
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
