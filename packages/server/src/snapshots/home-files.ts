import { Readable } from "node:stream";
import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import { runOnDevice } from "@terrarium/device-control/screen/on-screen";
import { AppError } from "@terrarium/platform/base/app-error";
import type { HomeFiles } from "../sandboxes/sandbox.ts";
import { ARCHIVE_NAME, UNPACK_COMMAND } from "./archive.ts";
import type { SnapshotStore } from "./store.ts";

interface HomeFilesParts {
  store: Pick<SnapshotStore, "find" | "readPart">;
  devices: Pick<DeviceSessions, "get">;
  actions: Pick<DeviceActionService, "noting">;
}

/** Creates the initial files of new sandboxes, from snapshots. */
export const createHomeFiles = ({ store, devices, actions }: HomeFilesParts): HomeFiles => ({
  async find(caller, organizationId, name) {
    const snapshot = await store.find(organizationId, name);
    if (!snapshot) throw new AppError("snapshot_not_found", { name });
    return { id: snapshot.id, name, sizeBytes: snapshot.sizeBytes, caller };
  },

  restore({ id, name, sizeBytes, caller }, target) {
    const { sandboxId } = target;
    return actions.noting(caller, sandboxId, { kind: "restore", detail: name }, async () => {
      const device = { sandboxId, session: await devices.get(target) };
      const home = await runOnDevice(device, 'printf %s "$HOME"');
      await device.session.writeFile(`${home}/${ARCHIVE_NAME}`, Readable.from(readParts(store, id, sizeBytes)));
      await runOnDevice(device, UNPACK_COMMAND, SNAPSHOTS.timeoutMs);
    });
  },
});

/** Keeps one part in memory at a time. */
async function* readParts(
  store: Pick<SnapshotStore, "readPart">,
  id: string,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sizeBytes;) {
    const bytes = await store.readPart(id, at);
    if (!bytes) throw new Error(`snapshot ${id} was deleted while it was read`);
    at += bytes.length;
    yield bytes;
  }
}
