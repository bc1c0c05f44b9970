import { Server } from "node:net";
import * as z from "zod";

/** Message that assigns a standby device: command line options, as for a phone. */
const StartMessage = z.object({ args: z.array(z.string()) });

/** Values that the parent process sends, in one or several messages; undefined once the parent has gone. */
export interface HandedOver {
  args: Promise<string[] | undefined>;
  /** A listening socket. */
  server: Promise<Server | undefined>;
}

/** Starts receiving messages from the parent process. Throws if there is no channel. */
export function takeHandedOver(): HandedOver {
  if (!process.send) throw new Error("it needs an IPC channel: start it with Node's fork()");
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
