import { cutTextStart } from "@terrarium/bounds/cut-text";
import { REFUSED_SNAPSHOT } from "@terrarium/contract/form-rules";
import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { DeviceSession, DeviceSessions } from "@terrarium/device-control/device/device-session";
import { AppError } from "@terrarium/platform/base/app-error";
import { actorOf, type Caller, countsFor } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import type { DataDisk } from "@terrarium/platform/disk/data-disk";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxAccess, SandboxRecord } from "../sandboxes/sandbox.ts";
import { TAKE_COMMAND } from "./archive.ts";
import type { SnapshotRecord, SnapshotStore } from "./store.ts";

const SAID_CHARS = 500;

/** Default: the API key's team, or the user's first. */
type OfTeam = string | undefined;

/** Owners of a snapshot's bytes: its team and, if it counts for one, a user. */
interface Counted {
  organizationId: string;
  userId: string | undefined;
}

/** Saved files of sandboxes. They belong to the team and outlive the sandbox. */
export interface SnapshotService {
  /**
   * Saves the home of a running sandbox. Throws sandbox_not_found, sandbox_not_running, not_possible, snapshot_exists,
   * snapshot_limit, disk_full, device_failed; nothing is stored then.
   */
  create(caller: Caller, sandboxId: string, name: string): Promise<SnapshotRecord>;
  /** Returns a page (from 1) of a team's snapshots, newest first. Throws organization_not_found. */
  list(
    caller: Caller,
    page: { organizationId?: OfTeam; page: number; pageSize: number },
  ): Promise<{ rows: SnapshotRecord[]; total: number }>;
  /** Throws snapshot_not_found, organization_not_found, like `delete`. */
  get(caller: Caller, name: string, organizationId?: OfTeam): Promise<SnapshotRecord>;
  delete(caller: Caller, name: string, organizationId?: OfTeam): Promise<void>;
  /** Removes deleted snapshots, those without a team, and incomplete ones. */
  forget(): Promise<void>;
}

interface SnapshotParts {
  store: SnapshotStore;
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: Pick<SandboxAccess, "requireDevice"> & {
    get(
      caller: Caller,
      sandboxId: string,
    ): Promise<Pick<SandboxRecord, "organizationId" | "name" | "templateId" | "templateName">>;
  };
  plans: { planOf(organizationId: string): Promise<PlanName> };
  devices: Pick<DeviceSessions, "get">;
  disk: Pick<DataDisk, "freeBytes">;
  actions: Pick<DeviceActionService, "noting">;
}

export function createSnapshotService(
  { store, organizations, sandboxes, plans, devices, disk, actions }: SnapshotParts,
  clock: () => number = Date.now,
  limits: {
    bytes: number;
    perOrganization: { snapshots: number; bytes: number };
    perUser: { bytes: number };
  } = SNAPSHOTS,
): SnapshotService {
  const { bytes: mostBytes, perOrganization, perUser } = limits;

  async function requireRoom({ organizationId, userId }: Counted, ownBytes: number): Promise<void> {
    if (ownBytes > mostBytes) throw overLimit("tooLarge");
    if (disk.freeBytes() < SNAPSHOTS.freeBytes) throw new AppError("disk_full");
    if ((await store.measure("organizationId", organizationId)) > perOrganization.bytes) throw overLimit("full");
    if (userId !== undefined && (await store.measure("countsFor", userId)) > perUser.bytes)
      throw overLimit("yoursFull");
  }

  /** Stores the device's data, a part at a time, with backpressure to the device. */
  async function take(session: DeviceSession, sandboxId: string, id: string, counted: Counted): Promise<void> {
    let [held, heldBytes, ownBytes, said] = [[] as Uint8Array[], 0, 0, ""];
    const stopped = new AbortController();
    const late = setTimeout(() => stopped.abort(overLimit("late")), SNAPSHOTS.timeoutMs);
    const flush = async () => {
      if (heldBytes === 0) return;
      const part = Buffer.concat(held);
      [held, heldBytes, ownBytes] = [[], 0, ownBytes + part.length];
      if (!(await store.append(id, part)))
        throw new AppError("organization_not_found", { organizationId: counted.organizationId });
      await requireRoom(counted, ownBytes);
    };
    const decoder = new TextDecoder();
    const onOutput = async (name: "stdout" | "stderr", bytes: Uint8Array) => {
      if (name === "stderr")
        return void (said = cutTextStart(said + decoder.decode(bytes, { stream: true }), SAID_CHARS));
      held.push(Uint8Array.from(bytes));
      heldBytes += bytes.length;
      if (heldBytes >= SNAPSHOTS.partBytes && !stopped.signal.aborted)
        await flush().catch((error: unknown) => stopped.abort(error));
    };
    try {
      const exitCode = await session.stream(TAKE_COMMAND, { signal: stopped.signal, onOutput });
      stopped.signal.throwIfAborted();
      if (exitCode !== 0) throw new AppError("device_failed", { sandboxId, detail: said || `exit code ${exitCode}` });
      await flush();
    } finally {
      clearTimeout(late);
    }
  }

  async function find(caller: Caller, name: string, organizationId: OfTeam): Promise<SnapshotRecord> {
    const snapshot = await store.find(await organizations.ofCaller(caller, organizationId), name);
    if (!snapshot) throw new AppError("snapshot_not_found", { name });
    return snapshot;
  }

  return {
    async create(caller, sandboxId, name) {
      const device = await sandboxes.requireDevice(caller, sandboxId);
      if (boxTypeOf(device) === "android")
        throw new AppError("not_possible", {
          what: "A snapshot",
          detail:
            "only Linux boxes have snapshots (tpl_linux, tpl_browser, tpl_desktop); to keep a phone, stop its box",
        });
      const { organizationId, name: sandboxName, templateId, templateName } = await sandboxes.get(caller, sandboxId);
      const userId = countsFor(caller, await plans.planOf(organizationId));
      const counted = { organizationId, userId };
      await requireRoom(counted, 0);
      const createdAt = clock();
      const id = newId("snp", createdAt);
      const origin = { sandboxId, sandboxName, templateId, templateName, ...actorOf(caller) };
      const row = { id, organizationId, name, createdAt, ...origin, countsFor: userId ?? null };
      const begun = await store.beginWithin(perOrganization.snapshots, row);
      if (begun === "no-organization") throw new AppError("organization_not_found", { organizationId });
      if (begun === "exists") throw new AppError("snapshot_exists", { name });
      if (begun === "limit") throw overLimit("tooMany");
      try {
        return await actions.noting(caller, sandboxId, { kind: "snapshot", detail: name }, async () => {
          await take(await devices.get(device), sandboxId, id, counted);
          const finished = await store.finish(id);
          if (!finished) throw new AppError("organization_not_found", { organizationId });
          return finished;
        });
      } catch (error) {
        await store.detach(id);
        throw error;
      }
    },

    async list(caller, { organizationId: asked, page, pageSize }) {
      const organizationId = await organizations.ofCaller(caller, asked);
      const [rows, total] = await Promise.all([
        store.list(organizationId, pageSize, (page - 1) * pageSize),
        store.count(organizationId),
      ]);
      return { rows, total };
    },

    get: find,

    delete: async (caller, name, organizationId) => store.detach((await find(caller, name, organizationId)).id),

    async forget() {
      await store.detachUnfinishedBefore(clock() - 2 * SNAPSHOTS.timeoutMs);
      await store.removeDetached();
    },
  };
}

const overLimit = (why: keyof typeof REFUSED_SNAPSHOT) =>
  new AppError("snapshot_limit", { detail: REFUSED_SNAPSHOT[why] });
