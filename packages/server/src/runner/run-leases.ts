import type { RunLimits } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { newId } from "@terrarium/platform/db/ids";
import { attemptAll } from "@terrarium/platform/jobs/attempt-all";
import type { FastifyBaseLogger } from "fastify";
import type { RunLeaseStore } from "./lease-store.ts";
import type { RunOwner } from "./run-slots.ts";

/** Slots for scripts of teams and users, counted over all servers on a database. */
export interface RunLeases {
  /** Leases a slot. Returns its release function, which never fails. Throws run_limit, user_run_limit. */
  take(owner: RunOwner, limits: RunLimits): Promise<() => void>;
  /** Retries failed releases. */
  makeUp(): Promise<void>;
  /** Returns the number of slots that this server holds. */
  heldCount(): number;
}

/** Leases of a single server: its own count is sufficient. */
export const NO_LEASES: RunLeases = {
  take: async () => () => undefined,
  makeUp: async () => undefined,
  heldCount: () => 0,
};

/** A lease belongs to this server until it is released, or until the server is considered dead. */
export function createRunLeases(
  { store, replicaId, log }: { store: RunLeaseStore; replicaId: string; log: Pick<FastifyBaseLogger, "error"> },
  clock: () => number,
): RunLeases {
  const held = new Set<string>();
  const owed = new Set<string>();
  const giveBack = async (id: string) => {
    await store.delete(id);
    owed.delete(id);
  };
  return {
    async take({ team, user }, limits) {
      const now = clock();
      const id = newId("run", now);
      const run = { id, replicaId, organizationId: team, userId: user ?? null, startedAt: now };
      const outcome = await store.insertWithin(limits, run);
      if (outcome === "team") throw new AppError("run_limit", { limit: limits.concurrentPerTeam });
      if (outcome === "user") throw new AppError("user_run_limit", { limit: limits.concurrentPerUser });
      held.add(id);
      return () => {
        held.delete(id);
        owed.add(id);
        giveBack(id).catch((error: unknown) =>
          log.error({ err: error, id }, "failed to release a script's slot; retrying"),
        );
      };
    },
    makeUp: () => attemptAll(owed, giveBack),
    heldCount: () => held.size,
  };
}
