import type { FastifyBaseLogger } from "fastify";

/**
 * Runs a task repeatedly, `intervalMs` after each end. A failure is logged (once for a series of the same), and the
 * task continues. `soon` starts the next run now, or after the current one. `stop` resolves when the current run is
 * done.
 */
export function repeat(
  name: string,
  intervalMs: number,
  task: () => Promise<void>,
  log: FastifyBaseLogger,
): { soon(): void; stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  let isRunning = false;
  let isWantedSoon = false;
  let lastFailure: string | undefined;
  const schedule = (delayMs: number) => {
    if (stopped || isRunning) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      current = run();
    }, delayMs);
  };
  const run = async () => {
    isRunning = true;
    isWantedSoon = false;
    try {
      await task();
      if (lastFailure !== undefined) log.info({ job: name }, "job succeeds again");
      lastFailure = undefined;
    } catch (error) {
      if (String(error) !== lastFailure) log.error({ err: error, job: name }, "job failed");
      lastFailure = String(error);
    }
    isRunning = false;
    schedule(isWantedSoon ? 0 : intervalMs);
  };
  schedule(intervalMs);
  return {
    soon() {
      isWantedSoon = true;
      schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
