import type { FastifyBaseLogger } from "fastify";

/** How often something failed that nobody had taken charge of, since the start. */
export interface UnownedFailures {
  /** Promises that were rejected. */
  rejections: number;
  /** Errors thrown out of a callback or emitted as an `error` that nobody listens to. */
  exceptions: number;
}

/** What the log says of each. */
export const UNOWNED_LOG = {
  rejection: "a promise was rejected that nobody owns",
  exception: "an error was thrown that nobody owns",
} as const;

const NODE_IS_BROKEN = "ERR_INTERNAL_ASSERTION";

/**
 * Keeps the process going where a promise, a stream or a callback fails and nobody has taken charge of it: logs and
 * counts instead (decision 31). `end` is called where the process's own state cannot be trusted any more.
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
