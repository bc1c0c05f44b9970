import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ReplicaStore } from "./store.ts";

/** Time without a beat after which a server counts as dead. Its work is abandoned then. */
const DEAD_AFTER_MS = 10_000;

/** The live servers on the database, including this one. */
export interface Replicas {
  /** Id of this server, new with each start. */
  readonly id: string;
  /** Returns the count at the last beat: 1 or more. */
  aliveCount(): number;
  /** Whether a server exists and may still be working. */
  isAlive(id: string): Promise<boolean>;
  /** Records that this server is alive. Call it every two seconds. */
  beat(): Promise<void>;
  /**
   * Records that this server is alive, unless just done. Call it before work that others abandon with a dead server.
   */
  beSeen(): Promise<void>;
  /** Removes dead servers. Returns whether one is gone since the last call, dead or shut down. */
  reap(): Promise<boolean>;
  /** Removes this server at its end. */
  leave(): Promise<void>;
}

/** Creates the replica of a single server. */
export function createLoneReplica(): Replicas {
  const id = randomUUID();
  return {
    id,
    aliveCount: () => 1,
    isAlive: async (other) => other === id,
    beat: async () => undefined,
    beSeen: async () => undefined,
    reap: async () => false,
    leave: async () => undefined,
  };
}

/** `clock` returns the time by the database's clock. */
export function createReplicas(
  store: ReplicaStore,
  clock: () => number,
  log: Pick<FastifyBaseLogger, "warn">,
): Replicas {
  const id = randomUUID();
  const startedAt = clock();
  let alive: ReadonlySet<string> = new Set([id]);
  let isOneGone = false;
  /** Start of the uninterrupted series of beats. Before that, others may have failed to beat too. */
  let beatingSince: number | undefined;
  let seenAt = 0;
  const see = async () => {
    const now = clock();
    await store.see(id, startedAt, now);
    seenAt = now;
  };
  return {
    id,
    aliveCount: () => alive.size,
    isAlive: (other) => store.isThere(other),
    async beat() {
      try {
        await see();
        const now = new Set([...(await store.list()), id]);
        isOneGone ||= !alive.isSubsetOf(now);
        alive = now;
        beatingSince ??= clock();
      } catch (error) {
        beatingSince = undefined;
        throw error;
      }
    },
    async beSeen() {
      // Other servers have removed a suspended server's record.
      if (clock() - seenAt > DEAD_AFTER_MS / 2) await see();
    },
    async reap() {
      const now = clock();
      if (beatingSince !== undefined && now - beatingSince >= DEAD_AFTER_MS) {
        for (const replicaId of await store.deleteSilentSince(now - DEAD_AFTER_MS)) {
          log.warn({ replicaId }, "a server disappeared");
          isOneGone = true;
        }
      }
      const wasOneGone = isOneGone;
      isOneGone = false;
      return wasOneGone;
    },
    leave: () => store.delete(id),
  };
}
