import type { FastifyBaseLogger } from "fastify";

/**
 * Runs a task again and again, `intervalMs` after it was last done; a failure is logged and the next run comes. `stop`
 * resolves when a run in progress is done.
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
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      current = run();
    }, intervalMs);
  };
  const run = async () => {
    try {
      await task();
    } catch (error) {
      log.error({ err: error, job: name }, "job failed");
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
