import { type Alone, createAlone } from "./alone.ts";
import { type Bus, createLoneBus } from "./bus.ts";

/** Whether this server is the leader, the one server on the database that runs shared jobs. */
export interface Leadership {
  isLeader(): boolean;
  /** Calls `listener` whenever this server becomes the leader after its start. */
  onLeading(listener: () => void): void;
}

/** The servers on one database, from the view of one of them. */
export interface Peers {
  /** Whether there may be other servers. */
  readonly mayBeSeveral: boolean;
  readonly bus: Bus;
  readonly leadership: Leadership;
  readonly alone: Alone;
  /** Returns epoch milliseconds by the database's clock, which all servers share. */
  readonly clock: () => number;
  /** Whether another server offers a provider of devices that this one lacks. Throws if that is unknown now. */
  isProvidedElsewhere(provider: string): Promise<boolean>;
  /** Whether this server may use the database now. */
  isAdmitted(): boolean;
}

/** Creates the peers of a single server, with a database file of its own. */
export const createNoPeers = (): Peers => ({
  mayBeSeveral: false,
  bus: createLoneBus(),
  leadership: { isLeader: () => true, onLeading: () => undefined },
  alone: createAlone(),
  clock: Date.now,
  isProvidedElsewhere: async () => false,
  isAdmitted: () => true,
});
