import type { Box, BoxStatus } from "@terrarium/contract/boxes";
import type { EndReason, Sandbox, SandboxDetails, SandboxStatus } from "@terrarium/contract/sandbox";
import { toTimestamp } from "../base/timestamp.ts";
import type { SandboxRecord } from "./sandbox.ts";

const ENDED_STATUS: Record<EndReason, SandboxStatus> = {
  user: "Stopped",
  quota: "Stopped",
  budget: "Stopped",
  shutdown: "Stopped",
  expiry: "Expired",
  crash: "Failed",
  start_failed: "Failed",
};

const BOX_STATUS: Record<SandboxStatus, BoxStatus> = {
  Starting: "pending",
  Running: "running",
  Stopped: "terminated",
  Expired: "terminated",
  Failed: "error",
};

/** The status that the console and its API show. */
export function statusOf({ state, endReason }: Pick<SandboxRecord, "state" | "endReason">): SandboxStatus {
  if (state === "starting") return "Starting";
  if (state === "running") return "Running";
  return endReason === null ? "Stopped" : ENDED_STATUS[endReason];
}

/** A sandbox as the console reads it. */
export function toSandbox(record: SandboxRecord): Sandbox {
  return {
    id: record.id,
    name: record.name,
    templateId: record.templateId,
    templateName: record.templateName,
    cpu: record.cpu,
    memory: record.memoryMb,
    metadata: record.metadata,
    startedAt: toTimestamp(record.startedAt),
    expiresAt: toTimestamp(record.expiresAt),
    status: statusOf(record),
    endedAt: record.endedAt === null ? null : toTimestamp(record.endedAt),
    endReason: record.endReason,
  };
}

/** The same with what a page about it alone needs. */
export const toSandboxDetails = (record: SandboxRecord): SandboxDetails => ({
  ...toSandbox(record),
  organizationId: record.organizationId,
  createdAt: toTimestamp(record.createdAt),
  resolution: { width: record.widthPx, height: record.heightPx },
});

/** The same in the words of the boxes API. */
export function toBox(record: SandboxRecord): Box {
  return {
    id: record.id,
    type: "android",
    status: BOX_STATUS[statusOf(record)],
    reason: record.endReason,
    config: {
      name: record.name,
      templateId: record.templateId,
      deviceType: "virtual",
      cpu: record.cpu,
      memory: record.memoryMb,
      resolution: { width: record.widthPx, height: record.heightPx },
      labels: record.metadata,
      envs: record.envs,
      workingDir: record.workingDir,
      keepAlive: `${record.keepAliveMs}ms`,
    },
    createdAt: toTimestamp(record.createdAt),
    updatedAt: toTimestamp(record.updatedAt),
    expiresAt: toTimestamp(record.expiresAt),
  };
}
