import path from "node:path";
import { z } from "zod";
import { startInBackground } from "./background-process.ts";
import type { Command } from "./device-kind.ts";

/** What a device tells over its channel: that it waits to be told which device it is, or that it answers ADB. */
const Told = z.discriminatedUnion("event", [
  z.object({ event: z.literal("standby") }),
  z.object({ event: z.literal("alone") }),
  // Where it was handed its server it has no port.
  z.object({ event: z.literal("ready"), port: z.number().int().nonnegative().default(0) }),
]);

/** A process of the device's program, from its start to its end. */
export interface DeviceProcess {
  /** Its id. Rejects with the cause if it could not be started. */
  readonly started: Promise<number>;
  /** Resolves when it has ended, or could not be started. */
  readonly exited: Promise<unknown>;
  /** Resolves once it waits for its options. */
  readonly inStandby: Promise<void>;
  /** Resolves with its port once it answers. */
  readonly ready: Promise<number>;
  /** Tells a process in standby the options of its device. */
  tell(args: readonly string[]): void;
  /** The same with a server that listens at a new socket file. Rejects if it cannot be handed to it. */
  hand(args: readonly string[], socketFile: string): Promise<void>;
  /** Tells a ready device that it is recorded. Resolves once it outlives this server, or has ended. */
  confirm(): Promise<void>;
  /** Ends it, whatever it is doing. */
  kill(): void;
}

/** The file in a device's folder that its process writes, so that it goes on doing so after the server's end. */
export const deviceLog = (folder: string): string => path.join(folder, "device.log");

/** Where in its folder a device keeps what it stores. */
export const dataFolder = (folder: string): string => path.join(folder, "data");

/** Starts a command in the background, in the control groups that `joinFiles` are of. */
export function startDeviceProcess(
  folder: string,
  { argv, env }: Command,
  joinFiles: readonly string[] = [],
): DeviceProcess {
  const inStandby = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<number>();
  const alone = Promise.withResolvers<void>();
  const { started, exited, tell, hand, kill } = startInBackground(
    { command: argv, logPath: deviceLog(folder), hasChannel: true, cwd: folder, env, joinFiles },
    (message) => {
      const { data } = Told.safeParse(message);
      if (data?.event === "standby") inStandby.resolve();
      if (data?.event === "alone") alone.resolve();
      if (data?.event === "ready") ready.resolve(data.port);
    },
  );
  const over = () => undefined;
  return {
    started,
    exited: exited.then(over, over),
    inStandby: inStandby.promise,
    ready: ready.promise,
    tell: (args) => tell({ args }),
    hand: (args, socketFile) => hand({ args }, socketFile),
    confirm() {
      tell({ event: "recorded" });
      // The thread that passes messages on keeps no process from ending.
      const hold = setInterval(over, 1_000);
      return Promise.race([alone.promise, exited.then(over, over)]).finally(() => clearInterval(hold));
    },
    kill,
  };
}
