import { Worker } from "node:worker_threads";
import type { PictureAnswer, PictureRequest } from "./picture-worker.ts";

/** Limits of the thread's own objects, without pixels and images. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/**
 * Encodes images of screens in its own thread, because each would block others for long. The thread starts with the
 * first image, restarts after it ended, and does not keep the process alive.
 */
export class PictureThread {
  readonly #waiting = new Map<number, PromiseWithResolvers<PictureAnswer>>();
  #worker: Worker | undefined;
  #asked = 0;

  /** Rejects if no image can be made of it. */
  make(request: PictureRequest): Promise<PictureAnswer> {
    this.#worker ??= this.#start();
    const id = this.#asked++;
    const answer = Promise.withResolvers<PictureAnswer>();
    this.#waiting.set(id, answer);
    this.#worker.postMessage({ id, ...request }, []);
    return answer.promise;
  }

  #start(): Worker {
    const url = new URL("./picture-worker.ts", import.meta.url);
    const worker = new Worker(url, { env: {}, name: "pictures", resourceLimits: THREAD_RESOURCES });
    const end = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on("message", (answer: PictureAnswer) => {
      const asker = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.error === undefined) asker?.resolve(answer);
      else asker?.reject(new Error(`no picture of the screen: ${answer.error}`));
    });
    worker.on("error", end);
    worker.on("exit", () => end(new Error("the pictures' thread ended")));
    worker.unref();
    return worker;
  }
}
