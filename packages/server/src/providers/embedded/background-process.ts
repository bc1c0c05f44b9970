import { Worker } from "node:worker_threads";
import type { BackgroundNews, BackgroundOrder, StartRequest } from "./background-thread.ts";

/** A process that yields to the server in everything, in a session of its own. */
export interface BackgroundProcess {
  /** Its id. Rejects with the cause if it could not be started. */
  readonly started: Promise<number>;
  /** Its exit code when it has ended, null if a signal ended it. Rejects if it could not be started. */
  readonly exited: Promise<number | null>;
  /** Sends it a message over its channel; one that has just ended gets none. */
  readonly tell: (message: object) => void;
  /**
   * Sends it a message with a server that listens at a new socket file, which is its own from then on. Rejects if that
   * cannot be.
   */
  readonly hand: (message: object, socketFile: string) => Promise<void>;
  /** Ends it, whatever it is doing. */
  readonly kill: () => void;
}

interface Followed {
  started: PromiseWithResolvers<number>;
  exited: PromiseWithResolvers<number | null>;
  handed: PromiseWithResolvers<void>;
  onMessage: (message: unknown) => void;
}

/** Of the thread's own objects: it holds a few per process. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/**
 * Starts processes from a thread of its own. Whoever makes a process stands still until the new one has become its
 * program (vfork(2)), which takes some 40 ms while the cores are busy: the main thread serves everybody meanwhile. The
 * thread starts with the first process, again after it failed, and keeps no server from ending.
 */
class BackgroundThread {
  readonly #followed = new Map<number, Followed>();
  /** Those of which it is awaited that they started or were handed something: no others keep the server from ending. */
  readonly #awaited = new Set<number>();
  #worker: Worker | undefined;
  #made = 0;

  start(request: StartRequest, onMessage: (message: unknown) => void): BackgroundProcess {
    const worker = (this.#worker ??= this.#open());
    const id = this.#made++;
    const followed: Followed = {
      started: Promise.withResolvers(),
      exited: Promise.withResolvers(),
      handed: Promise.withResolvers(),
      onMessage,
    };
    // Whoever waits for one of them alone is not to leave the other's failure to nobody.
    followed.started.promise.catch(() => undefined);
    followed.exited.promise.catch(() => undefined);
    followed.handed.promise.catch(() => undefined);
    this.#followed.set(id, followed);
    this.#awaited.add(id);
    worker.ref();
    const order = (told: BackgroundOrder) => worker.postMessage(told, []);
    order({ id, order: "start", request });
    return {
      started: followed.started.promise,
      exited: followed.exited.promise,
      tell: (message) => order({ id, order: "tell", message }),
      hand: (message, socketFile) => {
        this.#awaited.add(id);
        worker.ref();
        order({ id, order: "hand", message, socketFile });
        return followed.handed.promise;
      },
      kill: () => order({ id, order: "kill" }),
    };
  }

  #open(): Worker {
    const url = new URL("./background-thread.ts", import.meta.url);
    const worker = new Worker(url, { name: "processes", execArgv: [], resourceLimits: THREAD_RESOURCES });
    worker.on("message", (news: BackgroundNews) => {
      this.#hear(news);
      if (this.#awaited.delete(news.id) && this.#awaited.size === 0) worker.unref();
    });
    worker.on("error", (error) => this.#end(worker, error));
    worker.on("exit", () => this.#end(worker, new Error("the thread that starts processes ended")));
    return worker;
  }

  #hear(news: BackgroundNews): void {
    const followed = this.#followed.get(news.id);
    if (news.news === "started") followed?.started.resolve(news.pid);
    else if (news.news === "told") followed?.onMessage(news.message);
    else if (news.news === "handed") {
      if (news.failure === undefined) followed?.handed.resolve();
      else followed?.handed.reject(new Error(`no server could be handed to it: ${news.failure}`));
    } else {
      this.#followed.delete(news.id);
      followed?.handed.reject(new Error("it has ended"));
      if (news.news === "exited") followed?.exited.resolve(news.code);
      else fail(followed, Object.assign(new Error(news.message), { code: news.code }));
    }
  }

  /** Nobody would hear any more of the processes that it started. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const followed of this.#followed.values()) fail(followed, error);
    this.#followed.clear();
    this.#awaited.clear();
  }
}

function fail(followed: Followed | undefined, error: Error): void {
  followed?.started.reject(error);
  followed?.exited.reject(error);
  followed?.handed.reject(error);
}

const thread = new BackgroundThread();

/**
 * Starts a program that yields to the server in everything, in a session of its own: what ends the server leaves it
 * running, and it does not keep the server from ending.
 */
export const startInBackground = (
  request: StartRequest,
  onMessage: (message: unknown) => void = () => undefined,
): BackgroundProcess => thread.start(request, onMessage);
