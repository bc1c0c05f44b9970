import type { FastifyBaseLogger } from "fastify";

/** Number of unhandled failures since the start. */
export interface UnownedFailures {
  /** Unhandled promise rejections. */
  rejections: number;
  /** Errors thrown in a callback, or emitted as an `error` without a listener. */
  exceptions: number;
}

/** Log messages of each kind. */
export const UNOWNED_LOG = {
  rejection: "a promise was rejected that nobody owns",
  exception: "an error was thrown that nobody owns",
} as const;

const NODE_IS_BROKEN = "ERR_INTERNAL_ASSERTION";

/**
 * Keeps the process running after an unhandled failure of a promise, a stream or a callback: logs and counts it instead
 * (decision 31). Calls `end` if the process's own state is no longer reliable.
 */
export function watchUnownedFailures(
  failures: UnownedFailures,
  {
    log,
    end,
    emitter = process,
  }: {
    log: Pick<FastifyBaseLogger, "error" | "fatal">;
    end: () => void;
    emitter?: Pick<NodeJS.Process, "on">;
  },
): void {
  emitter.on("unhandledRejection", (reason) => {
    failures.rejections += 1;
    log.error({ err: reason }, UNOWNED_LOG.rejection);
  });
  emitter.on("uncaughtException", (error) => {
    failures.exceptions += 1;
    log.error({ err: error }, UNOWNED_LOG.exception);
    if (!("code" in error) || error.code !== NODE_IS_BROKEN) return;
    log.fatal("Node says that its own state is broken: the server ends");
    end();
  });
}
