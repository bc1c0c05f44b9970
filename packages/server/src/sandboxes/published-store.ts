import type { BoxStateEvent } from "@terrarium/contract/events";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxStore } from "./store.ts";

/** Receives changes of state (the event service). */
interface StateEvents {
  publish(organizationId: string, event: BoxStateEvent): void;
  /** For a sandbox whose team must be looked up first. */
  publishOf(sandboxId: string, event: BoxStateEvent): void;
}

/** Returns the store with an event after each change of a sandbox's state. */
export function publishStates(store: SandboxStore, events: StateEvents): SandboxStore {
  const publish = ({
    id: boxId,
    organizationId,
    state,
    endReason: reason,
  }: Pick<SandboxRecord, "id" | "organizationId" | "state" | "endReason">) =>
    events.publish(organizationId, { type: "box.state", boxId, data: { state, reason } });
  const published = (changed: SandboxRecord | undefined): SandboxRecord | undefined => {
    if (changed) publish(changed);
    return changed;
  };
  return {
    ...store,
    async insertWithin(limit, sandbox, more) {
      const outcome = await store.insertWithin(limit, sandbox, more);
      if (outcome === "inserted") publish({ ...sandbox, state: "starting", endReason: null });
      return outcome;
    },
    markRunning: async (...change) => published(await store.markRunning(...change)),
    markStopping: async (...change) => published(await store.markStopping(...change)),
    markStopped: async (...change) => published(await store.markStopped(...change)),
    markEnded: async (...change) => published(await store.markEnded(...change)),
    async markResuming(id, ...more) {
      const resuming = await store.markResuming(id, ...more);
      if (resuming) events.publishOf(id, { type: "box.state", boxId: id, data: { state: "resuming", reason: null } });
      return resuming;
    },
  };
}
