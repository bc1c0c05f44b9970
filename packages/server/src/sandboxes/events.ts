import type { EndReason } from "@terrarium/contract/sandbox";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import type { BoxEvent } from "../webhooks/queue.ts";
import type { SandboxRecord } from "./sandbox.ts";

/** Returns a sandbox in the form of an event. */
export const eventBox = ({
  id,
  name,
  templateId,
  metadata,
}: Pick<SandboxRecord, "id" | "name" | "templateId" | "metadata">) => ({
  id,
  name,
  templateId,
  labels: metadata,
});

/** The event of a sandbox with a starting device. */
export const startedEvent = (sandbox: Parameters<typeof eventBox>[0], now: number): BoxEvent => ({
  type: "box.started",
  timestamp: toTimestamp(now),
  data: { box: eventBox(sandbox) },
});

/** The event of a sandbox with a ready device. */
export const readyEvent = (sandbox: SandboxRecord, now: number): BoxEvent => ({
  type: "box.ready",
  timestamp: toTimestamp(now),
  data: { box: eventBox(sandbox), expiresAt: toTimestamp(sandbox.expiresAt) },
});

export const endedEvent = (sandbox: SandboxRecord, reason: EndReason, now: number): BoxEvent => ({
  type: "box.ended",
  timestamp: toTimestamp(now),
  data: { box: eventBox(sandbox), reason },
});
