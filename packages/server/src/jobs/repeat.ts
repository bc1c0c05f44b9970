import type { FastifyBaseLogger } from "fastify";

/**
 * Runs a task again and again, `intervalMs` after it was last done; a failure is logged (once, however often it comes
 * again in a row) and the next run comes. `stop` resolves when a run in progress is done.
 */
export function repeat(
  name: string,
  intervalMs: number,
  task: () => Promise<void>,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  let lastFailure: string | undefined;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      current = run();
    }, intervalMs);
  };
  const run = async () => {
    try {
      await task();
      if (lastFailure !== undefined) log.info({ job: name }, "job succeeds again");
      lastFailure = undefined;
    } catch (error) {
      if (String(error) !== lastFailure) log.error({ err: error, job: name }, "job failed");
      lastFailure = String(error);
    }
    schedule();
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
