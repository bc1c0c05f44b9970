/** What somebody may do within an hour, over all servers on the database. */
export interface Allowance {
  /** Counts one; answers for how many ms there is no more, 0: there was. */
  take(key: string, most: number): Promise<number>;
}
