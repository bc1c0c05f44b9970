import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ReplicaStore } from "./store.ts";

/** A server that was not seen for so long is dead: what it was doing is given up. */
const DEAD_AFTER_MS = 10_000;

/** Which servers are on the database, this one among them. */
export interface Replicas {
  /** Of this server, anew with each start. */
  readonly id: string;
  /** As of the last beat: 1 or more. */
  aliveCount(): number;
  /** Whether a server is there and may still be doing what it began. */
  isAlive(id: string): Promise<boolean>;
  /** To be called every two seconds: notes that this server is there. */
  beat(): Promise<void>;
  /** The same, unless it was just done: before something that others give up with a server that is dead. */
  beSeen(): Promise<void>;
  /** Forgets servers that are dead; answers whether one is gone since the last call, dead or in order. */
  reap(): Promise<boolean>;
  /** At the end. */
  leave(): Promise<void>;
}

/** Of a server that is the only one on its database. */
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

/** `clock` tells the time by the database's clock. */
export function createReplicas(
  store: ReplicaStore,
  clock: () => number,
  log: Pick<FastifyBaseLogger, "warn">,
): Replicas {
  const id = randomUUID();
  const startedAt = clock();
  let alive: ReadonlySet<string> = new Set([id]);
  let isOneGone = false;
  /** Since when no beat has failed; before that others may have been unable to beat, too. */
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
      // One that slept has been forgotten by the others.
      if (clock() - seenAt > DEAD_AFTER_MS / 2) await see();
    },
    async reap() {
      const now = clock();
      if (beatingSince !== undefined && now - beatingSince >= DEAD_AFTER_MS) {
        for (const replicaId of await store.deleteSilentSince(now - DEAD_AFTER_MS)) {
          log.warn({ replicaId }, "a server is gone without a word");
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
