/** What the work comes to; rejects if it takes longer. It goes on all the same: what it opens it has to close itself. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => late.reject(new Error(`it took more than ${ms} ms`)), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
