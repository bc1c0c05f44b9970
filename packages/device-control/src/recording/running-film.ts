import { RECORDING } from "@terrarium/contract/limits";
import type { StorageService } from "@terrarium/platform/storage/service";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceSession } from "../device/device-session.ts";
import { type FilmPicture, type FilmShape, FilmWriter, PICTURE_BYTES } from "./film.ts";
import { watchForFilm } from "./recorder.ts";
import type { HeldMemory } from "./recording-memory.ts";

/** Interval at which written data is stored. */
const STORE_EVERY_MS = 2_000;
/** Limit of data waiting for storage. Above it, the film ends: the storage is too slow. */
const WAITING_BYTES_MAX = 16 * 1_048_576;
/** Limit of data without a key frame. Above it, the film ends: without one, nothing can be stored. */
const HELD_BYTES_MAX = RECORDING.rewindBytes;

/** A film that this server is recording. */
export interface RunningFilm {
  storageKey: string;
  /** Ends it, if it has not ended, and resolves when all of it is stored. Never rejects. */
  finish(): Promise<void>;
  /** Resolves at its end: by `finish`, with its device, or at its maximum length. */
  over: Promise<void>;
}

interface FilmParts {
  sandboxId: string;
  session: Pick<DeviceSession, "watchScreen">;
  storage: Pick<StorageService, "begin" | "append" | "finish" | "drop">;
  /** Counts the memory. `give` is called when others need it. */
  joinMemory: (give: () => void) => HeldMemory;
  log: Pick<FastifyBaseLogger, "warn">;
}

/** Starts recording a screen to the storage. The stored part is always a valid film. Throws NoFilmError. */
export async function startFilm(
  { sandboxId, session, storage, joinMemory, log }: FilmParts,
  clock: () => number,
): Promise<RunningFilm> {
  const storageKey = await storage.begin(sandboxId, "video/mp4");
  const over = Promise.withResolvers<void>();
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writer: FilmWriter | undefined;
  let shapeSeen: FilmShape | undefined;
  let beginMs: number | undefined;
  let close = () => {};
  /** Runs one after the other. A failure ends the film and keeps the stored part. */
  let work = Promise.resolve();
  let hasFailed = false;

  const inTurn = (step: () => Promise<void>) => {
    const before = work;
    work = (async () => {
      await before;
      try {
        if (!hasFailed) await step();
      } catch (error) {
        hasFailed = true;
        log.warn({ err: error, sandboxId }, "a recording ended early");
        void finish();
      }
    })();
  };
  const store = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    noteHeld();
    if (bytes.length > 0) await storage.append(storageKey, bytes);
  };
  const take = (bytes: Uint8Array) => {
    waiting.push(Buffer.from(bytes));
    waitingBytes += bytes.length;
  };

  let queuedBytes = 0;
  const memory = joinMemory(() => {
    memory.leave();
    void finish();
  });
  const noteHeld = () => memory.hold(queuedBytes + waitingBytes + (writer?.heldBytes ?? 0));
  const make = (shape: FilmShape) => {
    shapeSeen = shape;
    beginMs = clock();
    const film = (writer = new FilmWriter(shape, beginMs, take));
    const queue = (data: Uint8Array, step: () => Promise<void>) => {
      const bytes = data.length + PICTURE_BYTES;
      queuedBytes += bytes;
      if (queuedBytes + waitingBytes > WAITING_BYTES_MAX || film.heldBytes > HELD_BYTES_MAX) return void finish();
      noteHeld();
      inTurn(async () => {
        queuedBytes -= bytes;
        await step();
      });
    };
    return {
      configure: (config: Uint8Array) => queue(config, async () => film.configure(config)),
      add: (picture: FilmPicture) => queue(picture.data, () => film.add(picture)),
      end: () => void finish(),
    };
  };

  let finishing: Promise<void> | undefined;
  async function finishOnce(): Promise<void> {
    close();
    clearInterval(storing);
    clearTimeout(longest);
    const endMs = clock();
    inTurn(async () => {
      await writer?.finish(endMs);
      await store();
    });
    await work;
    memory.leave();
    await storage
      .finish(storageKey, beginMs === undefined ? undefined : endMs - beginMs)
      .catch((error: unknown) => log.warn({ err: error, sandboxId }, "failed to close a recording"));
    over.resolve();
  }
  const finish = (): Promise<void> => (finishing ??= finishOnce());

  const storing = setInterval(() => inTurn(store), STORE_EVERY_MS);
  const longest = setTimeout(() => void finish(), RECORDING.maxMs);
  try {
    const subscription = await watchForFilm(session, make, clock);
    close = () => subscription.close();
    if (shapeSeen === undefined) throw new Error("the screen has no shape");
  } catch (error) {
    clearInterval(storing);
    clearTimeout(longest);
    memory.leave();
    await storage.drop(storageKey);
    throw error;
  }
  return { storageKey, finish, over: over.promise };
}
