/**
 * Returns the work's result; rejects after a timeout. The work continues nevertheless, and must close its own
 * resources.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => late.reject(new Error(`it took more than ${ms} ms`)), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
