/** Resolves as the work does, unless that takes longer: then it rejects, and whatever comes of the work is left. */
export async function within<T>(timeMs: number, work: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(timeMs);
  const expired = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener("abort", () => reject(new Error(`no answer within ${timeMs} ms`)));
  });
  return Promise.race([work, expired]);
}
