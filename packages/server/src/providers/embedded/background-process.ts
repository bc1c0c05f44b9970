import { Worker } from "node:worker_threads";
import type { BackgroundNews, BackgroundOrder, StartRequest } from "./background-thread.ts";
import { killGroup } from "./process-group.ts";
import { readStartTime, untilGone } from "./process-identity.ts";

/** A process that yields to the server in everything, in a session of its own. */
export interface BackgroundProcess {
  /** Its id. Rejects with the cause if it could not be started. */
  readonly started: Promise<number>;
  /** Its exit code when it has ended, null if a signal ended it or nobody was told. Rejects if it could not be started. */
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
  /** From its start until it is told that it has ended: nobody else has the number meanwhile. */
  pid?: number;
  isKilled: boolean;
}

/** Of the thread's own objects: it holds a few per process. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/**
 * Starts processes from a thread of its own. Whoever makes a process stands still until the new one has become its
 * program (vfork(2)), which takes some 40 ms while the cores are busy: the main thread serves everybody meanwhile. The
 * thread starts with the first process, again after it failed, and keeps no server from ending. What it had started by
 * then goes on, without its channel, and its end is looked for.
 */
class BackgroundThread {
  readonly #followed = new Map<number, Followed>();
  /**
   * Those of which it is awaited that they started, were handed something, or ended after they were killed: no others keep
   * the server from ending.
   */
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
      isKilled: false,
    };
    // Whoever waits for one of them alone is not to leave the other's failure to nobody.
    followed.started.promise.catch(() => undefined);
    followed.exited.promise.catch(() => undefined);
    followed.handed.promise.catch(() => undefined);
    this.#followed.set(id, followed);
    const keepServer = () => {
      if (this.#worker !== worker || !this.#followed.has(id)) return;
      this.#awaited.add(id);
      worker.ref();
    };
    keepServer();
    const order = (told: BackgroundOrder) => worker.postMessage(told, []);
    order({ id, order: "start", request });
    return {
      started: followed.started.promise,
      exited: followed.exited.promise,
      tell: (message) => order({ id, order: "tell", message }),
      hand: (message, socketFile) => {
        keepServer();
        order({ id, order: "hand", message, socketFile });
        return followed.handed.promise;
      },
      kill: () => {
        followed.isKilled = true;
        keepServer();
        if (this.#worker === worker) order({ id, order: "kill" });
        else if (followed.pid !== undefined) killGroup(followed.pid);
      },
    };
  }

  #open(): Worker {
    const url = new URL("./background-thread.ts", import.meta.url);
    const worker = new Worker(url, { name: "processes", execArgv: [], resourceLimits: THREAD_RESOURCES });
    worker.on("message", (news: BackgroundNews) => {
      this.#hear(news);
      if (this.#followed.get(news.id)?.isKilled) return;
      if (this.#awaited.delete(news.id) && this.#awaited.size === 0) worker.unref();
    });
    worker.on("error", (error) => this.#end(worker, error));
    worker.on("exit", () => this.#end(worker, new Error("the thread that starts processes ended")));
    return worker;
  }

  #hear(news: BackgroundNews): void {
    const followed = this.#followed.get(news.id);
    if (news.news === "started") {
      if (followed) followed.pid = news.pid;
      followed?.started.resolve(news.pid);
    } else if (news.news === "told") followed?.onMessage(news.message);
    else if (news.news === "handed") {
      if (news.failure === undefined) followed?.handed.resolve();
      else followed?.handed.reject(new Error(`no server could be handed to it: ${news.failure}`));
    } else {
      this.#followed.delete(news.id);
      delete followed?.pid;
      followed?.handed.reject(new Error("it has ended"));
      if (news.news === "exited") followed?.exited.resolve(news.code);
      else fail(followed, Object.assign(new Error(news.message), { code: news.code }));
    }
  }

  /** Nobody tells any more of the processes that it started. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const followed of this.#followed.values()) {
      if (followed.pid === undefined) fail(followed, error);
      else {
        followed.handed.reject(error);
        // The thread may not have come to do it.
        if (followed.isKilled) killGroup(followed.pid);
        untilEnded(followed.pid).then(() => followed.exited.resolve(null), followed.exited.reject);
      }
    }
    this.#followed.clear();
    this.#awaited.clear();
  }
}

/** Of one whose parent is gone: while nobody asks for its exit code, its number is given to no other. */
async function untilEnded(pid: number): Promise<void> {
  const startTime = await readStartTime(pid);
  await untilGone({ pid, startTime: startTime ?? "" });
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
