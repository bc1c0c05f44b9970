import { createHash } from "node:crypto";
import { z } from "zod";
import { deviceArguments, OOM_SCORE, OPEN_FILES } from "../device-program.ts";
import type { DeviceModel, ListedDevice } from "../provider.ts";

/** Whose containers, volumes and networks these are; what has another installation's id, or none, is never touched. */
export const INSTALL_LABEL = "terrarium.install";
/** Where a device answers ADB in its container. */
export const ADB_PORT = 5555;
/** The image's user; it owns what the device stores. */
export const DEVICE_UID = 10_001;
export const DATA_PATH = "/data";
/** In DATA_PATH. The device reads it anew for each connection that wants in. */
export const KEYS_FILE = "authorized_keys";

const MEBIBYTE = 1024 ** 2;
/** A device has some twenty threads, and one more for each of its shells. */
const MAX_PROCESSES = 256;
const CPU_PERIOD_US = 100_000;

/** What is alike in all containers of an installation. */
export interface ContainerSettings {
  installId: string;
  /** The image of templates that name none. */
  image: string;
  network: string;
  /** The address of the engine's machine at which ADB is published; undefined: it is reached at the container's own. */
  publish: string | undefined;
  egress: string;
  clock: string | undefined;
  storageMb: number;
  /** Whether volumes can be given a size. */
  hasQuota: boolean;
}

/** The names of an installation's containers: of a sandbox's its id, of one that waits for a sandbox a dot and more. */
export function containerNames(installId: string) {
  const prefix = `terrarium-${installId.slice(0, 8)}-`;
  return {
    ofSandbox(sandboxId: string): string {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(sandboxId)) throw new RangeError(`"${sandboxId}" cannot name a container`);
      return prefix + sandboxId;
    },
    ofWarm: (pool: string, id: string): string => `${prefix}warm.${pool}.${id}`,
    /** What it is called by whoever claims it, before it gets its sandbox's name. */
    ofClaimed: (warm: string): string => `${warm}.claimed`,
    isClaimed: (name: string): boolean => name.endsWith(".claimed"),
    /** The sandbox's id; undefined if it is none's. */
    sandboxIn: (name: string): string | undefined => new RegExp(`^${prefix}([A-Za-z0-9_-]{1,64})$`).exec(name)?.[1],
    /** The pool in which it waits; undefined if it does not. */
    poolIn: (name: string): string | undefined => new RegExp(`^${prefix}warm\\.([0-9a-f]+)\\.`).exec(name)?.[1],
  };
}

/** What tells devices that can stand for each other from others: all that a container is made with. */
export const poolOf = (model: DeviceModel, settings: ContainerSettings): string =>
  createHash("sha256")
    .update(JSON.stringify(containerBody(model, settings)))
    .digest("hex")
    .slice(0, 12);

/** What `POST /containers/create` takes (Docker Engine API). */
export function containerBody(model: DeviceModel, settings: ContainerSettings): object {
  const { installId, image, network, publish, egress, clock, storageMb, hasQuota } = settings;
  const labels = { [INSTALL_LABEL]: installId };
  const port = `${ADB_PORT}/tcp`;
  const memory = model.memoryMb * MEBIBYTE;
  const driver = hasQuota ? { DriverConfig: { Name: "local", Options: { size: `${storageMb}m` } } } : {};
  return {
    Image: model.image ?? image,
    Cmd: deviceArguments(model, {
      host: "0.0.0.0",
      port: ADB_PORT,
      dataPath: `${DATA_PATH}/device`,
      keysPath: `${DATA_PATH}/${KEYS_FILE}`,
      egress,
      clock,
      storageMb,
    }),
    Labels: labels,
    ExposedPorts: { [port]: {} },
    User: `${DEVICE_UID}:${DEVICE_UID}`,
    Hostname: "terrarium",
    HostConfig: {
      NetworkMode: network,
      ...(publish !== undefined && { PortBindings: { [port]: [{ HostIp: publish, HostPort: "" }] } }),
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Privileged: false,
      Memory: memory,
      // As much with swap as without: none.
      MemorySwap: memory,
      CpuPeriod: CPU_PERIOD_US,
      CpuQuota: model.cpu * CPU_PERIOD_US,
      PidsLimit: model.maxProcesses ?? MAX_PROCESSES,
      OomScoreAdj: OOM_SCORE,
      Ulimits: [
        { Name: "nofile", Soft: OPEN_FILES, Hard: OPEN_FILES },
        { Name: "core", Soft: 0, Hard: 0 },
      ],
      // Without a source it goes with its container.
      Mounts: [{ Type: "volume", Target: DATA_PATH, VolumeOptions: { Labels: labels, ...driver } }],
      Tmpfs: { "/tmp": "rw,noexec,nosuid,nodev,size=16m" },
      LogConfig: { Type: "json-file", Config: { "max-size": "1m", "max-file": "1" } },
      RestartPolicy: { Name: "no" },
    },
  };
}

/** What is read of `GET /containers/json`. */
export const ContainerList = z.array(
  z.object({
    Id: z.string(),
    Names: z.array(z.string()).nullable(),
    Created: z.number(),
    State: z.string(),
    Labels: z.record(z.string(), z.string()).nullable(),
  }),
);

/** What is read of `GET /containers/{id}/json`. */
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
