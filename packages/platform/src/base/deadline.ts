/** Runs the work with a signal that aborts it at the deadline. The error then names the late work. */
export async function withDeadline<T>(
  timeoutMs: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const late = new Error(`${what} did not finish within ${timeoutMs} ms`);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work(deadline.signal),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          deadline.abort(late);
          reject(late);
        }, timeoutMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
