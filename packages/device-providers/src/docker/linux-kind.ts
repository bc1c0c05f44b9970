import { READY_TIMEOUT_MS } from "../device-program.ts";
import { HOMES, programArgument, TEMPORARY } from "../linux/container-program.ts";
import { requireKind } from "../linux/program-options.ts";
import { MAX_TASKS, MEMORY_FILES, OPEN_FILES } from "../linux/sandbox-limits.ts";
import { seccompProfile } from "../linux/seccomp-profile.ts";
import { ADB_PORT, DEVICE_UID } from "./container-settings.ts";
import type { DeviceKind } from "./device-kind.ts";
import { ENGINE_LACKS } from "./engine-lacks.ts";

const MEBIBYTE = 1024 ** 2;
/** Read-only for the sandbox's user. */
const ITS_TO_READ = { uid: 0, mode: 0o644 };
const KEY = { name: "authorized_keys", ...ITS_TO_READ };
const EGRESS_PROXY = { name: "egress_gate", ...ITS_TO_READ };

const inVolume = ({ name }: { name: string }) => `${HOMES}/${name}`;

/** A Linux userland, from the images of `npm run images`. The container is the sandbox: anyone's programs run in it. */
export const LINUX: DeviceKind = {
  container: (model, { egressProxy, screenEncoder }) => {
    const inMemory = Math.round(MEMORY_FILES * model.memoryMb);
    return {
      top: {
        Cmd: [
          programArgument(model, {
            port: ADB_PORT,
            keysFile: inVolume(KEY),
            egressProxy,
            egressProxyFile: inVolume(EGRESS_PROXY),
            screenEncoder,
          }),
        ],
        User: `${DEVICE_UID}:${DEVICE_UID}`,
      },
      host: {
        ReadonlyRootfs: true,
        CapDrop: ["ALL"],
        SecurityOpt: ["no-new-privileges", `seccomp=${JSON.stringify(seccompProfile(requireKind(model)))}`],
        Privileged: false,
        Ulimits: [
          { Name: "nofile", Soft: OPEN_FILES, Hard: OPEN_FILES },
          { Name: "core", Soft: 0, Hard: 0 },
        ],
        Tmpfs: { [TEMPORARY]: `rw,exec,nosuid,nodev,mode=1777,size=${inMemory}m` },
        ShmSize: inMemory * MEBIBYTE,
      },
      maxProcesses: MAX_TASKS,
    };
  },
  network: "programs",
  volumePath: HOMES,
  storageMb: (_model, { storageMb }) => storageMb,
  key: KEY,
  egressProxy: EGRESS_PROXY,
  unfit: ({ publish, egress, egressProxy, keepsApart }) => [
    // Only the network restricts its programs.
    ...(publish !== undefined && egress !== "all" ? [ENGINE_LACKS.isolation] : []),
    ...(publish === undefined && egress === "public" && !egressProxy ? [ENGINE_LACKS.egressProxy] : []),
    ...(keepsApart ? [] : [ENGINE_LACKS.apart]),
  ],
  readyTimeoutMs: () => READY_TIMEOUT_MS,
  untilBooted: async () => true,
};
