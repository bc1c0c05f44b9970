/** Blocking times of a server's event loop, in milliseconds. */
export interface EventLoopDelay {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Reads the delay since the last read from `/metrics`. It includes about 10 ms of the measuring timer. */
export async function readEventLoop(origin: string): Promise<EventLoopDelay> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const valueMs = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, "m").exec(text)?.[1]) * 1_000;
  return { p50Ms: valueMs("p50"), p99Ms: valueMs("p99"), maxMs: valueMs("max") };
}
