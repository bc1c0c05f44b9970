/** Hourly limit of a key, over all servers on the database. */
export interface Allowance {
  /** Counts one. Returns 0 if it is allowed, otherwise the time until the next one, in ms. */
  take(key: string, most: number): Promise<number>;
}
