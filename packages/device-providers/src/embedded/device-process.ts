import { z } from "zod";
import { startInBackground } from "./background-process.ts";
import { deviceLog } from "./device-folder.ts";
import type { Command } from "./device-kind.ts";

/** Messages of a device over its channel: it waits in standby for its options, or it answers ADB. */
const Told = z.discriminatedUnion("event", [
  z.object({ event: z.literal("standby") }),
  z.object({ event: z.literal("alone") }),
  // A device at a socket file has no port.
  z.object({ event: z.literal("ready"), port: z.number().int().nonnegative().default(0) }),
]);

/** A process of the device's program, from its start to its end. */
export interface DeviceProcess {
  /** Process id. Rejects with the cause if the process could not be started. */
  readonly started: Promise<number>;
  /** Resolves after the process has ended or failed to start. */
  readonly exited: Promise<unknown>;
  /** Resolves when it waits for its options. */
  readonly inStandby: Promise<void>;
  /** Resolves with its port when it answers ADB. */
  readonly ready: Promise<number>;
  /** Sends the device's options to a standby process. */
  tell(args: readonly string[]): void;
  /** Sends the options with a server that listens at a new socket file. Rejects if the handover fails. */
  hand(args: readonly string[], socketFile: string): Promise<void>;
  /**
   * Confirms to a ready device that it is recorded. Before, it ends with this server; afterwards it outlives it. Resolves
   * when the device goes on alone or has ended.
   */
  confirm(): Promise<void>;
  /** Kills it at once. */
  kill(): void;
}

/** Starts a command in the background, in the control groups of `joinFiles`. */
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
