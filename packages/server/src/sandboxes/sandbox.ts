import type { BoxType, DeviceType } from "@terrarium/contract/boxes";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Caller } from "../base/caller.ts";
import { newId } from "../db/ids.ts";
import type { Schema } from "../db/schema.ts";
import type { DeviceTarget } from "../devices/device-session.ts";

/** An id for a sandbox that is to be made. */
export const newSandboxId = (now: number): string => newId("sbx", now);

/** A sandbox as the server keeps it; times in epoch milliseconds. */
export interface SandboxRecord {
  id: string;
  organizationId: string;
  /** What people call it. */
  name: string | null;
  templateId: string;
  templateName: string;
  /** The name of the provider that has its device. */
  provider: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  kind: SandboxKind;
  metadata: Record<string, string>;
  /** Variables of its commands. */
  envs: Record<string, string>;
  /** Where its commands begin. */
  workingDir: string;
  /** For how long each use keeps it; 0: it ends at its time, whoever uses it. */
  keepAliveMs: number;
  /** Which lifetime it was made with; null: an older version made it. */
  lifetimeMs: number | null;
  /** Android's release, or which Linux. */
  osVersion: string;
  /** How much its device can store. */
  storageMb: number;
  state: Schema["sandboxes"]["state"];
  createdAt: number;
  /** When its device was ready; until then, when it was asked for. */
  startedAt: number;
  updatedAt: number;
  expiresAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
}

/** A sandbox's device, and what its commands begin with. */
export interface SandboxDevice extends DeviceTarget {
  kind: SandboxKind;
  envs: Record<string, string>;
  workingDir: string;
}

/** A snapshot whose files a new sandbox begins with, and who asked for it. */
export interface KeptFiles {
  id: string;
  name: string;
  sizeBytes: number;
  caller: Caller;
}

/** What sandboxes need of snapshots, which need sandboxes. */
export interface HomeFiles {
  /** Throws snapshot_not_found. */
  find(caller: Caller, organizationId: string, name: string): Promise<KeptFiles>;
  /** Puts the files into the home of a device that has just started. Rejects if they are not all there. */
  restore(files: KeptFiles, target: DeviceTarget): Promise<void>;
}

/** What the device plane (proxy, actions, runner) needs to know of sandboxes. */
export interface SandboxAccess {
  /** An id for a sandbox that is to be made. */
  newId(): string;
  /**
   * The device of a running sandbox of one of the caller's organizations. That it is used keeps the sandbox, unless it is
   * only looked at. Throws sandbox_not_found, sandbox_not_running.
   */
  requireDevice(caller: Caller, sandboxId: string, purpose?: "use" | "look"): Promise<SandboxDevice>;
  /**
   * Creates a sandbox and resolves when its device is ready. It belongs to the named organization, of which the caller
   * must be; or else to the API key's, or the user's first. Throws start_timeout beside much else.
   */
  create(
    caller: Caller,
    request: {
      /** Chosen before; default: a new one. */
      id?: string | undefined;
      organizationId?: string | undefined;
      /** None, or an empty one: it has no name. */
      name?: string | undefined;
      templateId?: string | undefined;
      lifetimeMs: number;
      metadata: Record<string, string>;
      envs?: Record<string, string> | undefined;
      workingDir?: string | undefined;
      keepAliveMs?: number | undefined;
      /** Without a template, one of such boxes and devices is chosen; with one, it is to be of such. */
      type?: BoxType | undefined;
      deviceType?: DeviceType | undefined;
      /** false: resolves as soon as it is recorded. */
      wait?: boolean | undefined;
      /** A device that is not ready by then is removed as if it had never been. Default: it is waited for. */
      timeoutMs?: number | undefined;
      /** Aborts when nobody waits any more: its time is over then. */
      signal?: AbortSignal | undefined;
      /** One that starts or runs and has all these labels is resolved with instead, and a new one has them. */
      reusedLabels?: Record<string, string> | undefined;
      /** The snapshot of the team whose files it begins with. */
      snapshotName?: string | undefined;
    },
  ): Promise<SandboxRecord>;
  /** A sandbox of whomever, if it runs. */
  findRunning(sandboxId: string): Promise<SandboxRecord | undefined>;
}
