import type { V1SeccompProfile } from "@kubernetes/client-node";
import { deviceArguments } from "../device-program.ts";
import { HOMES, programArgument, SHARED_MEMORY } from "../linux/container-program.ts";
import { MEMORY_FILES } from "../linux/sandbox-limits.ts";
import { profileFile } from "../linux/seccomp-profile.ts";
import type { DeviceModel } from "../provider.ts";
import { ADB_PORT, type PodSettings } from "./pod-settings.ts";

const PHONE_DATA = "/data";
const PHONE_TMP_MB = 16;

/** Program of a Pod and its needs. Contains everything that is specific to one kind of device. */
export interface PodProgram {
  args: string[];
  /** Mount point of its stored data. */
  dataPath: string;
  /** Folders in memory besides /tmp, with their maximum size. */
  memoryFolders: { name: string; path: string; sizeMb: number }[];
  seccompProfile: V1SeccompProfile;
  /** Use of a device without a viewer. Nodes are filled by it, unless the template sets other requests. */
  requests: { cpu: number; memoryMb: number };
}

const REQUESTS = {
  phone: { cpu: 0.05, memoryMb: 96 },
  linux: { cpu: 0.05, memoryMb: 96 },
  browser: { cpu: 0.1, memoryMb: 512 },
  desktop: { cpu: 0.1, memoryMb: 512 },
} as const;

/** Returns the program of a Pod. `keysPath`: the file of the accepted key. */
export function podProgram(model: DeviceModel, settings: PodSettings, keysPath: string): PodProgram {
  const requests = REQUESTS[model.kind ?? "phone"];
  return {
    ...(model.kind === undefined ? phone(model, settings, keysPath) : linux(model, settings, keysPath)),
    requests,
  };
}

function phone(
  model: DeviceModel,
  { egress, clock, storageMb, screenEncoder }: PodSettings,
  keysPath: string,
): Omit<PodProgram, "requests"> {
  return {
    args: deviceArguments(model, {
      host: "0.0.0.0",
      port: ADB_PORT,
      dataPath: `${PHONE_DATA}/device`,
      keysPath,
      egress,
      clock,
      storageMb,
      screenEncoder,
    }),
    dataPath: PHONE_DATA,
    memoryFolders: [{ name: "tmp", path: "/tmp", sizeMb: PHONE_TMP_MB }],
    seccompProfile: { type: "RuntimeDefault" },
  };
}

/** The Pod is the sandbox: anyone's programs run in it. */
function linux(
  model: DeviceModel,
  { seccompFolder, screenEncoder }: PodSettings,
  keysFile: string,
): Omit<PodProgram, "requests"> {
  const { kind, memoryMb } = model;
  const sizeMb = Math.round(MEMORY_FILES * memoryMb);
  return {
    args: [programArgument(model, { port: ADB_PORT, keysFile, screenEncoder })],
    dataPath: HOMES,
    memoryFolders: [
      { name: "tmp", path: "/tmp", sizeMb },
      { name: "shm", path: SHARED_MEMORY, sizeMb },
    ],
    seccompProfile:
      seccompFolder === undefined || kind === undefined
        ? { type: "RuntimeDefault" }
        : { type: "Localhost", localhostProfile: `${seccompFolder}/${profileFile(kind)}` },
  };
}
