import { type Box, type BoxStatus, type DeviceType, OS_VERSIONS } from "@terrarium/contract/boxes";
import type { EndReason, Sandbox, SandboxDetails, SandboxStatus } from "@terrarium/contract/sandbox";
import { boxTypeOf, hasScreen } from "@terrarium/contract/sandbox-kind";
import { findDefinition } from "@terrarium/device-providers/all-providers";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import type { SandboxRecord } from "./sandbox.ts";

const ENDED_STATUS: Record<EndReason, SandboxStatus> = {
  user: "Terminated",
  quota: "Terminated",
  budget: "Terminated",
  shutdown: "Terminated",
  expiry: "Expired",
  crash: "Failed",
  start_failed: "Failed",
};

export const BOX_STATUS: Record<SandboxStatus, BoxStatus> = {
  Starting: "pending",
  Running: "running",
  Stopped: "stopped",
  Terminated: "terminated",
  Expired: "terminated",
  Failed: "error",
};

/** Returns the status for the console and its API. */
export function statusOf({ state, endReason }: Pick<SandboxRecord, "state" | "endReason">): SandboxStatus {
  if (state === "starting" || state === "resuming") return "Starting";
  if (state === "running") return "Running";
  if (state === "stopping" || state === "stopped") return "Stopped";
  return endReason === null ? "Terminated" : ENDED_STATUS[endReason];
}

/** Returns a sandbox in the console's form. */
export function toSandbox(record: SandboxRecord): Sandbox {
  return {
    id: record.id,
    name: record.name,
    templateId: record.templateId,
    templateName: record.templateName,
    kind: record.kind,
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

/** Returns a sandbox with the further fields of its details page. */
export const toSandboxDetails = (record: SandboxRecord): SandboxDetails => ({
  ...toSandbox(record),
  organizationId: record.organizationId,
  createdAt: toTimestamp(record.createdAt),
  expiresIn: record.lifetimeMs === null ? null : `${record.lifetimeMs}ms`,
  ...resolutionOf(record),
});

const resolutionOf = (record: SandboxRecord) =>
  hasScreen(record.kind) ? { resolution: { width: record.widthPx, height: record.heightPx } } : {};

/** Attached phones are physical; all other devices are virtual. */
export function deviceTypeOf(sandbox: Pick<SandboxRecord, "provider" | "kind">): DeviceType {
  if (boxTypeOf(sandbox) === "linux") return "container";
  return findDefinition(sandbox.provider)?.isAttached ? "physical" : "virtual";
}

/** For Android: the newest release in the clients' list that is not newer than the device's. */
function osVersionOf({ osVersion, kind }: SandboxRecord): string {
  if (boxTypeOf({ kind }) === "linux") return osVersion;
  const isReached = (version: string) => Number.parseInt(version, 10) <= Number.parseInt(osVersion, 10);
  return OS_VERSIONS.findLast(isReached) ?? OS_VERSIONS[0];
}

/** Returns a sandbox in the form of the boxes API. */
export function toBox(record: SandboxRecord): Box {
  const type = boxTypeOf(record);
  return {
    id: record.id,
    type,
    status: BOX_STATUS[statusOf(record)],
    reason: record.endReason,
    config: {
      name: record.name,
      templateId: record.templateId,
      kind: record.kind,
      deviceType: deviceTypeOf(record),
      os: { version: osVersionOf(record) },
      cpu: record.cpu,
      memory: record.memoryMb,
      storage: record.storageMb / 1024,
      ...resolutionOf(record),
      ...(type === "linux" && { publicIp: "" as const }),
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
