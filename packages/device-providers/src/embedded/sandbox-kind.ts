import { randomInt } from "node:crypto";
import { chmod, chown, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { programOptions, requireKind } from "../linux/program-options.ts";
import { MAX_TASKS, MEMORY_FILES } from "../linux/sandbox-limits.ts";
import { mayMakeNamespaces } from "../linux/system-calls.ts";
import type { DeviceModel } from "../provider.ts";
import { proxyFolder, proxySocket, homeFolder, homeImage, dataFolder } from "./device-folder.ts";
import type { DeviceKind } from "./device-kind.ts";
import { allocateHomeImage, makeHomeImage } from "./isolation/home-image.ts";
import { PROXY_FOLDER, isolatedCommand } from "./isolation/isolation.ts";
import type { LinuxMachine } from "./linux-machine.ts";

const MEGABYTE = 1024 ** 2;
/**
 * User ids that no machine assigns. Users and services have smaller ids; containers have 100,000 to 600 million
 * (systemd's UIDS-GIDS). Some programs read ids above two thousand million as negative.
 */
const UIDS = { from: 1_200_000_000, to: 2_000_000_000 };

export interface SandboxSettings {
  machine: LinuxMachine;
  /** The program that implements ADB inside. */
  program: string;
  egress: string;
  storageMb: number;
  /** Encoder of the screen; undefined: the device chooses. */
  screenEncoder: string | undefined;
}

/** A Linux userland isolated by namespaces: anyone's programs run in it. */
export function sandboxKind({ machine, program, egress, storageMb, screenEncoder }: SandboxSettings): DeviceKind {
  const hasEgressProxy = egress !== "off";
  const argumentsOf = (model: DeviceModel) => ({
    ...programOptions(model, screenEncoder),
    listen: { ipc: true },
    ...(hasEgressProxy && { egressProxy: path.join(PROXY_FOLDER, path.basename(proxySocket(""))) }),
  });
  return {
    standbyKey: ({ kind, cpu, memoryMb, widthPx, heightPx, densityDpi }) =>
      JSON.stringify([kind, cpu, memoryMb, widthPx, heightPx, densityDpi]),
    limits: ({ cpu, memoryMb }) => ({ memoryBytes: memoryMb * MEGABYTE, maxTasks: MAX_TASKS, cpus: cpu }),
    watch: { memoryMb: ({ memoryMb }) => memoryMb, whenBounded: false },
    listensAtFile: true,
    async furnish(folder) {
      const data = dataFolder(folder);
      await mkdir(data, { recursive: true, mode: 0o700 });
      if (hasEgressProxy)
        await mkdir(proxyFolder(folder), { recursive: true }).then(() => chmod(proxyFolder(folder), 0o755));
      const uid = machine.isRoot ? randomInt(UIDS.from, UIDS.to) : undefined;
      await writeFile(uidFile(folder), String(uid ?? ""));
      if (uid !== undefined && (await machine.canMountImages())) return makeHomeImage(homeImage(folder), storageMb);
      await mkdir(homeFolder(folder), { mode: 0o700 });
      if (uid !== undefined) await chown(homeFolder(folder), uid, uid);
    },
    options: async (folder, model) => [
      JSON.stringify({
        ...argumentsOf(model),
        adbPublicKey: (await readFile(folder.authorizedKeysPath, "utf8")).trim(),
      }),
    ],
    standbyOptions: (_folder, model) => ["--standby", JSON.stringify(argumentsOf(model))],
    async command(folder, model, args) {
      const uid = await readFile(uidFile(folder), "utf8");
      const mountsImage = uid !== "" && (await machine.canMountImages());
      if (mountsImage) await allocateHomeImage(homeImage(folder));
      return isolatedCommand(
        {
          folder,
          uid: uid === "" ? undefined : Number(uid),
          home: mountsImage ? { image: homeImage(folder) } : { folder: homeFolder(folder) },
          rootPath: machine.rootFor(requireKind(model)),
          egressProxy: hasEgressProxy ? proxyFolder(folder) : undefined,
          program,
          mayMakeNamespaces: mayMakeNamespaces(requireKind(model)),
          hostName: requireKind(model),
          maxProcesses: MAX_TASKS,
          memoryFilesMb: MEMORY_FILES * model.memoryMb,
        },
        args,
      );
    },
    osVersion: () => machine.osVersion(),
    missing: (model) => machine.missingFor(requireKind(model), program),
  };
}

const uidFile = (folder: string): string => path.join(folder, "uid");
