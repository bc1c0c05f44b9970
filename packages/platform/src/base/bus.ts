/** Topics of notices between servers on one database. */
export type BusTopic = "access" | "sandbox-ended" | "budget" | "action-scale" | "event";

/**
 * Notices to the other servers on the database, about changes that they would otherwise find by polling. They arrive
 * within 200 ms, but may be lost with a connection: a server that may have missed some is notified to check everything.
 */
export interface Bus {
  /** Notifies the others. Never fails. Omits a long payload, and they check everything. */
  tell(topic: BusTopic, payload?: string): void;
  /** `listener` receives another server's payload, or undefined when it must check everything. */
  hear(topic: BusTopic, listener: (payload: string | undefined) => void): void;
  /** Returns the number of notices sent and received since the start. */
  counts(): { told: number; heard: number };
}

/** Creates the bus of a single server. */
export const createLoneBus = (): Bus => ({
  tell: () => undefined,
  hear: () => undefined,
  counts: () => ({ told: 0, heard: 0 }),
});
