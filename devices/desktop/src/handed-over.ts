import { Server } from "node:net";
import * as z from "zod";

/** What whoever holds a device in standby sends to make it one: the options of the command line, as for a phone. */
const StartMessage = z.object({ args: z.array(z.string()) });

/** What whoever started this process hands over, in one message or several; undefined once they are gone. */
export interface HandedOver {
  args: Promise<string[] | undefined>;
  /** A socket that listens. */
  server: Promise<Server | undefined>;
}

/** Begins to take what is handed over. Throws if there is no channel for it. */
export function takeHandedOver(): HandedOver {
  if (!process.send) throw new Error("to be told more, it must be started with a channel to talk over (Node's IPC)");
  const handed = {
    args: Promise.withResolvers<string[] | undefined>(),
    server: Promise.withResolvers<Server | undefined>(),
  };
  process.on("message", (message, handle) => {
    if (handle instanceof Server) handed.server.resolve(handle);
    const { data } = StartMessage.safeParse(message);
    if (data) handed.args.resolve(data.args);
  });
  process.once("disconnect", () => {
    handed.args.resolve(undefined);
    handed.server.resolve(undefined);
  });
  return { args: handed.args.promise, server: handed.server.promise };
}
