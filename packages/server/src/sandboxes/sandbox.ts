import type { BoxType, DeviceType } from "@terrarium/contract/boxes";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { DeviceAccess } from "@terrarium/device-control/access/device-access";
import type { DeviceTarget } from "@terrarium/device-control/device/device-session";
import type { DeviceOrigin } from "@terrarium/device-providers/provider";
import type { Caller } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import type { Schema } from "@terrarium/platform/db/schema";
import type { CheckedOrganizationId } from "../organizations/service.ts";

/** Returns an id for a new sandbox. */
export const newSandboxId = (now: number): string => newId("sbx", now);

/** A stored sandbox. Times are in epoch milliseconds. */
export interface SandboxRecord {
  id: string;
  organizationId: string;
  /** Display name. */
  name: string | null;
  templateId: string;
  templateName: string;
  /** Name of the device's provider. */
  provider: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  kind: SandboxKind;
  metadata: Record<string, string>;
  /** Environment variables of its commands. */
  envs: Record<string, string>;
  /** Working directory of its commands. */
  workingDir: string;
  /** Time by which each use extends it. 0: use does not extend it. */
  keepAliveMs: number;
  /** Lifetime at creation. null: created by an older version. */
  lifetimeMs: number | null;
  /** Android release or Linux version. */
  osVersion: string;
  /** Storage of its device. */
  storageMb: number;
  state: Schema["sandboxes"]["state"];
  createdAt: number;
  /** Time when its device became ready. Before that, time of the request. */
  startedAt: number;
  updatedAt: number;
  expiresAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
}

/** A snapshot with a new sandbox's initial files, and its requester. */
export interface KeptFiles {
  id: string;
  name: string;
  sizeBytes: number;
  caller: Caller;
}

/** The parts of snapshots that sandboxes use. An interface, because snapshots depend on sandboxes. */
export interface HomeFiles {
  /** Throws snapshot_not_found. */
  find(caller: Caller, organizationId: string, name: string): Promise<KeptFiles>;
  /** Restores the files in the home of a newly started device. Rejects if any are missing. */
  restore(files: KeptFiles, target: DeviceTarget): Promise<void>;
}

/** Sandbox operations for the device plane (proxy, actions, runner). */
export interface SandboxAccess extends DeviceAccess {
  /** Returns an id for a new sandbox. */
  newId(): string;
  /**
   * Creates a sandbox and resolves when its device is ready. It belongs to the named organization, with the caller as a
   * member; otherwise to the API key's, or the user's first. Throws start_timeout and many other errors.
   */
  create(
    caller: Caller,
    request: {
      /** Id from `newId`. Default: a new one. */
      id?: string | undefined;
      organizationId?: CheckedOrganizationId | undefined;
      /** Absent or empty: no name. */
      name?: string | undefined;
      templateId?: string | undefined;
      lifetimeMs: number;
      metadata: Record<string, string>;
      envs?: Record<string, string> | undefined;
      workingDir?: string | undefined;
      keepAliveMs?: number | undefined;
      /** Without a template, selects one of this type and device. With a template, must match it. */
      type?: BoxType | undefined;
      deviceType?: DeviceType | undefined;
      /** false: resolves as soon as it is recorded. */
      wait?: boolean | undefined;
      /** Timeout after which an unready device is removed completely. Default: no timeout. */
      timeoutMs?: number | undefined;
      /** Aborts when the caller stops waiting. Counts as a timeout. */
      signal?: AbortSignal | undefined;
      /** Returns a starting or running sandbox with all these labels instead. A new one gets these labels. */
      reusedLabels?: Record<string, string> | undefined;
      /** The team's snapshot with its initial files. */
      snapshotName?: string | undefined;
      /** Seed and clock of a phone. */
      origin?: DeviceOrigin | undefined;
    },
  ): Promise<SandboxRecord>;
  /** Returns a running sandbox of any owner. */
  findRunning(sandboxId: string): Promise<SandboxRecord | undefined>;
}
