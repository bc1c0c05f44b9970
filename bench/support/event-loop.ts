/** How long a server's event loop was held, in milliseconds. */
export interface EventLoopDelay {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Reads it from `/metrics`: since it was last read, some 10 ms of the timer that measures it included. */
export async function readEventLoop(origin: string): Promise<EventLoopDelay> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const valueMs = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, "m").exec(text)?.[1]) * 1_000;
  return { p50Ms: valueMs("p50"), p99Ms: valueMs("p99"), maxMs: valueMs("max") };
}
