import { createHash } from "node:crypto";
import { z } from "zod";
import { requireImage } from "../device-image.ts";
import { OOM_SCORE } from "../device-program.ts";
import type { DeviceModel, ListedDevice } from "../provider.ts";
import { INSTALL_LABEL } from "./container-names.ts";
import { ADB_PORT, type ContainerSettings } from "./container-settings.ts";
import { kindOf } from "./device-kinds.ts";

const MEBIBYTE = 1024 ** 2;
const CPU_PERIOD_US = 100_000;
const LOG = { Type: "json-file", Config: { "max-size": "1m", "max-file": "1" } };
const CHECK_MEMORY_MB = 128;
const CHECK_PROCESSES = 16;

/** Hashes all that a container is created with. Devices with equal hashes are interchangeable. */
export const poolOf = (model: DeviceModel, settings: ContainerSettings): string =>
  createHash("sha256")
    .update(JSON.stringify(containerBody(model, settings)))
    .digest("hex")
    .slice(0, 12);

/** Returns the body of `POST /containers/create` (Docker Engine API). */
export function containerBody(model: DeviceModel, settings: ContainerSettings): object {
  const { installId, networks, publish, hasQuota } = settings;
  const kind = kindOf(model);
  const { top, host, maxProcesses } = kind.container(model, settings);
  const labels = { [INSTALL_LABEL]: installId };
  const port = `${ADB_PORT}/tcp`;
  const memory = model.memoryMb * MEBIBYTE;
  const size = { size: `${kind.storageMb(model, settings)}m` };
  return {
    ...top,
    Image: requireImage(model, settings.image),
    Labels: labels,
    ExposedPorts: { [port]: {} },
    Hostname: "terrarium",
    HostConfig: {
      ...host,
      NetworkMode: networks[kind.network],
      ...(publish !== undefined && { PortBindings: { [port]: [{ HostIp: publish, HostPort: "" }] } }),
      Memory: memory,
      // Memory plus swap equals memory: no swap.
      MemorySwap: memory,
      CpuPeriod: CPU_PERIOD_US,
      CpuQuota: model.cpu * CPU_PERIOD_US,
      PidsLimit: model.maxProcesses ?? maxProcesses,
      OomScoreAdj: OOM_SCORE,
      // A volume without a source is removed with its container.
      Mounts: [
        {
          Type: "volume",
          Target: kind.volumePath,
          VolumeOptions: { Labels: labels, ...(hasQuota && { DriverConfig: { Name: "local", Options: size } }) },
        },
      ],
      LogConfig: LOG,
      RestartPolicy: { Name: "no" },
    },
  };
}

/** Returns the body for a short-lived container that checks the engine's machine. It cannot change anything. */
export function checkBody(
  model: DeviceModel,
  settings: ContainerSettings,
  [program, ...args]: readonly string[],
): object {
  return {
    Image: requireImage(model, settings.image),
    Entrypoint: [program],
    Cmd: args,
    Labels: { [INSTALL_LABEL]: settings.installId },
    HostConfig: {
      NetworkMode: "none",
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Memory: CHECK_MEMORY_MB * MEBIBYTE,
      PidsLimit: CHECK_PROCESSES,
      LogConfig: LOG,
    },
  };
}

/** The fields that are read from `GET /containers/json`. */
export const ContainerList = z.array(
  z.object({
    Id: z.string(),
    Names: z.array(z.string()).nullable(),
    Created: z.number(),
    State: z.string(),
    Labels: z.record(z.string(), z.string()).nullable(),
  }),
);

/** The fields that are read from `GET /containers/{id}/json`. */
export const ContainerDetails = z.object({
  Id: z.string(),
  State: z.object({
    Running: z.boolean(),
    ExitCode: z.number(),
    OOMKilled: z.boolean(),
    Error: z.string().default(""),
  }),
  Config: z.object({ Labels: z.record(z.string(), z.string()).nullable() }),
  NetworkSettings: z.object({
    Networks: z.record(z.string(), z.object({ IPAddress: z.string() })).nullable(),
    Ports: z.record(z.string(), z.array(z.object({ HostIp: z.string(), HostPort: z.string() })).nullable()).nullable(),
  }),
});
export type ContainerDetails = z.infer<typeof ContainerDetails>;

/** A container of this installation. */
export interface OwnContainer {
  id: string;
  name: string;
  isRunning: boolean;
  startedAt: ListedDevice["startedAt"];
}
