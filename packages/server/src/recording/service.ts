import { setTimeout as sleep } from "node:timers/promises";
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
import { type FilmPicture, FilmWriter } from "./film.ts";
import { NoFilmError, watchForFilm } from "./recorder.ts";
import { RecordingMemory } from "./recording-memory.ts";
import { RewindRing } from "./rewind-ring.ts";
import { startFilm, type RunningFilm } from "./running-film.ts";
import type { RecordingRecord, RecordingStore } from "./store.ts";

/** How often is looked whether another server has answered, and for how long. */
const POLL_MS = 200;
const ANSWER_WITHIN_MS = 15_000;

/** Of the calls about the recordings of one sandbox one is made after the other, and so is what this server does with them. */
const TURNS = { running: 1, waiting: 8, longestWaitMs: ANSWER_WITHIN_MS, runningTotal: Infinity };

type Kind = RecordingRecord["kind"];

interface RunningRewind {
  ring: RewindRing;
  shape: Parameters<Parameters<typeof watchForFilm>[1]>[0];
  /** Until then no record says that it is no more wanted. */
  isRecorded: boolean;
  close(): void;
}

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
  /** Who asks another server waits in here, */
  const calls = new WorkQueue(TURNS);
  /** and not in here, where each answers the other. */
  const turns = new WorkQueue(TURNS);
  const answering = new Map<string, Promise<void>>();
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

  const record = (sandboxId: string, kind: Kind, storageKey: string | null) =>
    store.put({ sandboxId, kind, replicaId: replica.id, storageKey, askedMs: null });
  const told = (sandboxId: string, error: unknown) =>
    error instanceof NoFilmError ? new AppError("recording_unavailable", { sandboxId, detail: error.message }) : error;

  async function forgetWhenOver(sandboxId: string, film: RunningFilm): Promise<void> {
    await film.over;
    if (films.get(sandboxId) === film) films.delete(sandboxId);
  }

  async function finishHere(sandboxId: string): Promise<string | undefined> {
    const film = films.get(sandboxId);
    films.delete(sandboxId);
    await film?.finish();
    return film?.storageKey;
  }

  async function extractHere(sandboxId: string, lastMs: number): Promise<string | undefined> {
    const rewind = rewinds.get(sandboxId);
    if (!rewind) return undefined;
    const now = clock();
    const groups = rewind.ring.since(now - lastMs);
    const storageKey = await storage.begin(sandboxId, "video/mp4");
    try {
      let writing = Promise.resolve();
      const append = (bytes: Uint8Array) => {
        const part = Buffer.from(bytes);
        writing = writing.then(() => storage.append(storageKey, part));
        return writing;
      };
      const film = new FilmWriter(rewind.shape, now - lastMs, append);
      for (const { config, pictures } of groups) {
        film.configure(config);
        for (const picture of pictures) await film.add(picture);
      }
      await film.finish(now);
      await writing;
      await storage.finish(storageKey);
      return storageKey;
    } catch (error) {
      await storage.drop(storageKey);
      throw error;
    }
  }

  const resultHere = (sandboxId: string, kind: Kind, lastMs: number) =>
    kind === "film" ? finishHere(sandboxId) : extractHere(sandboxId, lastMs);

  /** What the server that has it answers; of one that is gone, what it had stored. */
  async function askElsewhere(recording: RecordingRecord, askedMs: number): Promise<string | undefined> {
    const { sandboxId, kind, replicaId } = recording;
    await store.ask({ sandboxId, kind }, askedMs);
    const until = clock() + ANSWER_WITHIN_MS;
    while (clock() < until && (await replica.isAlive(replicaId))) {
      await sleep(POLL_MS);
      const now = await store.find({ sandboxId, kind });
      if (now?.askedMs !== null) continue;
      // Another has begun in its place.
      if (kind === "film" && now.storageKey !== recording.storageKey)
        throw new AppError("not_recording", { sandboxId });
      return now.storageKey ?? undefined;
    }
    if (kind === "rewind" || recording.storageKey === null) return undefined;
    await storage.finish(recording.storageKey);
    return recording.storageKey;
  }

  async function resultOf(sandboxId: string, kind: Kind, askedMs: number): Promise<string> {
    const recording = await store.find({ sandboxId, kind });
    if (!recording) throw new AppError("not_recording", { sandboxId });
    const isHere = kind === "film" ? films.has(sandboxId) : rewinds.has(sandboxId);
    const key =
      (await turns.run(sandboxId, () => resultHere(sandboxId, kind, askedMs))) ?? (isHere || recording.replicaId === replica.id ? null : await askElsewhere(recording, askedMs));
    // It ended by itself before, or its server did.
    const storageKey = key ?? (kind === "film" ? recording.storageKey : null);
    if (storageKey === null) throw new AppError("not_recording", { sandboxId });
    return storageKey;
  }

  async function enableHere(caller: Caller, sandboxId: string, session: DeviceSession): Promise<void> {
    if (rewinds.has(sandboxId)) return;
    const ring = new RewindRing({ keptMs: RECORDING.rewindMs, maxBytes: RECORDING.rewindBytes });
    const held = memory.join(ownerKey(caller), () => {
      ring.dropOldest();
      held.hold(ring.bytes);
    });
    const letGo = () => {
      held.leave();
      rewinds.delete(sandboxId);
    };
    let shape: RunningRewind["shape"] | undefined;
    const taker = {
      configure: (config: Uint8Array) => ring.configure(config),
      add(picture: FilmPicture) {
        ring.add(picture);
        held.hold(ring.bytes);
      },
      end: letGo,
    };
    const make = (found: RunningRewind["shape"]) => {
      shape = found;
      return taker;
    };
    try {
      const subscription = await watchForFilm(session, make, clock);
      const close = () => {
        subscription.close();
        letGo();
      };
      if (!shape) return close();
      const rewind = { ring, shape, isRecorded: false, close };
      rewinds.set(sandboxId, rewind);
      // If it could not be recorded, it is let go like one that another server disabled.
      await record(sandboxId, "rewind", null).finally(() => (rewind.isRecorded = true));
    } catch (error) {
      if (!rewinds.has(sandboxId)) held.leave();
      throw told(sandboxId, error);
    }
  }

  async function answer({ sandboxId, kind }: RecordingRecord): Promise<void> {
    const asked = await store.find({ sandboxId, kind });
    // Until its turn came it was answered, or another has begun in its place.
    if (asked?.replicaId !== replica.id || asked.askedMs === null) return;
    const key = (await resultHere(sandboxId, kind, asked.askedMs)) ?? asked.storageKey;
    if (key === null) await store.delete({ sandboxId, kind });
    else await store.answer({ sandboxId, kind }, key);
  }

  /** Once at a time, and nobody waits for it: its turn may be long in coming, and others are asked for meanwhile. */
  function beginToAnswer(recording: RecordingRecord): void {
    const { sandboxId, kind } = recording;
    const place = `${kind} ${sandboxId}`;
    if (answering.has(place)) return;
    const answered = turns
      .run(sandboxId, () => answer(recording))
      .catch((error: unknown) => log.warn({ err: error, sandboxId }, "a recording was not given to another server"))
      .finally(() => answering.delete(place));
    answering.set(place, answered);
  }

  return {
    start: (caller, sandboxId) =>
      withSession(caller, sandboxId, async (session) => {
        const joinMemory = (give: () => void) => memory.join(ownerKey(caller), give);
        const film = await startFilm({ sandboxId, session, storage, joinMemory, log }, clock).catch(
          (error: unknown) => {
            throw told(sandboxId, error);
          },
        );
        const before = films.get(sandboxId);
        const recorded = await store.find({ sandboxId, kind: "film" });
        try {
          await record(sandboxId, "film", film.storageKey);
        } catch (error) {
          await film.finish();
          await storage.drop(film.storageKey);
          throw error;
        }
        films.set(sandboxId, film);
        void forgetWhenOver(sandboxId, film);
        // Only the latest is kept, from when it has begun.
        await before?.finish();
        if (recorded && recorded.storageKey !== null) await storage.drop(recorded.storageKey);
      }),

    async stop(caller, sandboxId) {
      await sandboxes.get(caller, sandboxId);
      return calls.run(sandboxId, async () => {
        const storageKey = await resultOf(sandboxId, "film", 0);
        await store.delete({ sandboxId, kind: "film" });
        return storageKey;
      });
    },

    enableRewind: (caller, sandboxId) =>
      withSession(caller, sandboxId, (session) => enableHere(caller, sandboxId, session)),

    async disableRewind(caller, sandboxId) {
      await sandboxes.get(caller, sandboxId);
      await inTurn(sandboxId, async () => {
        rewinds.get(sandboxId)?.close();
        await store.delete({ sandboxId, kind: "rewind" });
      });
    },

    async extractRewind(caller, sandboxId, lastMs = RECORDING.defaultRewindMs) {
      await sandboxes.requireDevice(caller, sandboxId);
      const release = takeAll([extractedByUser, ownerKey(caller)], [extractedInAll, ""]);
      if (!release) throw deviceBusy(sandboxId);
      try {
        return await calls.run(sandboxId, () => resultOf(sandboxId, "rewind", lastMs));
      } finally {
        release();
      }
    },

    async answerOthers() {
      for (const recording of await store.listAsked(replica.id)) beginToAnswer(recording);
      for (const [sandboxId, rewind] of rewinds)
        if (rewind.isRecorded && (await store.find({ sandboxId, kind: "rewind" }))?.replicaId !== replica.id)
          rewind.close();
    },

    async closeAll() {
      for (const rewind of rewinds.values()) rewind.close();
      await Promise.all([...films.values().map((film) => film.finish()), ...answering.values()]);
    },
  };
}
