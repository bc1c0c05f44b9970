import { RECORDING } from "@terrarium/contract/limits";
import type { StorageService } from "@terrarium/platform/storage/service";
import type { DeviceSession } from "../device/device-session.ts";
import { type FilmPicture, type FilmShape, FilmWriter } from "./film.ts";
import { watchForFilm } from "./recorder.ts";
import type { HeldMemory } from "./recording-memory.ts";
import { RewindRing } from "./rewind-ring.ts";

/** The last minutes of a screen, in this server's memory. */
export interface RunningRewind {
  /** Stores the last part as a film and returns the storage key; undefined: there is no frame yet. */
  extract(lastMs: number): Promise<string | undefined>;
  close(): void;
  /** Resolves at its end: by `close`, or with its device. */
  over: Promise<void>;
}

interface RewindParts {
  sandboxId: string;
  session: Pick<DeviceSession, "watchScreen">;
  storage: Pick<StorageService, "begin" | "append" | "finish" | "drop">;
  /** Counts the memory. `give` is called when others need it. */
  joinMemory: (give: () => void) => HeldMemory;
}

/** Starts keeping a screen's frames. Throws NoFilmError. */
export async function startRewind(
  { sandboxId, session, storage, joinMemory }: RewindParts,
  clock: () => number,
): Promise<RunningRewind> {
  const over = Promise.withResolvers<void>();
  const ring = new RewindRing({ keptMs: RECORDING.rewindMs, maxBytes: RECORDING.rewindBytes });
  const memory = joinMemory(() => {
    ring.dropOldest();
    memory.hold(ring.bytes);
  });
  const end = () => {
    memory.leave();
    over.resolve();
  };
  let shapeSeen: FilmShape | undefined;
  const make = (shape: FilmShape) => {
    shapeSeen = shape;
    return {
      configure: (config: Uint8Array) => ring.configure(config),
      add(picture: FilmPicture) {
        ring.add(picture);
        memory.hold(ring.bytes);
      },
      end,
    };
  };

  async function write(film: FilmWriter, groups: ReturnType<typeof ring.since>, endMs: number): Promise<void> {
    for (const { config, pictures } of groups) {
      film.configure(config);
      for (const picture of pictures) await film.add(picture);
    }
    await film.finish(endMs);
  }

  async function extract(shape: FilmShape, lastMs: number): Promise<string | undefined> {
    const now = clock();
    const groups = ring.since(now - lastMs);
    const firstMs = groups[0]?.pictures[0]?.atMs;
    if (firstMs === undefined) return undefined;
    const beginMs = Math.max(firstMs, now - lastMs);
    const storageKey = await storage.begin(sandboxId, "video/mp4");
    try {
      let writing = Promise.resolve();
      const append = (bytes: Uint8Array) => {
        const part = Buffer.from(bytes);
        writing = writing.then(() => storage.append(storageKey, part));
        return writing;
      };
      await write(new FilmWriter(shape, beginMs, append), groups, now);
      await writing;
      await storage.finish(storageKey, now - beginMs);
      return storageKey;
    } catch (error) {
      await storage.drop(storageKey);
      throw error;
    }
  }

  try {
    const subscription = await watchForFilm(session, make, clock);
    const shape = shapeSeen;
    if (shape === undefined) throw new Error("the screen has no shape");
    const close = () => {
      subscription.close();
      end();
    };
    return { extract: (lastMs) => extract(shape, lastMs), close, over: over.promise };
  } catch (error) {
    memory.leave();
    throw error;
  }
}
