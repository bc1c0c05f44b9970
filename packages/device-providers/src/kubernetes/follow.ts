import { setTimeout as sleep } from "node:timers/promises";
import { ListWatch, Watch, type KubernetesListObject, type KubernetesObject } from "@kubernetes/client-node";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { ClusterConnection } from "./connection.ts";

/** Pauses between retries, which double up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Duration after which a watch counts as successful, and the pause is reset. */
const LASTED_MS = 10_000;
/**
 * Limit of the pause between watches that end normally. The library waits up to half a minute, too long to report a
 * crash.
 */
const LONGEST_RECONNECT_MS = 1_000;

/** A change of an object, or a failure in its place (Kubernetes API, WatchEvent). */
const Event = z.object({
  type: z.string(),
  object: z.union([
    z.looseObject({ metadata: z.looseObject({ name: z.string() }) }),
    z.looseObject({ code: z.number() }),
  ]),
});

/**
 * The library's Watch causes unhandled rejections on invalid events and failed starts. This one reports them to `done`.
 */
class GuardedWatch extends Watch {
  isStopped = false;

  override async watch(...[path, query, callback, done]: Parameters<Watch["watch"]>): Promise<AbortController> {
    if (this.isStopped) return new AbortController();
    const guarded: typeof callback = (type, object, event) => {
      if (Event.safeParse({ type, object }).success) callback(type, object, event);
      else done(new Error("the cluster sent an invalid watch event"));
    };
    try {
      return await super.watch(path, query, guarded, done);
    } catch (error) {
      done(error);
      return new AbortController();
    }
  }
}

interface FollowOptions<Value> {
  connection: ClusterConnection;
  /** Path of the list in the API. */
  path: string;
  labelSelector?: string;
  list: () => Promise<KubernetesListObject<Value & KubernetesObject>>;
  /** Called for each object that exists or has changed. Must not throw. */
  onChange: (value: Value) => void;
  /** Called for each object that is gone. Must not throw. */
  onGone: (value: Value) => void;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

/**
 * Lists objects, then watches them. Restarts after every failure, and reports objects that disappeared meanwhile. An
 * idle connection is replaced every 30 s, since it may be dead.
 */
export function followObjects<Value extends KubernetesObject>(
  options: FollowOptions<Value>,
): { stop(): Promise<void> } {
  const { connection, path, labelSelector, list, onChange, onGone, log } = options;
  const watch = new GuardedWatch(connection.config);
  const informer = new ListWatch<Value>(path, watch, list, false, labelSelector, undefined, {
    delayFn: (ms) => sleep(Math.min(ms, LONGEST_RECONNECT_MS), undefined, { ref: false }),
  });
  let pauseMs = FIRST_PAUSE_MS;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  informer.on("add", onChange);
  informer.on("update", onChange);
  informer.on("delete", onGone);
  informer.on("error", (error: unknown) => {
    if (watch.isStopped) return;
    if (performance.now() - startedAt > LASTED_MS) pauseMs = FIRST_PAUSE_MS;
    else log.warn({ err: error }, "failed to watch the cluster; retrying");
    clearTimeout(timer);
    timer = setTimeout(start, pauseMs).unref();
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  });

  function start(): void {
    startedAt = performance.now();
    informer.start().catch((error: unknown) => log.error({ err: error }, "stopped watching the cluster"));
  }
  start();
  return {
    async stop() {
      watch.isStopped = true;
      clearTimeout(timer);
      await informer.stop();
    },
  };
}
