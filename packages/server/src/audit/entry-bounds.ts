import { AUDIT_KEPT_AN_HOUR } from "@terrarium/contract/audit";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { Allowance } from "../base/allowance.ts";
import { actorOf, type Caller, ownerKey } from "../base/caller.ts";
import { networkOf } from "../base/network-of.ts";

/** Beyond so many entries on which others are counted those whose hour is over are looked for. */
const KNOWN_ENTRIES = 10_000;
const KINDS = { session: "people", "api-key": "programs", "box-token": "links" } as const;

/** A call that is to stand in the log. */
interface Entry {
  id: string;
  /** Undefined: nobody is known, and what nobody is refused is not kept. */
  caller: Caller | undefined;
  organizationId: string | null;
  action: string;
  outcome: string;
  ip: string;
}

export interface EntryBounds {
  /** Has an entry inserted, or counted on another one that was. */
  keep(entry: Entry, insert: () => Promise<void>, count: (id: string) => Promise<void>): Promise<void>;
}

/**
 * Bounds what a caller can add to the log, and takes nothing from what is there (decision 112). Which entries others are
 * counted on, each server knows for itself: another one, or this one after a restart, begins one of its own.
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
      // A log learns nothing of what somebody does in other teams.
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
