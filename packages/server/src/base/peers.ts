import { type Alone, createAlone } from "./alone.ts";
import { type Bus, createLoneBus } from "./bus.ts";

/** Whether this server is the leader: the one of all on the database that does what is to be done once. */
export interface Leadership {
  isLeader(): boolean;
  /** `listener` is called whenever this server becomes the leader after it started. */
  onLeading(listener: () => void): void;
}

/** The servers on one database, seen from one of them. */
export interface Peers {
  /** Whether others may be there. */
  readonly mayBeSeveral: boolean;
  readonly bus: Bus;
  readonly leadership: Leadership;
  readonly alone: Alone;
  /** Epoch milliseconds by the clock of the database, which is the same for all. */
  readonly clock: () => number;
  /** Whether another server has a provider of devices, which this one has not. Throws if that cannot be told now. */
  isProvidedElsewhere(provider: string): Promise<boolean>;
  /** Whether this server may use the database now. */
  isAdmitted(): boolean;
}

/** Of a server that is the only one on its database, which is a file of its own. */
export const createNoPeers = (): Peers => ({
  mayBeSeveral: false,
  bus: createLoneBus(),
  leadership: { isLeader: () => true, onLeading: () => undefined },
  alone: createAlone(),
  clock: Date.now,
  isProvidedElsewhere: async () => false,
  isAdmitted: () => true,
});
