import { Worker } from "node:worker_threads";
import type { BackgroundNews, BackgroundOrder, StartRequest } from "./background-thread.ts";
import { killGroup } from "./process-group.ts";
import { readStartTime, untilGone } from "./process-identity.ts";

/** A process in its own session with lower priority than the server. */
export interface BackgroundProcess {
  /** Process id. Rejects with the cause if the process could not be started. */
  readonly started: Promise<number>;
  /**
   * Exit code after the end; null if a signal ended the process or the code is unknown. Rejects if the process could
   * not be started.
   */
  readonly exited: Promise<number | null>;
  /** Sends a message over the channel; has no effect after the process ended. */
  readonly tell: (message: object) => void;
  /**
   * Sends a message together with a server that listens at a new socket file. The process owns that server from then
   * on. Rejects on failure.
   */
  readonly hand: (message: object, socketFile: string) => Promise<void>;
  /** Kills the process group at once. */
  readonly kill: () => void;
}

interface Followed {
  started: PromiseWithResolvers<number>;
  exited: PromiseWithResolvers<number | null>;
  handed: PromiseWithResolvers<void>;
  onMessage: (message: unknown) => void;
  /** Set until the end is reported; the id is not reused before. */
  pid?: number;
  isKilled: boolean;
}

/** Heap limits of the thread, which holds a few objects per process. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/**
 * Starts processes from a separate thread. A thread that creates a process blocks until the child has executed its
 * program (vfork(2)), some 40 ms on a busy machine; the main thread stays responsive. The thread starts with the first
 * process, restarts after a failure, and does not keep the server from ending. Processes of a failed thread continue
 * without a channel, and are polled for their end.
 */
class BackgroundThread {
  readonly #followed = new Map<number, Followed>();
  /** Processes with a pending start, handover or kill. Only these keep the server from ending. */
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
    // Callers that await only one of the promises must not cause unhandled rejections of the others.
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
      else followed?.handed.reject(new Error(`handing it a server failed: ${news.failure}`));
    } else {
      this.#followed.delete(news.id);
      delete followed?.pid;
      followed?.handed.reject(new Error("it has ended"));
      if (news.news === "exited") followed?.exited.resolve(news.code);
      else fail(followed, Object.assign(new Error(news.message), { code: news.code }));
    }
  }

  /** Polls the processes of a failed thread, because it no longer reports their ends. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const followed of this.#followed.values()) {
      if (followed.pid === undefined) fail(followed, error);
      else {
        followed.handed.reject(error);
        // The thread may have failed before it killed the process.
        if (followed.isKilled) killGroup(followed.pid);
        untilEnded(followed.pid).then(() => followed.exited.resolve(null), followed.exited.reject);
      }
    }
    this.#followed.clear();
    this.#awaited.clear();
  }
}

/** Resolves when a process without its parent has ended. Its id is not reused before its exit status was collected. */
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
 * Starts a program in its own session with lower priority than the server. It survives the server and does not keep the
 * server from ending.
 */
export const startInBackground = (
  request: StartRequest,
  onMessage: (message: unknown) => void = () => undefined,
): BackgroundProcess => thread.start(request, onMessage);
