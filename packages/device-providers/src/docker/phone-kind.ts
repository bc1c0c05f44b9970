import { deviceArguments, OPEN_FILES, READY_TIMEOUT_MS } from "../device-program.ts";
import { ADB_PORT, DEVICE_UID } from "./container-settings.ts";
import type { DeviceKind } from "./device-kind.ts";

/** A device has some twenty threads, and one more for each of its shells. */
const MAX_PROCESSES = 256;

const DATA_PATH = "/data";
const KEY = { name: "authorized_keys", uid: DEVICE_UID, mode: 0o600 };

/** The virtual phone, from the image of `npm run images`. It needs no privileges. */
export const PHONE: DeviceKind = {
  container: (model, { egress, clock, storageMb, screenEncoder }) => ({
    top: {
      Cmd: deviceArguments(model, {
        host: "0.0.0.0",
        port: ADB_PORT,
        dataPath: `${DATA_PATH}/device`,
        keysPath: `${DATA_PATH}/${KEY.name}`,
        egress,
        clock,
        storageMb,
        screenEncoder,
      }),
      User: `${DEVICE_UID}:${DEVICE_UID}`,
    },
    host: {
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Privileged: false,
      Ulimits: [
        { Name: "nofile", Soft: OPEN_FILES, Hard: OPEN_FILES },
        { Name: "core", Soft: 0, Hard: 0 },
      ],
      Tmpfs: { "/tmp": "rw,noexec,nosuid,nodev,size=16m" },
    },
    maxProcesses: MAX_PROCESSES,
  }),
  network: "apps",
  volumePath: DATA_PATH,
  storageMb: (_model, { storageMb }) => storageMb,
  key: KEY,
  unfit: () => [],
  readyTimeoutMs: () => READY_TIMEOUT_MS,
  untilBooted: async () => true,
};
