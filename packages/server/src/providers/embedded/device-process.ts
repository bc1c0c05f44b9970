import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { startInBackground } from "./background-process.ts";
import { deviceEnvironment } from "./device-environment.ts";

/** What a device tells over its channel: that it waits to be told which device it is, or that it answers ADB. */
const Told = z.discriminatedUnion("event", [
  z.object({ event: z.literal("standby") }),
  z.object({ event: z.literal("ready"), port: z.number().int().positive() }),
]);

/** A process of the device's program, from its start to its end. */
export interface DeviceProcess {
  readonly pid: number | undefined;
  /** Resolves when it has ended, or with the cause if it could not be started. */
  readonly exited: Promise<Error | undefined>;
  /** Resolves once it waits for its options. */
  readonly inStandby: Promise<void>;
  /** Resolves with its port once it answers. */
  readonly ready: Promise<number>;
  /** Tells a process in standby the options of its device. */
  tell(args: readonly string[]): void;
  /** Ends it, whatever it is doing. Only for one whose end `exited` has not told yet. */
  kill(): void;
}

/** The file in a device's folder that its process writes, so that it goes on doing so after the server's end. */
export const deviceLog = (folder: string): string => path.join(folder, "device.log");

/** Where in its folder a device keeps what it stores. */
export const dataFolder = (folder: string): string => path.join(folder, "data");

/** Starts the program in the background. Throws if its log cannot be opened. */
export function startDeviceProcess(program: string, folder: string, args: readonly string[]): DeviceProcess {
  const child = spawnProgram(program, folder, args);
  const inStandby = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<number>();
  child.on("message", (message) => {
    const { data } = Told.safeParse(message);
    if (data?.event === "standby") inStandby.resolve();
    if (data?.event === "ready") ready.resolve(data.port);
  });
  const exited = new Promise<Error | undefined>((resolve) => {
    child.once("exit", () => resolve(undefined)).on("error", resolve);
  });
  return {
    pid: child.pid,
    exited,
    inStandby: inStandby.promise,
    ready: ready.promise,
    // If it has just ended, that is seen by its exit.
    tell: (told) => void child.send({ args: told }, () => undefined),
    kill: () => void child.kill("SIGKILL"),
  };
}

function spawnProgram(program: string, folder: string, args: readonly string[]): ChildProcess {
  const log = openSync(deviceLog(folder), "a", 0o600);
  try {
    const child = startInBackground([process.execPath, program, ...args], {
      stdio: ["ignore", log, log, "ipc"],
      cwd: folder,
      env: deviceEnvironment(),
    });
    child.channel?.unref();
    return child;
  } finally {
    closeSync(log);
  }
}
