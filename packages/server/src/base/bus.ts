/** What servers on one database tell each other about. */
export type BusTopic = "access" | "sandbox-ended" | "budget" | "action-scale";

/**
 * How a server tells the other servers on its database what they would else find out by looking again. They hear of it
 * within 200 ms, but it may get lost with a connection: whoever may have missed something is told to look at everything.
 */
export interface Bus {
  /** Tells the others; never fails. A long payload is left out, and they look at everything. */
  tell(topic: BusTopic, payload?: string): void;
  /** `listener` gets what another server told, or undefined when it is to look at everything. */
  hear(topic: BusTopic, listener: (payload: string | undefined) => void): void;
  /** How many notices went out and came in since the start. */
  counts(): { told: number; heard: number };
}

/** Of a server that is the only one on its database. */
export const createLoneBus = (): Bus => ({
  tell: () => undefined,
  hear: () => undefined,
  counts: () => ({ told: 0, heard: 0 }),
});
