import path from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import { WORKING_DIR } from "@terrarium/contract/limits";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import type { Scope } from "@terrarium/contract/scope";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { DeviceSession, DeviceSessions } from "@terrarium/device-control/device/device-session";
import type { SentFile } from "@terrarium/device-control/session/send-file";
import type { Devices } from "@terrarium/mcp/devices";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import type { SandboxService } from "../sandboxes/service.ts";
import { readPart } from "./read-part.ts";

export interface FileServices {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: Pick<SandboxService, "requireDevice">;
  devices: Pick<DeviceSessions, "get">;
  /** Loads a file from an address that a device may reach. Throws as `fetchFile` does. */
  fetchForDevice: (address: string, sandboxId: string) => Promise<Readable>;
  /** Sends a file to an address that a device may reach. Throws as `sendFile` does. */
  sendForDevice: (address: string, sandboxId: string, file: SentFile) => Promise<number>;
}

type FileOperations = Pick<Devices, "listFiles" | "readFile" | "writeFile" | "fetchFile" | "sendFile">;

/** Creates the operations of the MCP tools on files. Paths without a slash start where the shell does. */
export function createCallerFiles(
  { actions, sandboxes, devices, fetchForDevice, sendForDevice }: FileServices,
  caller: Caller,
): FileOperations {
  const reach = async (id: string, file: string, scope: Scope): Promise<{ session: DeviceSession; at: string }> => {
    requireScope(caller, scope);
    const device = await sandboxes.requireDevice(caller, id);
    const home = /^~(?=\/|$)/;
    const meant = home.test(file) ? file.replace(home, WORKING_DIR[boxTypeOf(device)]) : file;
    return { session: await devices.get(device), at: path.posix.resolve("/", device.workingDir, meant) };
  };
  const noted = <T>(id: string, kind: "download" | "upload", detail: string, work: () => Promise<T>) =>
    actions.noting(caller, id, { kind, detail }, work);

  return {
    async listFiles(id, folder) {
      const { session, at } = await reach(id, folder, "read");
      const files = await session.listFiles(at);
      return files.map(({ name, kind, sizeBytes }) => ({ name, isFolder: kind === "folder", sizeBytes }));
    },

    async readFile(id, file, offset, maxBytes, signal) {
      const { session, at } = await reach(id, file, "read");
      return noted(id, "download", at, async () => {
        const { sizeBytes, content } = await session.readFile(at);
        return { sizeBytes, bytes: await readPart(content, { offset, maxBytes, signal }) };
      });
    },

    async writeFile(id, file, content) {
      const { session, at } = await reach(id, file, "drive");
      await noted(id, "upload", at, () => session.writeFile(at, Readable.from([content])));
    },

    async fetchFile(id, file, url, signal) {
      const { session, at } = await reach(id, file, "drive");
      return noted(id, "upload", at, async () => {
        // From here on, the device closes the opened stream.
        await session.writeFile(at, addAbortSignal(signal, await fetchForDevice(url, id)));
        return (await session.statFile(at)).sizeBytes;
      });
    },

    async sendFile(id, file, url, signal) {
      const { session, at } = await reach(id, file, "drive");
      return noted(id, "download", at, async () => {
        const { sizeBytes, content } = await session.readFile(at);
        return sendForDevice(url, id, { sizeBytes, content, signal });
      });
    },
  };
}
