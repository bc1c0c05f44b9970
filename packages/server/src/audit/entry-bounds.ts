import { AUDIT_KEPT_AN_HOUR } from "@terrarium/contract/audit";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { Allowance } from "@terrarium/platform/base/allowance";
import { actorOf, type Caller, ownerKey } from "@terrarium/platform/base/caller";
import { networkOf } from "@terrarium/platform/base/network-of";

/** Number of counting entries above which expired ones are removed. */
const KNOWN_ENTRIES = 10_000;
const KINDS = { session: "people", "api-key": "programs", "box-token": "links" } as const;

/** A call to record. */
interface Entry {
  id: string;
  /** Undefined: unknown. Refused calls of unknown callers are not recorded. */
  caller: Caller | undefined;
  organizationId: string | null;
  action: string;
  outcome: string;
  ip: string;
}

export interface EntryBounds {
  /** Inserts an entry, or counts it on an inserted one. */
  keep(entry: Entry, insert: () => Promise<void>, count: (id: string) => Promise<void>): Promise<void>;
}

/**
 * Limits the entries that a caller can add to the log, without removing existing ones (decision 112). Each server
 * stores its own counting entries: another one, or this one after a restart, starts a new one.
 */
export function createEntryBounds(allowance: Allowance, clock: () => number): EntryBounds {
  const counting = new Map<string, { id: string; until: number }>();
  const find = (key: string): string | undefined => {
    const known = counting.get(key);
    return known && clock() < known.until ? known.id : undefined;
  };
  const note = (key: string, id: string, until: number) => {
    if (counting.size >= KNOWN_ENTRIES)
      for (const [old, known] of counting) if (clock() >= known.until) counting.delete(old);
    counting.set(key, { id, until });
  };

  return {
    async keep({ id, caller, organizationId, action, outcome, ip }, insert, count) {
      if (!caller) return insert();
      const kind = KINDS[caller.kind];
      const end = outcome === OUTCOME_OK ? "done" : "refused";
      const owner = `audit ${kind} ${end} ${ownerKey(caller)}`;
      const overMs = await allowance.take(owner, AUDIT_KEPT_AN_HOUR[kind][end]);
      if (overMs === 0) return insert();
      // Counts stay within a team: its log reveals nothing of other teams.
      const anyInTeam = JSON.stringify([owner, organizationId]);
      const alike = JSON.stringify([anyInTeam, actorOf(caller).actorId, action, networkOf(ip)]);
      const known = find(alike);
      if (known !== undefined) return count(known);
      const other = find(anyInTeam);
      if (other !== undefined && (await allowance.take(`${owner} apart`, AUDIT_KEPT_AN_HOUR.apart)) > 0)
        return count(other);
      await insert();
      for (const key of [alike, anyInTeam]) note(key, id, clock() + overMs);
    },
  };
}
